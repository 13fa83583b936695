// Appends the item parameters to functions and to the calls that reach them.
//
// A pointer to a function may come from memory, so every indirect call passes the context and every function whose
// address can be taken accepts it; one rule for all of them keeps the two sides in step.
// SPDX-License-Identifier: MIT
#include "compiler/passes/item_calls.h"

#include "compiler/passes/kernel_frame.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {
namespace {

llvm::FunctionType* with_context(llvm::FunctionType* type) {
  llvm::SmallVector<llvm::Type*, 16> parameters(type->params());
  llvm::append_range(parameters, item_function_type(type->getContext())->params());
  return llvm::FunctionType::get(type->getReturnType(), parameters, type->isVarArg());
}

llvm::Function* extend_function(llvm::Function& old) {
  auto* function = llvm::Function::Create(with_context(old.getFunctionType()),
                                          llvm::GlobalValue::InternalLinkage, "", old.getParent());
  function->takeName(&old);
  function->copyAttributesFrom(&old);
  function->setSubprogram(old.getSubprogram());
  old.setSubprogram(nullptr);
  // It now reads the launch frame and may call the host, whatever it did before.
  function->removeFnAttr(llvm::Attribute::Memory);
  function->splice(function->begin(), &old);
  for (unsigned i = 0; i < old.arg_size(); ++i) {
    function->getArg(i)->takeName(old.getArg(i));
    old.getArg(i)->replaceAllUsesWith(function->getArg(i));
  }
  describe_item_parameters(*function);
  old.replaceAllUsesWith(function);
  old.eraseFromParent();
  return function;
}

// A call into kernel code: not an intrinsic, not inline assembly, not a declaration of the convention.
bool reaches_kernel_code(llvm::CallInst& call) {
  if (call.isInlineAsm()) return false;
  auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  return callee == nullptr || !callee->isDeclaration();
}

void extend_call(llvm::CallInst& call) {
  llvm::Function& caller = *call.getFunction();
  llvm::SmallVector<llvm::Value*, 16> arguments(call.args());
  for (unsigned i = 0; i < kItemParameters; ++i) {
    arguments.push_back(item_parameter(caller, static_cast<ItemParameter>(i)));
  }
  auto* extended = llvm::CallInst::Create(with_context(call.getFunctionType()),
                                          call.getCalledOperand(), arguments, "", &call);
  extended->setCallingConv(call.getCallingConv());
  extended->setAttributes(call.getAttributes());
  extended->removeFnAttr(llvm::Attribute::Memory);
  extended->setDebugLoc(call.getDebugLoc());
  extended->takeName(&call);
  call.replaceAllUsesWith(extended);
  call.eraseFromParent();
}

}  // namespace

void pass_item_context(llvm::Module& module, llvm::Function& item) {
  llvm::SmallVector<llvm::Function*, 8> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && &function != &item) functions.push_back(&function);
  }
  for (llvm::Function*& function : functions) function = extend_function(*function);
  functions.push_back(&item);
  for (llvm::Function* function : functions) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(*function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (call != nullptr && reaches_kernel_code(*call)) extend_call(*call);
    }
  }
}

}  // namespace vgpu::compiler
