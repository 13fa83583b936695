// cvt of inline PTX among integers and floats, with its roundings and limits; see ptx_statement.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;
using ptx::Rounding;
using S = const PtxStatement&;

// The instruction as if it had that type only: of its result, or of its source.
PtxStatement with_type(S s, const std::string& type) {
  PtxStatement one = s;
  one.opcode = {"cvt", type};
  if (s.has("ftz") && type == "f32") one.opcode.insert(one.opcode.begin() + 1, "ftz");
  return one;
}

llvm::Type* float_type(PtxState& state, unsigned bits) {
  auto& b = state.builder;
  return bits == 64 ? b.getDoubleTy() : bits == 16 ? b.getHalfTy() : b.getFloatTy();
}

// To a whole number, as a float; without a modifier what the caller says.
Value* whole(S s, PtxState& state, Value* x, ID otherwise) {
  const ID round = s.has("rni")   ? llvm::Intrinsic::rint
                   : s.has("rmi") ? llvm::Intrinsic::floor
                   : s.has("rpi") ? llvm::Intrinsic::ceil
                   : s.has("rzi") ? llvm::Intrinsic::trunc
                                  : otherwise;
  return round == llvm::Intrinsic::not_intrinsic ? x : state.builder.CreateUnaryIntrinsic(round, x);
}

// An integer in the limits of another integer's type.
Value* limited(S from, S to, PtxState& state, Value* x) {
  auto& b = state.builder;
  const unsigned bits = to.bits();
  Value* wide = ptx::widen(from, state, x, 64);
  const auto bound = [&](const llvm::APInt& value) {
    return llvm::ConstantInt::get(b.getInt64Ty(), value);
  };
  const auto most = to.is_signed() ? llvm::APInt::getSignedMaxValue(bits).zext(64)
                                   : llvm::APInt::getMaxValue(bits).zext(64);
  if (!from.is_signed()) return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, wide, bound(most));
  const auto least =
      to.is_signed() ? llvm::APInt::getSignedMinValue(bits).sext(64) : llvm::APInt::getZero(64);
  wide = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, wide, bound(least));
  if (most.isNegative()) return wide;  // u64 holds all that is left
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, wide, bound(most));
}

// Registers are wider than small integers, which keep their sign there.
Value* in_register(S to, PtxState& state, Value* x) {
  x = state.builder.CreateIntCast(x, state.builder.getIntNTy(to.bits()), false);
  return to.bits() < 32 ? ptx::widen(to, state, x, 32) : x;
}

// A double holds integers of 32 bits exactly.
Value* integer_to_float(S s, S from, PtxState& state, Value* x, llvm::Type* type) {
  auto& b = state.builder;
  const Rounding rounding = ptx::rounding_of(s);
  if (rounding == Rounding::nearest)
    return from.is_signed() ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type);
  if (!type->isFloatTy() || from.bits() > 32) {
    state.error = "these types are rounded to nearest only";
    return llvm::Constant::getNullValue(type);
  }
  Value* exact =
      from.is_signed() ? b.CreateSIToFP(x, b.getDoubleTy()) : b.CreateUIToFP(x, b.getDoubleTy());
  return ptx::narrow(state, exact, nullptr, type, rounding);
}

Value* float_to_float(S s, PtxState& state, Value* x, llvm::Type* type) {
  auto& b = state.builder;
  x = whole(s, state, x, llvm::Intrinsic::not_intrinsic);
  const unsigned wide = x->getType()->getPrimitiveSizeInBits();
  const Rounding rounding = ptx::rounding_of(s);
  if (rounding == Rounding::nearest || wide <= type->getPrimitiveSizeInBits())
    return b.CreateFPCast(x, type);
  return ptx::narrow(state, x, nullptr, type, rounding);
}

Value* float_to_integer(S s, S to, PtxState& state, Value* x) {
  auto& b = state.builder;
  x = whole(s, state, x, llvm::Intrinsic::trunc);
  const ID cast = to.is_signed() ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  return b.CreateIntrinsic(cast, {b.getIntNTy(to.bits()), x->getType()}, {x});
}

// cvt.pack.sat.to.from[.b32] d, a, b[, c]: both in the limits of the small type, a above b; bytes above them come from c.
void emit_pack(S s, PtxState& state, const std::vector<std::string>& types) {
  auto& b = state.builder;
  const PtxStatement to = with_type(s, types[0]), from = with_type(s, types[1]);
  const unsigned bits = to.bits();
  if (!s.has("sat") || bits > 16 || from.bits() != 32 || (bits < 16) != (types.size() == 3)) {
    state.error = "these types";
    return;
  }
  const auto part = [&](unsigned index) {
    Value* value = limited(from, to, state, ptx::in(from, state, index));
    return b.CreateAnd(b.CreateTrunc(value, b.getInt32Ty()), (1u << bits) - 1);
  };
  Value* pair = b.CreateOr(b.CreateShl(part(1), bits), part(2));
  if (bits < 16) pair = b.CreateOr(pair, b.CreateShl(ptx::int_in(s, state, 3, 32), 2 * bits));
  state.set(s.operands[0], pair);
}

}  // namespace

// cvt.to.from: the first type is the result's.
void emit_convert(S s, PtxState& state) {
  auto& b = state.builder;
  const std::vector<std::string> types = s.types();
  if (types.size() < 2 || (types.size() > 2 && !s.has("pack"))) {
    state.error = "two types are needed";
    return;
  }
  if (s.has("pack")) return emit_pack(s, state, types);
  const PtxStatement to = with_type(s, types[0]), from = with_type(s, types[1]);
  Value* x = ptx::in(from, state, 1);
  if (to.is_float()) {
    llvm::Type* type = float_type(state, to.bits());
    x = from.is_float() ? float_to_float(s, state, x, type)
                        : integer_to_float(s, from, state, x, type);
    if (s.has("sat")) x = ptx::saturate(state, x);
    return ptx::out(to, state, x);
  }
  if (from.is_float())
    x = float_to_integer(s, to, state, x);
  else
    x = s.has("sat") ? limited(from, to, state, x)
                     : b.CreateIntCast(x, b.getIntNTy(to.bits()), from.is_signed());
  state.set(s.operands[0], in_register(to, state, x));
}

}  // namespace vgpu::compiler
