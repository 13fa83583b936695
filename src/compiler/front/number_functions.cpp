// Finds functions whose address is taken; see number_functions.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/number_functions.h"

#include "compiler/front/retarget.h"
#include "compiler/function_numbers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

namespace vgpu::compiler {
namespace {

// Kernels are launched, never called: child_launches.cpp has seen to their addresses.
bool needs_number(llvm::Function& function) {
  if (function.isDeclaration() || function.hasFnAttribute(kKernelAttribute)) return false;
  function.removeDeadConstantUsers();
  return function.hasAddressTaken();
}

}  // namespace

void number_functions(llvm::Module& module) {
  std::uint64_t count = 0;
  for (llvm::Function& function : module)
    if (needs_number(function)) function.addFnAttr(kFunctionNumber, std::to_string(count++));
  if (count == 0) return;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), count);
  new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                           llvm::Constant::getNullValue(type), kFunctionTable);
}

std::optional<std::uint64_t> function_number(const llvm::Function& function) {
  std::uint64_t number = 0;
  const llvm::Attribute attribute = function.getFnAttribute(kFunctionNumber);
  if (!attribute.isValid() || attribute.getValueAsString().getAsInteger(10, number))
    return std::nullopt;
  return number;
}

bool calls_by_pointer(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !call->isInlineAsm() &&
         !llvm::isa<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
}

}  // namespace vgpu::compiler
