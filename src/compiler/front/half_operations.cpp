// Operations on halves that LLVM leaves to functions which kernels do not have, or rounds twice; see lower_names.h.
//
// Casts from double go by way of a float that was rounded to odd (cut off, and its last bit set if that lost anything):
// it rounds to the same half as the double would. The least and the largest are those of floats. A product of halves
// is exact in a double, and its sum with a third half rounds as the exact one would, so fma is that.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

Value* round_to_odd(llvm::IRBuilder<>& builder, Value* number) {
  llvm::Type* narrow = number->getType()->getWithNewType(builder.getFloatTy());
  llvm::Type* bits = number->getType()->getWithNewType(builder.getInt32Ty());
  Value* nearest = builder.CreateFPTrunc(number, narrow);
  Value* back = builder.CreateFPExt(nearest, number->getType());
  Value* size = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  Value* back_size = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back);
  Value* word = builder.CreateBitCast(nearest, bits);
  Value* away = builder.CreateFCmpOGT(back_size, size);
  Value* cut = builder.CreateSub(word, builder.CreateZExt(away, bits));
  Value* odd = builder.CreateOr(cut, llvm::ConstantInt::get(bits, 1));
  Value* inexact = builder.CreateFCmpONE(back, number);  // not for what is no number
  return builder.CreateBitCast(builder.CreateSelect(inexact, odd, word), narrow);
}

Value* to_half(llvm::IRBuilder<>& builder, Value* number) {
  if (number->getType()->getScalarType()->isDoubleTy()) number = round_to_odd(builder, number);
  return builder.CreateFPTrunc(number, number->getType()->getWithNewType(builder.getHalfTy()));
}

Value* widened(llvm::IRBuilder<>& builder, Value* half, llvm::Type* element) {
  return builder.CreateFPExt(half, half->getType()->getWithNewType(element));
}

Value* lower_intrinsic(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum: {
      Value* a = widened(builder, call.getArgOperand(0), builder.getFloatTy());
      Value* b = widened(builder, call.getArgOperand(1), builder.getFloatTy());
      return to_half(builder, builder.CreateBinaryIntrinsic(call.getIntrinsicID(), a, b));
    }
    case llvm::Intrinsic::fma: {
      Value* parts[3];
      for (unsigned i = 0; i < 3; ++i) {
        parts[i] = widened(builder, call.getArgOperand(i), builder.getDoubleTy());
      }
      return to_half(builder, builder.CreateFAdd(builder.CreateFMul(parts[0], parts[1]), parts[2]));
    }
    default:
      return nullptr;
  }
}

Value* lowered(llvm::Instruction& instruction) {
  if (!instruction.getType()->getScalarType()->isHalfTy()) return nullptr;
  llvm::IRBuilder<> builder(&instruction);
  if (auto* cast = llvm::dyn_cast<llvm::FPTruncInst>(&instruction)) {
    const bool from_double = cast->getSrcTy()->getScalarType()->isDoubleTy();
    return from_double ? to_half(builder, cast->getOperand(0)) : nullptr;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call == nullptr ? nullptr : lower_intrinsic(builder, *call);
}

}  // namespace

void lower_half_operations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      Value* other = lowered(instruction);
      if (other == nullptr) continue;
      instruction.replaceAllUsesWith(other);
      instruction.eraseFromParent();
    }
  }
}

}  // namespace vgpu::compiler
