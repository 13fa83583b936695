// Operands of PTX instructions and what modifiers do to them; see ptx_operands.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_operands.h"

#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler::ptx {

using llvm::Value;
using S = const PtxStatement&;

Value* in(S s, PtxState& state, unsigned index) {
  if (index >= s.operands.size()) {
    state.error = "an operand is missing";
    return s.is_float() ? state.number("0", s.bits()) : state.builder.getIntN(s.bits(), 0);
  }
  if (!s.is_float()) return state.integer(s.operands[index], s.bits());
  Value* number = state.number(s.operands[index], s.bits());
  return s.has("ftz") ? flush(state, number) : number;
}

Value* int_in(S s, PtxState& state, unsigned index, unsigned bits) {
  if (index < s.operands.size()) return state.integer(s.operands[index], bits);
  state.error = "an operand is missing";
  return state.builder.getIntN(bits, 0);
}

void out(S s, PtxState& state, Value* value) {
  if (s.operands.empty()) return;
  if (value->getType()->isFloatingPointTy()) {
    if (s.has("ftz")) value = flush(state, value);
    if (s.has("sat")) value = saturate(state, value);
    if (s.has("relu")) value = rectify(state, value);
  }
  state.set(s.operands[0], value);
}

Value* widen(S s, PtxState& state, Value* value, unsigned bits) {
  llvm::Type* type = state.builder.getIntNTy(bits);
  return s.is_signed() ? state.builder.CreateSExt(value, type)
                       : state.builder.CreateZExt(value, type);
}

Value* flush(PtxState& state, Value* number) {
  auto& b = state.builder;
  llvm::Type* type = number->getType();
  if (type->isDoubleTy()) return number;
  Value* least = llvm::ConstantFP::get(type, type->isHalfTy() ? 0x1p-14 : 0x1p-126);
  Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  Value* zero =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, llvm::ConstantFP::get(type, 0.0), number);
  return b.CreateSelect(b.CreateFCmpOLT(size, least), zero, number);
}

Value* saturate(PtxState& state, Value* number) {
  auto& b = state.builder;
  Value* zero = llvm::ConstantFP::get(number->getType(), 0.0);
  Value* one = llvm::ConstantFP::get(number->getType(), 1.0);
  number = b.CreateSelect(b.CreateFCmpOGT(number, zero), number, zero);
  return b.CreateSelect(b.CreateFCmpOLT(number, one), number, one);
}

Value* rectify(PtxState& state, Value* number) {
  auto& b = state.builder;
  Value* zero = llvm::ConstantFP::get(number->getType(), 0.0);
  return b.CreateSelect(b.CreateFCmpOLE(number, zero), zero, number);
}

}  // namespace vgpu::compiler::ptx
