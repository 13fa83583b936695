// PTX's video instructions on one value of 32 bits: vadd, vabsdiff, vset, vmad and their kin, whose sources are words or
// their bytes and halves; see ptx_statement.h.
//
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

// x.b1 and x.h0: where in a word; all of it without a selector.
struct Field {
  std::string name;
  unsigned shift = 0, bits = 32;
};

Field field_of(const std::string& operand) {
  const auto dot = operand.rfind('.');
  if (dot == std::string::npos || dot + 3 != operand.size()) return {operand};
  const unsigned bits = operand[dot + 1] == 'b' ? 8 : 16;
  const unsigned index = static_cast<unsigned>(operand[dot + 2] - '0');
  return {operand.substr(0, dot), index * bits, bits};
}

bool is_signed(const std::string& type) { return type[0] == 's'; }

// A source as a whole number; "-x" is its negative.
Value* source(PtxState& state, const std::string& operand, const std::string& type) {
  auto& b = state.builder;
  const bool negative = operand.size() > 1 && operand[0] == '-' && std::isdigit(operand[1]) == 0;
  const Field field = field_of(negative ? operand.substr(1) : operand);
  Value* word = b.CreateLShr(state.integer(field.name, 32), field.shift);
  Value* part = b.CreateTrunc(word, b.getIntNTy(field.bits));
  Value* wide =
      is_signed(type) ? b.CreateSExt(part, b.getInt64Ty()) : b.CreateZExt(part, b.getInt64Ty());
  return negative ? b.CreateNeg(wide) : wide;
}

Value* limited(PtxState& state, Value* x, const std::string& type, unsigned bits) {
  auto& b = state.builder;
  const std::int64_t above = std::int64_t{1} << (is_signed(type) ? bits - 1 : bits);
  const auto number = [&](std::int64_t value) {
    return b.getInt64(static_cast<std::uint64_t>(value));
  };
  x = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, number(above - 1));
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, number(is_signed(type) ? -above : 0));
}

Value* shifted(S s, PtxState& state, Value* x, Value* by) {
  auto& b = state.builder;
  by = s.has("wrap") ? b.CreateAnd(by, 31)
                     : b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, by, b.getInt64(32));
  return s.name() == "vshl" ? b.CreateShl(x, by) : b.CreateAShr(x, by);
}

// nullptr: there is no such instruction.
Value* operate(S s, PtxState& state, Value* x, Value* y, Value* c) {
  auto& b = state.builder;
  const std::string& name = s.name();
  if (name == "vadd") return b.CreateAdd(x, y);
  if (name == "vsub") return b.CreateSub(x, y);
  if (name == "vmin") return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  if (name == "vmax") return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  if (name == "vabsdiff")
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, b.CreateSub(x, y), b.getFalse());
  if (name == "vshl" || name == "vshr") return shifted(s, state, x, y);
  if (name == "vset") return emit_comparison(s, state, x, y);
  if (name != "vmad" || c == nullptr) return nullptr;
  Value* sum = b.CreateAdd(b.CreateMul(x, y), c);
  if (s.has("po")) sum = b.CreateAdd(sum, b.getInt64(1));
  return b.CreateAShr(sum, s.has("shr7") ? 7 : s.has("shr15") ? 15 : 0);
}

// `.add d, a, b, c` puts c to the result; `d.b0, a, b, c` puts the result into c.
Value* merged(S s, PtxState& state, const Field& target, Value* result, const std::string& type) {
  auto& b = state.builder;
  result = b.CreateTrunc(result, b.getInt32Ty());
  if (s.name() == "vmad" || s.operands.size() < 4) return result;
  Value* c = state.integer(s.operands[3], 32);
  const bool sign = is_signed(type);
  if (s.has("add")) return b.CreateAdd(result, c);
  if (s.has("min"))
    return b.CreateBinaryIntrinsic(sign ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, result, c);
  if (s.has("max"))
    return b.CreateBinaryIntrinsic(sign ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, result, c);
  const std::uint32_t mask = (target.bits == 32 ? ~0u : (1u << target.bits) - 1) << target.shift;
  return b.CreateOr(b.CreateAnd(b.CreateShl(result, target.shift), mask), b.CreateAnd(c, ~mask));
}

constexpr std::string_view kNames = " vadd vsub vmin vmax vabsdiff vshl vshr vset vmad ";

}  // namespace

// 1 where the comparison holds, else 0, in the type of the operands; without a comparison nullptr.
Value* emit_comparison(const PtxStatement& s, PtxState& state, Value* x, Value* y) {
  using P = llvm::CmpInst::Predicate;
  static constexpr std::pair<const char*, P> kComparisons[] = {
      {"eq", P::ICMP_EQ},  {"ne", P::ICMP_NE},  {"lt", P::ICMP_SLT},
      {"le", P::ICMP_SLE}, {"gt", P::ICMP_SGT}, {"ge", P::ICMP_SGE}};
  for (const auto& [name, predicate] : kComparisons)
    if (s.has(name))
      return state.builder.CreateZExt(state.builder.CreateICmp(predicate, x, y), x->getType());
  return nullptr;
}

bool emit_video_ptx(const PtxStatement& s, PtxState& state) {
  if (kNames.find(" " + s.name() + " ") == std::string_view::npos) return false;
  const std::vector<std::string> types = s.types();
  const bool set = s.name() == "vset", product = s.name() == "vmad";
  if (types.size() != (set ? 2u : 3u) || s.operands.size() < (product ? 4u : 3u)) {
    state.error = "a type or an operand is missing";
    return true;
  }
  const std::string refused = refused_modifier(s, product ? " sat po shr7 shr15 "
                                                  : set   ? " eq ne lt le gt ge add min max "
                                                  : s.name() == "vshl" || s.name() == "vshr"
                                                      ? " sat add min max clamp wrap "
                                                      : " sat add min max ");
  if (!refused.empty()) {
    state.error = "there is no ." + refused + " here";
    return true;
  }
  const std::string& first = types[types.size() - 2];
  Value* c = product ? source(state, s.operands[3], types[0]) : nullptr;
  Value* result = operate(s, state, source(state, s.operands[1], first),
                          source(state, s.operands[2], types.back()), c);
  if (result == nullptr) {
    state.error = "this comparison";
    return true;
  }
  const Field target = field_of(s.operands[0]);
  const std::string type = set ? "u32" : types[0];
  if (s.has("sat")) result = limited(state, result, type, target.bits);
  state.set(target.name, merged(s, state, target, result, type));
  return true;
}

}  // namespace vgpu::compiler
