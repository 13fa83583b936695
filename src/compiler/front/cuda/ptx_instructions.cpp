// The table of PTX instructions that inline assembly may use, and what each becomes; see ptx_statement.h.
//
// It holds what real programs write: special registers, bit fields, wide products, shuffles and votes, cached loads,
// fences, approximate math. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "compiler/front/cuda/ptx_statement.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;
using S = const PtxStatement&;
using Emit = void (*)(S s, PtxState& state);

Value* in(S s, PtxState& state, unsigned index) {
  if (index >= s.operands.size()) {
    state.error = "an operand is missing";
    return state.builder.getInt32(0);
  }
  return s.is_float() ? state.number(s.operands[index], s.bits())
                      : state.integer(s.operands[index], s.bits());
}

Value* int_in(S s, PtxState& state, unsigned index, unsigned bits) {
  return index < s.operands.size() ? state.integer(s.operands[index], bits)
                                   : state.builder.getIntN(bits, 0);
}

void out(S s, PtxState& state, Value* value) {
  if (!s.operands.empty()) state.set(s.operands[0], value);
}

Value* widen(S s, PtxState& state, Value* value, unsigned bits) {
  llvm::Type* type = state.builder.getIntNTy(bits);
  return s.is_signed() ? state.builder.CreateSExt(value, type)
                       : state.builder.CreateZExt(value, type);
}

Value* product(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  if (s.is_float()) return b.CreateFMul(in(s, state, 1), in(s, state, 2));
  Value* wide = b.CreateMul(widen(s, state, in(s, state, 1), 2 * bits),
                            widen(s, state, in(s, state, 2), 2 * bits));
  if (s.has("wide")) return wide;
  return b.CreateTrunc(s.has("hi") ? b.CreateLShr(wide, bits) : wide, b.getIntNTy(bits));
}

// a + b + carry, and the carry of that where .cc asks for it.
Value* add_carry(S s, PtxState& state, Value* a, Value* b, Value* carry) {
  auto& build = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = build.getIntNTy(2 * bits);
  Value* sum = build.CreateAdd(build.CreateZExt(a, wide), build.CreateZExt(b, wide));
  if (carry) sum = build.CreateAdd(sum, build.CreateZExt(carry, wide));
  if (s.has("cc")) state.carry = build.CreateTrunc(build.CreateLShr(sum, bits), build.getInt1Ty());
  return build.CreateTrunc(sum, build.getIntNTy(bits));
}

void emit_add(S s, PtxState& state) {
  if (s.is_float())
    out(s, state, state.builder.CreateFAdd(in(s, state, 1), in(s, state, 2)));
  else
    out(s, state,
        add_carry(s, state, in(s, state, 1), in(s, state, 2),
                  s.name() == "addc" ? state.kept_carry() : nullptr));
}

// a - b is a + ~b + 1; the borrow is the carry inverted.
void emit_sub(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.is_float()) return out(s, state, b.CreateFSub(in(s, state, 1), in(s, state, 2)));
  Value* carry = s.name() == "subc" ? b.CreateNot(state.kept_carry()) : b.getTrue();
  Value* result = add_carry(s, state, in(s, state, 1), b.CreateNot(in(s, state, 2)), carry);
  if (s.has("cc")) state.carry = b.CreateNot(state.carry);
  out(s, state, result);
}

void emit_mad(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.is_float())
    return out(s, state,
               b.CreateIntrinsic(llvm::Intrinsic::fma, {in(s, state, 1)->getType()},
                                 {in(s, state, 1), in(s, state, 2), in(s, state, 3)}));
  if (s.has("wide"))
    return out(s, state, b.CreateAdd(product(s, state), int_in(s, state, 3, 2 * s.bits())));
  out(s, state,
      add_carry(s, state, product(s, state), in(s, state, 3),
                s.name() == "madc" ? state.kept_carry() : nullptr));
}

void emit_divide(S s, PtxState& state) {
  auto& b = state.builder;
  Value *x = in(s, state, 1), *y = in(s, state, 2);
  const bool rest = s.name() == "rem";
  if (s.is_float()) return out(s, state, b.CreateFDiv(x, y));
  if (s.is_signed()) return out(s, state, rest ? b.CreateSRem(x, y) : b.CreateSDiv(x, y));
  out(s, state, rest ? b.CreateURem(x, y) : b.CreateUDiv(x, y));
}

