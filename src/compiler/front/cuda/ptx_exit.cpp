// exit in inline PTX, which ends the thread wherever it stands; see ptx_statement.h.
//
// In a kernel it is a return (ptx_blocks.cpp). Functions that hold one become part of the kernels that call them.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_statement.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

constexpr int kMaxCallers = 32;  // functions around functions around an assembly

bool has_exit(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto* assembly =
        call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    if (assembly != nullptr && ptx_exits(split_ptx(std::string(assembly->getAsmString()))))
      return true;
  }
  return false;
}

}  // namespace

void inline_exits(llvm::Module& module) {
  bool changed = true;
  for (int round = 0; changed && round < kMaxCallers; ++round) {
    changed = false;
    for (llvm::Function& function : module)
      if (!function.use_empty() && has_exit(function)) changed |= inline_calls_of(function);
  }
}

}  // namespace vgpu::compiler
