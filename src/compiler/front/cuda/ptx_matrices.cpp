// Matrices of a warp in inline PTX: mma, ldmatrix, stmatrix, movmatrix, and cp.async; see ptx_statement.h.
//
// A register of lane l holds elements of row l / 4 of a matrix of eight rows, and of columns l % 4 times so many as a
// register holds (of the second factor: column l / 4). Lanes get what they lack from others by shuffles.
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "compiler/front/cuda/ptx_families.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

Value* shuffle(PtxState& state, Value* value, Value* lane) {
  const bool wide = value->getType()->isIntegerTy(64);
  return state.call(wide ? "__vg_shuffle64" : "__vg_shuffle32", value->getType(), {value, lane});
}

// How a factor's elements lie in registers.
struct Element {
  std::string name;
  unsigned bits = 0;
  bool is_float() const { return name.find('f') != std::string::npos; }
  unsigned register_bits() const { return bits == 64 ? 64 : 32; }
  unsigned per_register() const { return register_bits() / bits; }
};

Element element_of(const std::string& name) {
  const auto digit = name.find_first_of("0123456789");
  if (digit == std::string::npos) return {};
  return {name, static_cast<unsigned>(std::strtoul(name.c_str() + digit, nullptr, 10))};
}

// One of a register's elements as what sums are made of: float, double or a whole number.
Value* element_at(PtxState& state, const Element& element, Value* word, unsigned index) {
  auto& b = state.builder;
  if (element.bits == 64) return b.CreateBitCast(word, b.getDoubleTy());
  // tf32 is a float whose last thirteen bits do not count.
  if (element.name == "tf32")
    return b.CreateBitCast(b.CreateAnd(word, 0xffffe000u), b.getFloatTy());
  const unsigned at = index * element.bits;
  if (element.name == "bf16")
    return b.CreateBitCast(b.CreateShl(b.CreateLShr(word, at), 16), b.getFloatTy());
  Value* part = b.CreateTrunc(b.CreateLShr(word, at), b.getIntNTy(element.bits));
  if (element.is_float())
    return b.CreateFPExt(b.CreateBitCast(part, b.getHalfTy()), b.getFloatTy());
  return element.name[0] == 's' ? b.CreateSExt(part, b.getInt32Ty())
                                : b.CreateZExt(part, b.getInt32Ty());
}

// What mma may say beside its types; .sp and the logic of single bits are not here.
constexpr char kShapes[] =
    " sync aligned row col satfinite bf16 tf32 m8n8k4 m8n8k16 m8n8k32 m16n8k4 m16n8k8 m16n8k16 "
    "m16n8k32 m16n8k64 ";

// mma.mMnNkK.row.col.D.A.B.C {d}, {a}, {b}, {c}: d = a * b + c.
class Product {
 public:
  Product(S s, PtxState& state) : s_(s), state_(state) {
    for (const std::string& part : s.opcode)
      if (std::sscanf(part.c_str(), "m%un%uk%u", &m_, &n_, &k_) == 3) break;
    if (s.opcode.size() < 6) return;
    const auto* types = &s.opcode[s.opcode.size() - 4];
    sum_ = element_of(types[0]), left_ = element_of(types[1]), right_ = element_of(types[2]);
    same_sums_ = types[0] == types[3];
  }

  bool known() const {
    const unsigned step = left_.bits == 0 ? 0 : 4 * left_.per_register();
    return s_.has("sync") && s_.has("row") && s_.has("col") && same_sums_ && n_ == 8 &&
           (m_ == 8 || m_ == 16) && step != 0 && k_ % step == 0 && left_.bits == right_.bits &&
           left_.is_float() == right_.is_float() && refused_modifier(s_, kShapes).empty() &&
           (sum_.bits >= 32 || sum_.name == "f16") && left_.bits >= 4;
  }

  void emit() {
    const auto results = ptx_parts(s_.operands[0]);
    Value* sums[2][2];
    for (unsigned row = 0; row < m_ / 8; ++row)
      for (unsigned column = 0; column < 2; ++column) sums[row][column] = dot(row, column);
    for (unsigned row = 0; row < m_ / 8; ++row) give(results, row, sums[row]);
  }

  bool has_all_registers() const {
    const unsigned steps = k_ / (4 * left_.per_register());
    const unsigned sums = m_ / 8 * (sum_.bits == 16 ? 1 : 2);
    return ptx_parts(s_.operands[0]).size() == sums && ptx_parts(s_.operands[3]).size() == sums &&
           ptx_parts(s_.operands[1]).size() == m_ / 8 * steps &&
           ptx_parts(s_.operands[2]).size() == steps;
  }