void emit_min_max(S s, PtxState& state) {
  const bool least = s.name() == "min";
  const ID id = s.is_float()    ? (least ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum)
                : s.is_signed() ? (least ? llvm::Intrinsic::smin : llvm::Intrinsic::smax)
                                : (least ? llvm::Intrinsic::umin : llvm::Intrinsic::umax);
  out(s, state, state.builder.CreateBinaryIntrinsic(id, in(s, state, 1), in(s, state, 2)));
}

Value* logic_in(S s, PtxState& state, unsigned index) {
  return s.type() == "pred" ? state.predicate(s.operands[index]) : in(s, state, index);
}

void emit_logic(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = logic_in(s, state, 1);
  if (s.name() == "not") return out(s, state, b.CreateNot(x));
  Value* y = logic_in(s, state, 2);
  out(s, state,
      s.name() == "and"  ? b.CreateAnd(x, y)
      : s.name() == "or" ? b.CreateOr(x, y)
                         : b.CreateXor(x, y));
}

// A shift by the width or more gives zero, or the sign.
void emit_shift(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  Value *x = in(s, state, 1), *by = int_in(s, state, 2, 32);
  Value* most = b.getInt32(bits - 1);
  Value* beyond = b.CreateICmpUGT(by, most);
  Value* amount = state.fit(b.CreateSelect(beyond, most, by), bits);
  if (s.name() == "shr" && s.is_signed()) return out(s, state, b.CreateAShr(x, amount));
  Value* shifted = s.name() == "shl" ? b.CreateShl(x, amount) : b.CreateLShr(x, amount);
  out(s, state, b.CreateSelect(beyond, llvm::Constant::getNullValue(x->getType()), shifted));
}

// Funnel shift of the 64 bits high:low.
void emit_funnel(S s, PtxState& state) {
  auto& b = state.builder;
  Value *low = int_in(s, state, 1, 32), *high = int_in(s, state, 2, 32);
  Value* amount = int_in(s, state, 3, 32);
  amount = s.has("wrap") ? b.CreateAnd(amount, 31)
                         : b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, amount, b.getInt32(32));
  Value* both = b.CreateOr(b.CreateShl(b.CreateZExt(high, b.getInt64Ty()), 32),
                           b.CreateZExt(low, b.getInt64Ty()));
  Value* by = b.CreateZExt(amount, b.getInt64Ty());
  Value* result = s.has("l") ? b.CreateLShr(b.CreateShl(both, by), 32) : b.CreateLShr(both, by);
  out(s, state, b.CreateTrunc(result, b.getInt32Ty()));
}

void emit_bit_count(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  Value* result = nullptr;
  if (s.name() == "popc") result = b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, x);
  if (s.name() == "brev")
    return out(s, state, b.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, x));
  if (s.name() == "clz" || s.name() == "bfind")
    result = b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, b.getFalse());
  if (s.name() == "bfind") {
    if (s.is_signed()) state.error = "only unsigned";
    Value* index = b.CreateSub(b.getIntN(s.bits(), s.bits() - 1), result);
    result = s.has("shiftamt") ? b.CreateSub(b.getIntN(s.bits(), s.bits() - 1), index) : index;
  }
  out(s, state, b.CreateIntCast(result, b.getInt32Ty(), s.name() == "bfind"));
}

// bfe d, a, position, length.
void emit_extract(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = b.getIntNTy(128);
  Value* at = b.CreateZExt(b.CreateAnd(int_in(s, state, 2, 32), 255), wide);
  Value* length = b.CreateZExt(b.CreateAnd(int_in(s, state, 3, 32), 255), wide);
  Value* limit = llvm::ConstantInt::get(wide, bits);
  at = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, at, limit);
  length = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, limit);
  Value* shifted = b.CreateLShr(widen(s, state, in(s, state, 1), 128), at);
  Value* up = b.CreateSub(llvm::ConstantInt::get(wide, 127), length);
  up = b.CreateAdd(up, llvm::ConstantInt::get(wide, 1));
  up = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, up, llvm::ConstantInt::get(wide, 127));
  Value* top = b.CreateShl(shifted, up);
  Value* field = s.is_signed() ? b.CreateAShr(top, up) : b.CreateLShr(top, up);
  Value* none = b.CreateICmpEQ(length, llvm::ConstantInt::get(wide, 0));
  field = b.CreateSelect(none, llvm::ConstantInt::get(wide, 0), field);
  out(s, state, b.CreateTrunc(field, b.getIntNTy(bits)));
}

