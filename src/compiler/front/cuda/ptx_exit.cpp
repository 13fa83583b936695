// exit in inline PTX, which ends the thread wherever it stands; see ptx_statement.h.
//
// In a kernel it is a return. Functions that hold one become part of the kernels that call them.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_statement.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace vgpu::compiler {
namespace {

constexpr int kMaxCallers = 32;  // functions around functions around an assembly

std::vector<llvm::CallInst*> exits_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto* assembly =
        call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    if (assembly == nullptr) continue;
    const std::vector<std::string> text = split_ptx(std::string(assembly->getAsmString()));
    if (text.size() == 1 && text[0] == "exit") found.push_back(call);
  }
  return found;
}

void end_before(llvm::CallInst* call) {
  llvm::BasicBlock* block = call->getParent();
  block->splitBasicBlock(call);
  block->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(block);
  if (block->getParent()->getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateUnreachable();  // a function that nobody calls any more
}

}  // namespace

void lower_exits(llvm::Module& module) {
  bool changed = true;
  for (int round = 0; changed && round < kMaxCallers; ++round) {
    changed = false;
    for (llvm::Function& function : module)
      if (!function.use_empty() && !exits_of(function).empty())
        changed |= inline_calls_of(function);
  }
  for (llvm::Function& function : module) {
    if (!function.use_empty()) continue;  // called by itself or by pointer: its exit stays a trap
    const std::vector<llvm::CallInst*> exits = exits_of(function);
    for (llvm::CallInst* call : exits) end_before(call);
    if (!exits.empty()) llvm::EliminateUnreachableBlocks(function);
  }
}

}  // namespace vgpu::compiler
