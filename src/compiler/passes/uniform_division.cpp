// Multiplies by the reciprocal instead of dividing, or divides doubles.
//
// The reciprocal is ceil(2^64 / d): for every 32-bit n and d >= 2 the upper 64 bits of its product with n are exactly
// n / d, because the error of the reciprocal, below 1, contributes less than n / 2^64 < 1 / d. It takes one 64-bit
// division that depends on the divisor only, so it leaves loops, and x86 has no vector division of integers at all.
// SPDX-License-Identifier: MIT
#include "compiler/passes/uniform_division.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// The upper 64 bits of reciprocal * number. Split into halves, so that vectors need 32-bit products only.
Value* high_product(IRBuilder<>& builder, Value* reciprocal, Value* number) {
  Type* wide = number->getType()->getWithNewBitWidth(64);
  auto spread = [&](Value* half) {
    auto* vector = dyn_cast<FixedVectorType>(wide);
    return vector != nullptr ? builder.CreateVectorSplat(vector->getNumElements(), half) : half;
  };
  Value* n = builder.CreateZExt(number, wide);
  Value* high = spread(builder.CreateLShr(reciprocal, 32));
  Value* low = spread(builder.CreateAnd(reciprocal, 0xffffffffU));
  Value* carry = builder.CreateLShr(builder.CreateMul(n, low), 32);
  Value* sum = builder.CreateAdd(builder.CreateMul(n, high), carry);
  return builder.CreateTrunc(builder.CreateLShr(sum, 32), number->getType());
}

}  // namespace

bool is_quotient(const Instruction& node) {
  return node.getOpcode() == Instruction::UDiv || node.getOpcode() == Instruction::SDiv;
}

Value* divide_by_uniform(IRBuilder<>& builder, Value* number, Value* divisor) {
  divisor = builder.CreateFreeze(divisor);  // it may be poison where no lane is active
  Value* one = ConstantInt::get(divisor->getType(), 1);
  Value* large = builder.CreateICmpUGT(divisor, one);
  Value* safe = builder.CreateZExt(builder.CreateSelect(large, divisor, builder.getInt32(2)),
                                   builder.getInt64Ty());
  Value* all = ConstantInt::getAllOnesValue(builder.getInt64Ty());
  Value* reciprocal = builder.CreateAdd(builder.CreateUDiv(all, safe), builder.getInt64(1));
  return builder.CreateSelect(large, high_product(builder, reciprocal, number), number);
}

// Doubles hold both numbers exactly. The quotient is rounded by less than number / divisor * 2^-53 < 1 / divisor, and that
// is how far it is at least from the next integer above, so cutting its fraction off gives the exact result.
Value* divide_in_doubles(IRBuilder<>& builder, Value* number, Value* divisor, bool is_signed) {
  Type* wide = number->getType()->getWithNewType(builder.getDoubleTy());
  auto widened = [&](Value* lanes) {
    return is_signed ? builder.CreateSIToFP(lanes, wide) : builder.CreateUIToFP(lanes, wide);
  };
  Value* quotient = builder.CreateFDiv(widened(number), widened(divisor));
  Type* narrow = number->getType();
  Value* cut =
      is_signed ? builder.CreateFPToSI(quotient, narrow) : builder.CreateFPToUI(quotient, narrow);
  return builder.CreateFreeze(cut);  // the largest negative number by -1, and anything by 0
}

Value* divide_positive(IRBuilder<>& builder, Value* number, Value* divisor, bool quotient) {
  divisor = builder.CreateFreeze(divisor);
  Value* result = nullptr;
  if (number->getType()->isIntegerTy(32) && !isa<Constant>(divisor)) {
    result = divide_by_uniform(builder, number, divisor);
  } else {
    Constant* zero = Constant::getNullValue(divisor->getType());
    Value* none = builder.CreateICmpEQ(divisor, zero);
    Value* one = ConstantInt::get(divisor->getType(), 1);
    result = builder.CreateUDiv(number, builder.CreateSelect(none, one, divisor));
  }
  return quotient ? result : builder.CreateSub(number, builder.CreateMul(result, divisor));
}

}  // namespace vgpu::compiler