// bfi d, field, into, position, length.
void emit_insert(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = b.getIntNTy(128);
  Value* at = b.CreateZExt(b.CreateAnd(int_in(s, state, 3, 32), 127), wide);
  Value* length = b.CreateZExt(b.CreateAnd(int_in(s, state, 4, 32), 127), wide);
  Value* one = llvm::ConstantInt::get(wide, 1);
  Value* mask = b.CreateShl(b.CreateSub(b.CreateShl(one, length), one), at);
  Value* field = b.CreateShl(b.CreateZExt(in(s, state, 1), wide), at);
  Value* into = b.CreateZExt(in(s, state, 2), wide);
  Value* result = b.CreateOr(b.CreateAnd(into, b.CreateNot(mask)), b.CreateAnd(field, mask));
  out(s, state, b.CreateTrunc(result, b.getIntNTy(bits)));
}

// prmt d, a, b, selector: bytes of b:a by four nibbles; bit 3 of a nibble spreads the byte's sign.
void emit_permute(S s, PtxState& state) {
  auto& b = state.builder;
  Value* both = b.CreateOr(b.CreateShl(b.CreateZExt(int_in(s, state, 2, 32), b.getInt64Ty()), 32),
                           b.CreateZExt(int_in(s, state, 1, 32), b.getInt64Ty()));
  Value* selector = int_in(s, state, 3, 32);
  Value* result = b.getInt32(0);
  for (unsigned i = 0; i < 4; ++i) {
    Value* nibble = b.CreateAnd(b.CreateLShr(selector, 4 * i), 15);
    Value* shift = b.CreateZExt(b.CreateShl(b.CreateAnd(nibble, 7), 3), b.getInt64Ty());
    Value* byte = b.CreateTrunc(b.CreateLShr(both, shift), b.getInt8Ty());
    Value* sign = b.CreateAShr(byte, 7);
    Value* spread = b.CreateICmpNE(b.CreateAnd(nibble, 8), b.getInt32(0));
    Value* chosen = b.CreateZExt(b.CreateSelect(spread, sign, byte), b.getInt32Ty());
    result = b.CreateOr(result, b.CreateShl(chosen, 8 * i));
  }
  out(s, state, result);
}

// lop3 d, a, b, c, table: any function of three bits.
void emit_logic3(S s, PtxState& state) {
  auto& b = state.builder;
  Value* inputs[3] = {int_in(s, state, 1, 32), int_in(s, state, 2, 32), int_in(s, state, 3, 32)};
  const auto* table = llvm::dyn_cast<llvm::ConstantInt>(int_in(s, state, 4, 32));
  if (!table) {
    state.error = "the table must be a constant";
    return;
  }
  Value* result = b.getInt32(0);
  for (unsigned row = 0; row < 8; ++row) {
    if ((table->getZExtValue() >> row & 1) == 0) continue;
    Value* term = b.getInt32(0xffffffffu);
    for (unsigned i = 0; i < 3; ++i)
      term = b.CreateAnd(term, (row >> (2 - i) & 1) != 0 ? inputs[i] : b.CreateNot(inputs[i]));
    result = b.CreateOr(result, term);
  }
  out(s, state, result);
}

void emit_move(S s, PtxState& state) {
  if (s.operands.size() != 2) return;
  if (s.type() == "pred") return out(s, state, state.predicate(s.operands[1]));
  out(s, state, s.is_float() ? in(s, state, 1) : state.integer(s.operands[1], s.bits()));
}

void emit_select(S s, PtxState& state) {
  out(s, state,
      state.builder.CreateSelect(state.predicate(s.operands.back()), in(s, state, 1),
                                 in(s, state, 2)));
}

