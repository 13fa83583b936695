// Keeps wishes to unroll loops within reason.
//
// LLVM takes "#pragma unroll 1000000" at its word and makes a million copies in one step, which no clock can stop. A
// count is cut to what keeps the function below some ten thousands of instructions. Called by front.cpp.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/front/lower_names.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {
namespace {

constexpr char kCount[] = "llvm.loop.unroll.count";
constexpr std::uint64_t kMostInstructions = 30'000, kMostCopies = 1024;

// The count if `node` is one.
llvm::ConstantInt* count_in(llvm::MDNode* node) {
  if (node == nullptr || node->getNumOperands() != 2) return nullptr;
  auto* name = llvm::dyn_cast<llvm::MDString>(node->getOperand(0));
  if (name == nullptr || name->getString() != kCount) return nullptr;
  return llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(1));
}

// A loop's notes are a node whose first operand is itself.
void limit(llvm::Instruction& end, llvm::MDNode& notes, std::uint64_t most) {
  for (unsigned i = 1; i < notes.getNumOperands(); ++i) {
    llvm::ConstantInt* count =
        count_in(llvm::dyn_cast_or_null<llvm::MDNode>(notes.getOperand(i).get()));
    if (count == nullptr || count->getZExtValue() <= most) continue;
    llvm::LLVMContext& context = end.getContext();
    llvm::Metadata* words[] = {
        llvm::MDString::get(context, kCount),
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(count->getType(), most))};
    notes.replaceOperandWith(i, llvm::MDNode::get(context, words));
  }
}

}  // namespace

void limit_unrolling(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const std::uint64_t size = std::max(1u, function.getInstructionCount());
    const std::uint64_t most = std::clamp<std::uint64_t>(kMostInstructions / size, 1, kMostCopies);
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction* end = block.getTerminator();
      if (llvm::MDNode* notes = end->getMetadata(llvm::LLVMContext::MD_loop)) {
        limit(*end, *notes, most);
      }
    }
  }
}

}  // namespace vgpu::compiler
