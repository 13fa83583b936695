// Makes integer divisions harmless: whatever the divisor is, the machine divides by a number that it can divide by.
//
// On a GPU a division by zero gives some number; on a CPU it is a trap, and to LLVM it means that the whole instruction
// never runs, with all of its lanes. A lane that no item uses may hold any divisor besides. Zero therefore becomes one, and
// so does the -1 that overflows. Runs after the vectoriser, whose rules want to see divisions as the program has them.
// SPDX-License-Identifier: MIT
#include "compiler/passes/unit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

using llvm::Instruction;
using llvm::Value;

class DivisionGuard {
 public:
  explicit DivisionGuard(const llvm::DataLayout& layout) : layout_(layout) {}

  void guard(llvm::BinaryOperator& division) const {
    const auto opcode = division.getOpcode();
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    Value* divisor = division.getOperand(1);
    const bool defined = llvm::isGuaranteedNotToBeUndefOrPoison(divisor);
    const bool zero = !defined || !llvm::isKnownNonZero(divisor, layout_);
    const bool overflow = is_signed && (!defined || may_overflow(division));
    if (!zero && !overflow) return;
    llvm::IRBuilder<> builder(&division);
    llvm::Type* type = divisor->getType();
    llvm::Constant* one = llvm::ConstantInt::get(type, 1);
    divisor = builder.CreateFreeze(divisor);
    // First zero alone: LLVM takes a choice between one and constants with a zero among them for a choice of one.
    Value* nothing = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    divisor = builder.CreateSelect(nothing, one, divisor);
    if (overflow) {
      const auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
      Value* number = builder.CreateFreeze(division.getOperand(0));
      Value* overflows =
          builder.CreateAnd(builder.CreateICmpEQ(number, llvm::ConstantInt::get(type, least)),
                            builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
      divisor = builder.CreateSelect(overflows, one, divisor);
      division.setOperand(0, number);
    }
    division.setOperand(1, divisor);
  }

 private:
  // Whether the number may be the least and the divisor -1.
  bool may_overflow(const llvm::BinaryOperator& division) const {
    const llvm::KnownBits divisor = llvm::computeKnownBits(division.getOperand(1), layout_);
    if (!divisor.Zero.isZero()) return false;
    return llvm::ComputeNumSignBits(division.getOperand(0), layout_) == 1;
  }

  const llvm::DataLayout& layout_;
};

}  // namespace

bool guard_divisions(Unit& unit) {
  const DivisionGuard guard(unit.module.getDataLayout());
  for (llvm::Function& function : unit.module) {
    for (Instruction& inst : llvm::instructions(function)) {
      auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&inst);
      if (division != nullptr && division->isIntDivRem()) guard.guard(*division);
    }
  }
  return true;
}

}  // namespace vgpu::compiler