// cvt.to.from: the first type is the result's.
void emit_convert(S s, PtxState& state) {
  auto& b = state.builder;
  PtxStatement to = s, from = s;
  std::vector<std::string> types;
  for (const std::string& part : s.opcode)
    if (part.size() >= 2 && std::strchr("usbf", part[0]) != nullptr && std::isdigit(part[1]) != 0)
      types.push_back(part);
  if (types.size() != 2) {
    state.error = "two types are needed";
    return;
  }
  to.opcode = {"cvt", types[0]};
  from.opcode = {"cvt", types[1]};
  Value* x = in(from, state, 1);
  llvm::Type* type = to.bits() == 64   ? b.getDoubleTy()
                     : to.bits() == 16 ? b.getHalfTy()
                                       : b.getFloatTy();
  if (to.is_float() && from.is_float()) return out(s, state, b.CreateFPCast(x, type));
  if (to.is_float())
    return out(s, state, from.is_signed() ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type));
  llvm::Type* integer = b.getIntNTy(to.bits());
  if (!from.is_float()) return out(s, state, b.CreateIntCast(x, integer, from.is_signed()));
  const ID round = s.has("rni")   ? llvm::Intrinsic::rint
                   : s.has("rmi") ? llvm::Intrinsic::floor
                   : s.has("rpi") ? llvm::Intrinsic::ceil
                                  : llvm::Intrinsic::trunc;
  x = b.CreateUnaryIntrinsic(round, x);
  out(s, state,
      b.CreateIntrinsic(to.is_signed() ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                        {integer, x->getType()}, {x}));
}

llvm::Type* memory_type(S s, PtxState& state) {
  auto& b = state.builder;
  if (!s.is_float()) return b.getIntNTy(s.bits());
  return s.bits() == 64 ? b.getDoubleTy() : s.bits() == 16 ? b.getHalfTy() : b.getFloatTy();
}

void emit_load(S s, PtxState& state) {
  auto& b = state.builder;
  llvm::Type* type = memory_type(s, state);
  Value* address = state.address(s.operands[1]);
  unsigned index = 0;
  for (const std::string& part : ptx_parts(s.operands[0])) {
    Value* place = b.CreateConstGEP1_32(type, address, index++);
    auto* load = b.CreateLoad(type, place, s.has("volatile"));
    Value* value = load;
    if (!s.is_float() && s.bits() < 32) value = widen(s, state, value, 32);
    state.set(part, value);
  }
}

void emit_store(S s, PtxState& state) {
  auto& b = state.builder;
  llvm::Type* type = memory_type(s, state);
  Value* address = state.address(s.operands[0]);
  unsigned index = 0;
  for (const std::string& part : ptx_parts(s.operands[1])) {
    Value* value = s.is_float() ? state.number(part, s.bits()) : state.integer(part, s.bits());
    b.CreateStore(value, b.CreateConstGEP1_32(type, address, index++), s.has("volatile"));
  }
}

void emit_atomic(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned first = s.name() == "red" ? 0 : 1;
  Value* address = state.address(s.operands[first]);
  Value* value = in(s, state, first + 1);
  const auto order = llvm::AtomicOrdering::Monotonic;
  Value* old = nullptr;
  if (s.has("cas")) {
    const auto strong = llvm::AtomicOrdering::SequentiallyConsistent;
    Value* pair =
        b.CreateAtomicCmpXchg(address, value, in(s, state, first + 2), {}, strong, strong);
    old = b.CreateExtractValue(pair, 0);
  } else {
    using Op = llvm::AtomicRMWInst;
    const auto op = s.has("exch")  ? Op::Xchg
                    : s.has("and") ? Op::And
                    : s.has("or")  ? Op::Or
                    : s.has("xor") ? Op::Xor
                    : s.has("min") ? (s.is_signed() ? Op::Min : Op::UMin)
                    : s.has("max") ? (s.is_signed() ? Op::Max : Op::UMax)
                    : s.has("add") ? (s.is_float() ? Op::FAdd : Op::Add)
                                   : Op::BAD_BINOP;
    if (op == Op::BAD_BINOP) {
      state.error = "this operation";
      return;
    }
    old = b.CreateAtomicRMW(op, address, value, {}, order);
  }
  if (first == 1) out(s, state, old);
}

void emit_fence(S, PtxState& state) {
  state.builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
}

void emit_barrier(S s, PtxState& state) {
  if (s.has("red")) return emit_barrier_reduction(s, state);
  const bool warp = s.has("warp");
  state.call(warp ? "__vg_warp_barrier" : "__vg_barrier", state.builder.getVoidTy(), {});
}