 private:
  // Row `row` * 8 + lane / 4 of the left factor with column lane % 4 * 2 + `column` of the right one.
  Value* dot(unsigned row, unsigned column) {
    auto& b = state_.builder;
    Value* lane = state_.integer("%laneid", 32);
    Value* row_lane = b.CreateAnd(lane, ~3u);
    Value* column_lane = b.CreateShl(b.CreateAnd(lane, 3), 3);
    // Products of one instruction fit their type; with .satfinite their sum stays at its limits.
    const bool limited = s_.has("satfinite") && !left_.is_float();
    Value* sum = limited ? b.getInt32(0) : start(row, column);
    const unsigned steps = k_ / (4 * left_.per_register());
    for (unsigned step = 0; step < steps; ++step)
      for (unsigned quarter = 0; quarter < 4; ++quarter) {
        Value* left = shuffle(state_, word(1, step * (m_ / 8) + row, left_),
                              b.CreateAdd(row_lane, b.getInt32(quarter)));
        Value* right = shuffle(state_, word(2, step, right_),
                               b.CreateAdd(column_lane, b.getInt32(4 * column + quarter)));
        for (unsigned i = 0; i < left_.per_register(); ++i)
          sum = add(sum, element_at(state_, left_, left, i), element_at(state_, right_, right, i));
      }
    return limited ? b.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, sum, start(row, column))
                   : sum;
  }
  Value* word(unsigned operand, unsigned index, const Element& element) {
    return state_.integer(ptx_parts(s_.operands[operand])[index], element.register_bits());
  }
  Value* add(Value* sum, Value* a, Value* c) {
    auto& b = state_.builder;
    if (!left_.is_float()) return b.CreateAdd(sum, b.CreateMul(a, c));
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {a, c, sum});
  }
  Value* start(unsigned row, unsigned column) {
    const auto parts = ptx_parts(s_.operands[3]);
    if (sum_.bits == 16) return element_at(state_, sum_, state_.integer(parts[row], 32), column);
    const std::string& part = parts[2 * row + column];
    return sum_.is_float() ? state_.number(part, sum_.bits) : state_.integer(part, 32);
  }
  void give(const std::vector<std::string>& results, unsigned row, Value* const (&sums)[2]) {
    auto& b = state_.builder;
    if (sum_.bits != 16) {
      for (unsigned i = 0; i < 2; ++i) state_.set(results[2 * row + i], sums[i]);
      return;
    }
    const auto half = [&](Value* sum) {
      Value* bits = b.CreateBitCast(b.CreateFPTrunc(sum, b.getHalfTy()), b.getInt16Ty());
      return b.CreateZExt(bits, b.getInt32Ty());
    };
    state_.set(results[row], b.CreateOr(half(sums[0]), b.CreateShl(half(sums[1]), 16)));
  }

  S s_;
  PtxState& state_;
  unsigned m_ = 0, n_ = 0, k_ = 0;
  Element sum_, left_, right_;
  bool same_sums_ = false;
};

bool moves_eights(S s, PtxState& state) {
  if (s.has("m8n8") && s.has("b16")) return true;
  state.error = "only matrices m8n8 of b16";
  return false;
}

// Where this lane's part of matrix `index` lies: rows' addresses come from lanes 8 * index on. Transposed it is two
// elements, `which` says the first or the second one.
Value* part_address(S s, PtxState& state, Value* addresses, unsigned index, unsigned which) {
  auto& b = state.builder;
  Value* lane = state.integer("%laneid", 32);
  Value *group = b.CreateLShr(lane, 2), *quarter = b.CreateAnd(lane, 3);
  Value* row = group;
  Value* bytes = b.CreateShl(quarter, 2);
  if (s.has("trans")) {
    row = b.CreateAdd(b.CreateShl(quarter, 1), b.getInt32(which));
    bytes = b.CreateShl(group, 1);
  }
  Value* base = shuffle(state, addresses, b.CreateAdd(row, b.getInt32(8 * index)));
  return b.CreateIntToPtr(b.CreateAdd(base, b.CreateZExt(bytes, b.getInt64Ty())), b.getPtrTy());
}

// cp.async [to], [from], bytes, count: of the bytes the first `count` are copied, the others zero.
Value* cut(PtxState& state, Value* word, Value* count, unsigned at) {
  auto& b = state.builder;
  Value* beyond = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b.getInt32(0),
                                          b.CreateSub(count, b.getInt32(at)));
  Value* bits =
      b.CreateShl(b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, beyond, b.getInt32(4)), 3);
  Value* mask =
      b.CreateSub(b.CreateShl(b.getInt64(1), b.CreateZExt(bits, b.getInt64Ty())), b.getInt64(1));
  return b.CreateAnd(word, b.CreateTrunc(mask, b.getInt32Ty()));
}

}  // namespace

