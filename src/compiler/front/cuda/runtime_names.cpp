// malloc, new, abort and extern __shared__ of CUDA in terms of the module convention; see lower_names.h.
//
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ReplaceConstant.h"

namespace vgpu::compiler {
namespace {

struct Rename {
  const char* from;
  const char* to;
  unsigned parameters;  // how many of the call's arguments are kept
};

constexpr Rename kRenames[] = {
    {"malloc", "__vg_malloc", 1},
    {"_Znwm", "__vg_malloc", 1},
    {"_Znam", "__vg_malloc", 1},
    {"free", "__vg_free", 1},
    {"_ZdlPv", "__vg_free", 1},
    {"_ZdaPv", "__vg_free", 1},
    {"_ZdlPvm", "__vg_free", 1},
    {"_ZdaPvm", "__vg_free", 1},
    {"abort", "__vg_trap", 0},
    {"__cxa_pure_virtual", "__vg_trap", 0},
    {"llvm.nvvm.barrier0", "__vg_barrier", 0},
};

// What is in tables of virtual functions needs an address, which services have none of: a function that calls one.
void define_by(llvm::Function& function, llvm::FunctionCallee callee, unsigned parameters) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
  std::vector<llvm::Value*> values;
  for (unsigned i = 0; i < parameters; ++i) values.push_back(function.getArg(i));
  llvm::CallInst* result = builder.CreateCall(callee, values);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
}

void rename_calls(llvm::Module& module, const Rename& row) {
  llvm::Function* function = module.getFunction(row.from);
  if (!function || !function->isDeclaration()) return;
  llvm::FunctionType* old_type = function->getFunctionType();
  std::vector<llvm::Type*> types;
  for (unsigned i = 0; i < row.parameters; ++i) types.push_back(old_type->getParamType(i));
  auto callee = module.getOrInsertFunction(
      row.to, llvm::FunctionType::get(old_type->getReturnType(), types, false));
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledOperand() != function) continue;
    llvm::IRBuilder<> builder(call);
    std::vector<llvm::Value*> kept(call->arg_begin(), call->arg_begin() + row.parameters);
    call->replaceAllUsesWith(builder.CreateCall(callee, kept));
    call->eraseFromParent();
  }
  if (function->use_empty())
    function->eraseFromParent();
  else
    define_by(*function, callee, row.parameters);
}

void lower_dynamic_shared(llvm::Module& module, llvm::GlobalVariable& variable) {
  llvm::convertUsersOfConstantsToInstructions({&variable});
  auto callee = module.getOrInsertFunction("__vg_dynamic_local", variable.getType());
  for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!instruction) continue;
    auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    llvm::IRBuilder<> builder(phi ? phi->getIncomingBlock(use)->getTerminator() : instruction);
    use.set(builder.CreateCall(callee));
  }
  if (variable.use_empty()) variable.eraseFromParent();
}

// threadIdx and its kin: objects without members that exist only as names.
void drop_builtin_variable(llvm::GlobalVariable& variable) {
  variable.replaceAllUsesWith(llvm::ConstantPointerNull::get(variable.getType()));
  variable.eraseFromParent();
}

}  // namespace

void lower_runtime_names(llvm::Module& module) {
  for (const Rename& row : kRenames) rename_calls(module, row);
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals()))
    if (variable.getAddressSpace() == 3 && variable.isDeclaration())
      lower_dynamic_shared(module, variable);
    else if (variable.hasExternalWeakLinkage())
      drop_builtin_variable(variable);
}

}  // namespace vgpu::compiler
