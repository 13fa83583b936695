// Casts of floats that an integer cannot hold, as GPUs do them; see lower_names.h.
//
// C++ leaves them undefined, LLVM makes poison of them and each CPU gives something else. The hardware ends at the
// integer's limits and makes 0 of NaN, and programs index with the results. Comparisons and selects rather than
// llvm.fptosi.sat, which x86 does lane by lane. Integers below 32 bits are the low bits of one with 32.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

// The headers' own functions bring their numbers into range where they need it.
bool is_of_headers(const llvm::Function& function) { return function.getName().contains("__vg_"); }

llvm::Constant* power_of_two(llvm::Type* type, int exponent, bool negative) {
  return llvm::ConstantFP::get(type,
                               negative ? -std::ldexp(1.0, exponent) : std::ldexp(1.0, exponent));
}

llvm::Value* to_unsigned(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Type* type) {
  const auto bits = static_cast<int>(type->getScalarSizeInBits());
  llvm::Value* some = b.CreateFCmpOGE(x, llvm::Constant::getNullValue(x->getType()));
  llvm::Value* many = b.CreateFCmpOGE(x, power_of_two(x->getType(), bits, false));
  llvm::Value* least =
      b.CreateSelect(some, b.CreateFPToUI(x, type), llvm::Constant::getNullValue(type));
  return b.CreateSelect(many, llvm::Constant::getAllOnesValue(type), least);
}

llvm::Value* to_signed(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Type* type) {
  const auto bits = static_cast<int>(type->getScalarSizeInBits());
  const llvm::APInt low = llvm::APInt::getSignedMinValue(static_cast<unsigned>(bits));
  llvm::Value* none = b.CreateSelect(b.CreateFCmpUNO(x, x), llvm::Constant::getNullValue(type),
                                     llvm::ConstantInt::get(type, low));
  llvm::Value* some = b.CreateFCmpOGE(x, power_of_two(x->getType(), bits - 1, true));
  llvm::Value* many = b.CreateFCmpOGE(x, power_of_two(x->getType(), bits - 1, false));
  llvm::Value* least = b.CreateSelect(some, b.CreateFPToSI(x, type), none);
  return b.CreateSelect(many, llvm::ConstantInt::get(type, ~low), least);
}

void lower_conversion(llvm::CastInst& cast) {
  llvm::IRBuilder<> builder(&cast);
  llvm::Value* x = cast.getOperand(0);
  llvm::Type* type = cast.getType();
  if (x->getType()->getScalarSizeInBits() < 32)  // 2^31 is no half
    x = builder.CreateFPExt(x, x->getType()->getWithNewType(builder.getFloatTy()));
  if (type->getScalarSizeInBits() < 32) type = type->getWithNewBitWidth(32);
  const bool is_signed = cast.getOpcode() == llvm::Instruction::FPToSI;
  llvm::Value* whole = is_signed ? to_signed(builder, x, type) : to_unsigned(builder, x, type);
  cast.replaceAllUsesWith(builder.CreateTrunc(whole, cast.getType()));
  cast.eraseFromParent();
}

bool is_conversion(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::FPToSIInst>(instruction) || llvm::isa<llvm::FPToUIInst>(instruction);
}

}  // namespace

void lower_conversions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (is_of_headers(function)) continue;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
        if (is_conversion(instruction)) lower_conversion(llvm::cast<llvm::CastInst>(instruction));
  }
}

}  // namespace vgpu::compiler
