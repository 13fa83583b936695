// Shifts by more bits than a number has, as GPUs do them; see lower_names.h.
//
// C++ leaves `x << n` undefined for such n, and LLVM makes poison of it. The hardware takes the count as unsigned and
// stops at the number's width: zeros come in, at a signed right shift copies of the sign. CUDA programs count on it,
// those that pack bits above all: `word << 32 - bit` for bit 0. Counts known to be small cost nothing, since LLVM drops
// the comparison; CPUs whose vector shifts end the same way need none for the others.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {
namespace {

bool is_known_small(const llvm::BinaryOperator& shift) {
  using namespace llvm::PatternMatch;
  const unsigned width = shift.getType()->getScalarSizeInBits();
  return match(shift.getOperand(1),
               m_SpecificInt_ICMP(llvm::ICmpInst::ICMP_ULT, llvm::APInt(width, width)));
}

void lower_shift(llvm::BinaryOperator& shift) {
  llvm::IRBuilder<> builder(&shift);
  llvm::Type* type = shift.getType();
  llvm::Value* count = shift.getOperand(1);
  const unsigned width = type->getScalarSizeInBits();
  if (shift.getOpcode() == llvm::Instruction::AShr) {
    llvm::Value* most = llvm::ConstantInt::get(type, width - 1);
    shift.setOperand(1, builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, most));
    return;
  }
  builder.SetInsertPoint(shift.getNextNode());
  llvm::Value* small = builder.CreateICmpULT(count, llvm::ConstantInt::get(type, width));
  llvm::Value* chosen = builder.CreateSelect(small, &shift, llvm::Constant::getNullValue(type));
  shift.replaceUsesWithIf(chosen, [&](const llvm::Use& use) { return use.getUser() != chosen; });
}

}  // namespace

void lower_shifts(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        if (shift && shift->isShift() && !is_known_small(*shift)) lower_shift(*shift);
      }
}

}  // namespace vgpu::compiler