void emit_nothing(S, PtxState&) {}

void emit_trap(S, PtxState& state) { state.call("__vg_trap", state.builder.getVoidTy(), {}); }

Value* ballot(PtxState& state, Value* condition) {
  auto& b = state.builder;
  return state.call("__vg_ballot", b.getInt32Ty(), {b.CreateZExt(condition, b.getInt32Ty())});
}

// vote.sync.{ballot,any,all} d, p, mask.
void emit_vote(S s, PtxState& state) {
  auto& b = state.builder;
  Value* condition = state.predicate(s.operands[1]);
  Value* mask = s.operands.size() > 2 ? state.integer(s.operands[2], 32) : b.getInt32(~0u);
  if (s.has("all")) condition = b.CreateNot(condition);
  Value* lanes = b.CreateAnd(ballot(state, condition), mask);
  if (s.has("ballot")) return out(s, state, lanes);
  out(s, state,
      s.has("all") ? b.CreateICmpEQ(lanes, b.getInt32(0)) : b.CreateICmpNE(lanes, b.getInt32(0)));
}

void emit_active_mask(S s, PtxState& state) {
  out(s, state, state.call("__vg_active_mask", state.builder.getInt32Ty(), {}));
}

// shfl.sync.{up,down,bfly,idx} d[|p], a, b, c, mask: c packs the segment's mask and the clamp.
void emit_shuffle(S s, PtxState& state) {
  auto& b = state.builder;
  const std::string& target = s.operands[0];
  const auto bar = target.find('|');
  Value* value = int_in(s, state, 1, 32);
  Value* by = b.CreateAnd(int_in(s, state, 2, 32), 31);
  Value* control = int_in(s, state, 3, 32);
  Value* segment = b.CreateAnd(b.CreateLShr(control, 8), 31);
  Value* clamp = b.CreateAnd(control, 31);
  Value* lane = state.integer("%laneid", 32);
  Value* low = b.CreateAnd(lane, segment);
  Value* high = b.CreateOr(low, b.CreateAnd(clamp, b.CreateNot(segment)));
  Value* source = s.has("up")     ? b.CreateSub(lane, by)
                  : s.has("down") ? b.CreateAdd(lane, by)
                  : s.has("bfly") ? b.CreateXor(lane, by)
                                  : b.CreateOr(low, b.CreateAnd(by, b.CreateNot(segment)));
  Value* inside = s.has("up") ? b.CreateICmpSGE(source, high) : b.CreateICmpSLE(source, high);
  source = b.CreateSelect(inside, source, lane);
  Value* result = state.call("__vg_shuffle32", b.getInt32Ty(), {value, source});
  state.set(target.substr(0, bar), result);
  if (bar != std::string::npos) state.set(target.substr(bar + 1), inside);
}

Value* library(PtxState& state, const char* name, Value* x) {
  return state.call(name, x->getType(), {x});
}

void emit_math(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  Value* one = llvm::ConstantFP::get(x->getType(), 1.0);
  const std::string& name = s.name();
  const bool single = s.bits() == 32;
  if (name == "sqrt") return out(s, state, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x));
  if (name == "rcp") return out(s, state, b.CreateFDiv(one, x));
  if (name == "rsqrt")
    return out(s, state, b.CreateFDiv(one, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x)));
  if (name == "ex2")
    return out(s, state, library(state, single ? "__vg_exp2_f32" : "__vg_exp2_f64", x));
  if (name == "lg2")
    return out(s, state, library(state, single ? "__vg_log2_f32" : "__vg_log2_f64", x));
  if (name == "sin") return out(s, state, library(state, "__vg_sin_f32", x));
  if (name == "cos") return out(s, state, library(state, "__vg_cos_f32", x));
  out(s, state, library(state, single ? "__vg_tanh_f32" : "__vg_tanh_f64", x));
}

void emit_sign(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  const bool negate = s.name() == "neg";
  if (s.is_float())
    return out(s, state,
               negate ? b.CreateFNeg(x) : b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x));
  out(s, state,
      negate ? b.CreateNeg(x) : b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, b.getFalse()));
}