void emit_matrix_product(S s, PtxState& state) {
  if (emit_quad_product(s, state)) return;
  Product product(s, state);
  if (!product.known())
    state.error = "this shape, layout or type";
  else if (!product.has_all_registers())
    state.error = "another number of registers is needed";
  else
    product.emit();
}

void emit_load_matrix(S s, PtxState& state) {
  if (!moves_eights(s, state)) return;
  auto& b = state.builder;
  Value* addresses = b.CreatePtrToInt(state.address(s.operands[1]), b.getInt64Ty());
  std::vector<Value*> words;
  const auto parts = ptx_parts(s.operands[0]);
  for (unsigned i = 0; i < parts.size(); ++i) {
    if (!s.has("trans")) {
      words.push_back(b.CreateLoad(b.getInt32Ty(), part_address(s, state, addresses, i, 0)));
      continue;
    }
    Value* halves[2];
    for (unsigned which = 0; which < 2; ++which)
      halves[which] =
          b.CreateZExt(b.CreateLoad(b.getInt16Ty(), part_address(s, state, addresses, i, which)),
                       b.getInt32Ty());
    words.push_back(b.CreateOr(halves[0], b.CreateShl(halves[1], 16)));
  }
  for (unsigned i = 0; i < parts.size(); ++i) state.set(parts[i], words[i]);
}

void emit_store_matrix(S s, PtxState& state) {
  if (!moves_eights(s, state)) return;
  auto& b = state.builder;
  Value* addresses = b.CreatePtrToInt(state.address(s.operands[0]), b.getInt64Ty());
  const auto parts = ptx_parts(s.operands[1]);
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value* word = state.integer(parts[i], 32);
    if (!s.has("trans")) {
      b.CreateStore(word, part_address(s, state, addresses, i, 0));
      continue;
    }
    for (unsigned which = 0; which < 2; ++which)
      b.CreateStore(b.CreateTrunc(b.CreateLShr(word, 16 * which), b.getInt16Ty()),
                    part_address(s, state, addresses, i, which));
  }
}

// The transposed matrix: rows 2t and 2t + 1 hold this lane's two elements, in column g.
void emit_move_matrix(S s, PtxState& state) {
  if (!moves_eights(s, state)) return;
  auto& b = state.builder;
  Value* word = state.integer(s.operands[1], 32);
  Value* lane = state.integer("%laneid", 32);
  Value *group = b.CreateLShr(lane, 2), *quarter = b.CreateAnd(lane, 3);
  Value* shift = b.CreateShl(b.CreateAnd(group, 1), 4);
  Value* halves[2];
  for (unsigned which = 0; which < 2; ++which) {
    Value* row = b.CreateAdd(b.CreateShl(quarter, 1), b.getInt32(which));
    Value* source = b.CreateAdd(b.CreateShl(row, 2), b.CreateLShr(group, 1));
    halves[which] = b.CreateAnd(b.CreateLShr(shuffle(state, word, source), shift), 0xffff);
  }
  state.set(s.operands[0], b.CreateOr(halves[0], b.CreateShl(halves[1], 16)));
}

// The copy is done at once, so that there is nothing to wait for.
void emit_copy(S s, PtxState& state) {
  if (s.has("commit_group") || s.has("wait_group") || s.has("wait_all")) return;
  auto& b = state.builder;
  const auto* bytes = s.operands.size() < 3 || s.has("bulk") || s.has("mbarrier")
                          ? nullptr
                          : llvm::dyn_cast<llvm::ConstantInt>(state.integer(s.operands[2], 32));
  if (!s.has("async") || bytes == nullptr || bytes->getZExtValue() % 4 != 0) {
    state.error = "only cp.async of a constant number of words";
    return;
  }
  Value *to = state.address(s.operands[0]), *from = state.address(s.operands[1]);
  Value* count = s.operands.size() > 3 && !s.has("L2::cache_hint")
                     ? state.integer(s.operands[3], 32)
                     : nullptr;
  for (unsigned at = 0; at < bytes->getZExtValue(); at += 4) {
    Value* place = b.CreateConstGEP1_32(b.getInt8Ty(), from, at);
    // What is not copied is not read either: it may lie beyond the end of all memory.
    if (count)
      place = b.CreateSelect(b.CreateICmpSGT(count, b.getInt32(at)), place,
                             b.CreateConstGEP1_32(b.getInt8Ty(), to, at));
    Value* word = b.CreateLoad(b.getInt32Ty(), place);
    b.CreateStore(count ? cut(state, word, count, at) : word,
                  b.CreateConstGEP1_32(b.getInt8Ty(), to, at));
  }
}

}  // namespace vgpu::compiler
