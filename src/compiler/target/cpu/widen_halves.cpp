// Comparisons, roundings, roots and extremes of vectors of halves, as those of floats; see widen_halves.h.
//
// All are exact: a float holds every half, a whole number or an extreme of halves is a half, and a root with the 24 bits
// of a float rounds to the half that the exact one would.
// SPDX-License-Identifier: MIT
#include "compiler/target/cpu/widen_halves.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

bool is_half_vector(const Value* value) {
  return value->getType()->isVectorTy() && value->getType()->getScalarType()->isHalfTy();
}

Value* widened(llvm::IRBuilder<>& builder, Value* halves) {
  return builder.CreateFPExt(halves, halves->getType()->getWithNewType(builder.getFloatTy()));
}

bool is_exact_in_floats(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
      return true;
    default:
      return false;
  }
}

// What stands for the instruction, or null where it may stay.
Value* in_floats(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  if (auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) {
    if (!is_half_vector(compare->getOperand(0))) return nullptr;
    Value* a = widened(builder, compare->getOperand(0));
    return builder.CreateFCmp(compare->getPredicate(), a, widened(builder, compare->getOperand(1)));
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || !is_half_vector(call)) return nullptr;
  if (!is_exact_in_floats(call->getIntrinsicID())) return nullptr;
  llvm::SmallVector<Value*, 2> arguments;
  for (Value* argument : call->args()) arguments.push_back(widened(builder, argument));
  Value* wide = builder.CreateIntrinsic(arguments[0]->getType(), call->getIntrinsicID(), arguments);
  return builder.CreateFPTrunc(wide, call->getType());
}

}  // namespace

void widen_halves(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      Value* other = in_floats(instruction);
      if (other == nullptr) continue;
      instruction.replaceAllUsesWith(other);
      instruction.eraseFromParent();
    }
  }
}

}  // namespace vgpu::compiler