// dp4a.atype.btype d, a, b, c: the products of four bytes each, and c.
void emit_dot(S s, PtxState& state) {
  auto& b = state.builder;
  Value* sum = int_in(s, state, 3, 32);
  for (unsigned i = 0; i < 4; ++i) {
    Value* factors[2];
    for (unsigned f = 0; f < 2; ++f) {
      Value* byte = b.CreateTrunc(b.CreateLShr(int_in(s, state, 1 + f, 32), 8 * i), b.getInt8Ty());
      const std::string& type = s.opcode[std::min<std::size_t>(1 + f, s.opcode.size() - 1)];
      factors[f] =
          type[0] == 's' ? b.CreateSExt(byte, b.getInt32Ty()) : b.CreateZExt(byte, b.getInt32Ty());
    }
    sum = b.CreateAdd(sum, b.CreateMul(factors[0], factors[1]));
  }
  out(s, state, sum);
}

void emit_address(S s, PtxState& state) { out(s, state, int_in(s, state, 1, 64)); }

void emit_product(S s, PtxState& state) { out(s, state, product(s, state)); }

struct Row {
  const char* names;
  Emit emit;
};
constexpr Row kTable[] = {
    {" .reg ", emit_nothing},
    {" mov ", emit_move},
    {" add addc ", emit_add},
    {" sub subc ", emit_sub},
    {" mul mul24 ", emit_product},
    {" mad madc fma mad24 ", emit_mad},
    {" div rem ", emit_divide},
    {" min max ", emit_min_max},
    {" and or xor not ", emit_logic},
    {" shl shr ", emit_shift},
    {" shf ", emit_funnel},
    {" popc clz brev bfind ", emit_bit_count},
    {" bfe ", emit_extract},
    {" bfi ", emit_insert},
    {" prmt ", emit_permute},
    {" lop3 ", emit_logic3},
    {" setp ", emit_compare},
    {" set ", emit_set},
    {" selp ", emit_select},
    {" cvt ", emit_convert},
    {" cvta ", emit_address},
    {" ld ldu ", emit_load},
    {" st ", emit_store},
    {" atom red ", emit_atomic},
    {" membar fence ", emit_fence},
    {" bar barrier ", emit_barrier},
    {" prefetch prefetchu discard applypriority nanosleep pmevent brkpt griddepcontrol ",
     emit_nothing},
    {" trap exit ", emit_trap},
    {" vote ", emit_vote},
    {" activemask ", emit_active_mask},
    {" shfl ", emit_shuffle},
    {" redux ", emit_reduction},
    {" match ", emit_match},
    {" elect ", emit_election},
    {" sqrt rcp rsqrt ex2 lg2 sin cos tanh ", emit_math},
    {" neg abs ", emit_sign},
    {" dp4a ", emit_dot},
    {" mma ", emit_matrix_product},
    {" ldmatrix ", emit_load_matrix},
    {" stmatrix ", emit_store_matrix},
    {" movmatrix ", emit_move_matrix},
    {" cp ", emit_copy},
};

// How many operands an instruction has at least: all but a few have a result and a source.
std::size_t least_operands(const std::string& name) {
  for (const char* none :
       {".reg", "membar", "fence", "bar", "barrier", "trap", "exit", "prefetch", "prefetchu",
        "discard", "applypriority", "nanosleep", "pmevent", "brkpt", "griddepcontrol", "cp"})
    if (name == none) return 0;
  if (name == "activemask") return 1;
  return name == "selp" || name == "mma" || name == "dp4a" ? 4
         : name == "set" || name == "setp" || name == "shfl" || name == "redux" || name == "match"
             ? 3
             : 2;
}

}  // namespace

bool emit_ptx(const PtxStatement& statement, PtxState& state) {
  if (emit_half_ptx(statement, state)) return true;
  const std::string name = statement.name().empty() ? ".reg" : statement.name();
  const std::string wanted = " " + name + " ";
  for (const Row& row : kTable) {
    if (std::string(row.names).find(wanted) == std::string::npos) continue;
    const auto empty = std::find(statement.operands.begin(), statement.operands.end(), "");
    if (statement.operands.size() < least_operands(name) || empty != statement.operands.end()) {
      state.error = "an operand is missing";
      return true;
    }
    row.emit(statement, state);
    return true;
  }
  return emit_packed_ptx(statement, state);
}

}  // namespace vgpu::compiler
