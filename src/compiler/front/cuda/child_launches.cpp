// Launches that kernels make by themselves name their kernel by its address; see lower_names.h.
//
// A kernel's function becomes another one in machine code, so the address says nothing when the parent runs: the
// service gets the symbol's name instead. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {

void lower_child_launches(llvm::Module& module) {
  llvm::Function* launch = module.getFunction("__vg_launch");
  if (!launch || !launch->isDeclaration()) return;
  for (llvm::User* user : launch->users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledOperand() != launch) continue;
    llvm::Value* named = call->getArgOperand(0)->stripPointerCasts();
    if (!llvm::isa<llvm::Function>(named)) continue;
    llvm::IRBuilder<> builder(call);
    call->setArgOperand(0, builder.CreateGlobalString(named->getName(), "child"));
  }
}

}  // namespace vgpu::compiler
