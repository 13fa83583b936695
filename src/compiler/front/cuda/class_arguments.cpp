// Objects with destructors as arguments of functions; see lower_names.h.
//
// C++ lets the caller make the object, the function work on that very object, and the caller destroy it. clang's target
// for NVIDIA's devices gives the function a copy of the object's bytes instead: what a function moves out of its argument
// the caller destroys a second time. Here such arguments are passed by their address, as on the host. Types are known
// by what callers do: they destroy what they passed.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "compiler/front/retarget.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

bool is_destructor(const llvm::Function& function) {
  const std::string name = function.getName().str();
  if (name.find("D0Ev") == name.npos && name.find("D1Ev") == name.npos &&
      name.find("D2Ev") == name.npos)
    return false;
  llvm::ItaniumPartialDemangler demangler;
  return !demangler.partialDemangle(name.c_str()) && demangler.isCtorOrDtor();
}

// A variable that its function destroys.
bool is_destroyed(const llvm::Value* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripPointerCasts());
  return variable && llvm::any_of(variable->users(), [&](const llvm::User* user) {
           const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
           return call && call->getCalledFunction() && call->arg_size() == 1 &&
                  is_destructor(*call->getCalledFunction());
         });
}

bool is_kernel(const llvm::Function* function) {
  return function && function->hasFnAttribute(kKernelAttribute);
}

llvm::SmallVector<llvm::CallBase*> calls_of_functions(llvm::Module& module) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && !is_kernel(call->getCalledFunction())) calls.push_back(call);
    }
  return calls;
}

typedef llvm::SmallPtrSet<const llvm::Type*, 8> Types;

// Of a function from another file the type may have another name.
Types destroyed_types(llvm::ArrayRef<llvm::CallBase*> calls) {
  Types types;
  for (const llvm::CallBase* call : calls)
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      const llvm::Type* type = call->getParamByValType(i);
      if (!type || !is_destroyed(call->getArgOperand(i))) continue;
      types.insert(type);
      const llvm::Function* callee = call->getCalledFunction();
      if (callee && callee->hasParamAttribute(i, llvm::Attribute::ByVal))
        types.insert(callee->getParamByValType(i));
    }
  return types;
}

// Whatever of such a type lives on behind the call was no object with a destructor: it keeps its bytes.
llvm::Value* copy_of(llvm::Value* pointer, llvm::Type* type, llvm::CallBase& call) {
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  llvm::IRBuilder<> builder(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* copy = builder.CreateAlloca(type);
  builder.SetInsertPoint(&call);
  builder.CreateMemCpy(copy, copy->getAlign(), pointer, llvm::MaybeAlign(),
                       layout.getTypeAllocSize(type));
  return copy;
}

void pass_addresses(llvm::CallBase& call, const Types& types) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Type* type = call.getParamByValType(i);
    if (!type || !types.contains(type)) continue;
    llvm::Value* pointer = call.getArgOperand(i);
    if (!is_destroyed(pointer)) call.setArgOperand(i, copy_of(pointer, type, call));
    call.removeParamAttr(i, llvm::Attribute::ByVal);
  }
}

}  // namespace

void lower_class_arguments(llvm::Module& module) {
  const llvm::SmallVector<llvm::CallBase*> calls = calls_of_functions(module);
  const Types types = destroyed_types(calls);
  if (types.empty()) return;
  for (llvm::CallBase* call : calls) pass_addresses(*call, types);
  for (llvm::Function& function : module) {
    if (is_kernel(&function)) continue;
    for (llvm::Argument& argument : function.args())
      if (argument.hasByValAttr() && types.contains(argument.getParamByValType()))
        argument.removeAttr(llvm::Attribute::ByVal);
  }
}

}  // namespace vgpu::compiler
