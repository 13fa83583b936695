// Texture references: clang asks for a variable's handle by an intrinsic, here it is the variable's value.
//
// See lower_names.h. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

constexpr char kHandle[] = "llvm.nvvm.texsurf.handle.internal";

void lower_call(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* variable = call.getArgOperand(0)->stripPointerCasts();
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(variable)) global->setConstant(false);
  call.replaceAllUsesWith(builder.CreateLoad(call.getType(), variable, "texture"));
  call.eraseFromParent();
}

}  // namespace

void lower_texture_handles(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with(kHandle)) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users()))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) lower_call(*call);
    if (function.use_empty()) function.eraseFromParent();
  }
}

}  // namespace vgpu::compiler
