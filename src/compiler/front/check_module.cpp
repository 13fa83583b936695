// Refuses what the passes cannot compile; see check_module.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/check_module.h"

#include "compiler/front/source_place.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

namespace vgpu::compiler {
namespace {

// Instructions of another machine mean nothing here; an empty text is only a fence for the compiler.
std::string check_assembly(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    const auto* text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
    if (text && !text->getAsmString().empty())
      return place_of(*call) + "error: inline assembly is not supported: '" +
             std::string(text->getAsmString()) + "'\n";
  }
  return {};
}

// Events are handed on by functions that are inlined later, so nothing of them remains.
bool is_foreign(const llvm::Type* type) {
  return type->isTargetExtTy() && type->getTargetExtName() != "spirv.Event";
}

std::string check_types(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args())
    if (is_foreign(argument.getType()))
      return "error: '" + function.getName().str() + "' uses a type that is not supported (" +
             argument.getType()->getTargetExtName().str() + ")\n";
  return {};
}

}  // namespace

std::string check_module(const llvm::Module& module) {
  if (!module.getModuleInlineAsm().empty()) return "error: inline assembly is not supported\n";
  std::string errors;
  for (const llvm::Function& function : module) {
    if (function.getName().starts_with("llvm.nvvm.") && !function.use_empty())
      errors += place_of_use(function) + "error: unsupported intrinsic '" +
                function.getName().str() + "'\n";
    errors += check_assembly(function);
    errors += check_types(function);
  }
  if (!errors.empty()) return errors;
  llvm::raw_string_ostream stream(errors);
  if (llvm::verifyModule(module, &stream)) return "internal compiler error: " + errors;
  return {};
}

}  // namespace vgpu::compiler
