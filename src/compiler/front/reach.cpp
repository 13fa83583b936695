// Everything that a function mentions, directly or through others; see reach.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/reach.h"

#include <vector>

#include "compiler/front/number_functions.h"
#include "compiler/front/retarget.h"
#include "compiler/function_numbers.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

bool is_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(kKernelAttribute);
}

void push_operands(const llvm::Value& value, std::vector<const llvm::Constant*>& work) {
  for (const llvm::Value* operand : llvm::cast<llvm::User>(value).operands())
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) work.push_back(constant);
}

// A call through a pointer may mean any function whose address somebody has taken.
void push_mentioned(const llvm::Function& function, std::vector<const llvm::Constant*>& work) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    push_operands(instruction, work);
    if (!calls_by_pointer(instruction)) continue;
    for (const llvm::Function& target : *function.getParent())
      if (function_number(target)) work.push_back(&target);
  }
}

void delete_unreached_functions(llvm::Module& module, const Reached& reached) {
  std::vector<llvm::Function*> dead;
  for (llvm::Function& function : module)
    if (!reached.contains(&function)) dead.push_back(&function);
  for (llvm::Function* function : dead) function->dropAllReferences();
  for (llvm::Function* function : dead) {
    function->removeDeadConstantUsers();
    if (function->use_empty()) function->eraseFromParent();
  }
}

}  // namespace

void add_reached(const llvm::GlobalValue& start, Reached& reached) {
  llvm::DenseSet<const llvm::Constant*> seen;
  std::vector<const llvm::Constant*> work{&start};
  while (!work.empty()) {
    const llvm::Constant* value = work.back();
    work.pop_back();
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) {
      if (!reached.insert(global).second) continue;
    } else if (!seen.insert(value).second) {
      continue;
    }
    push_operands(*value, work);
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value))
      push_mentioned(*function, work);
  }
}

void drop_unreached(llvm::Module& module) {
  Reached reached;
  for (const llvm::Function& function : module)
    if (is_kernel(function) || function_number(function)) add_reached(function, reached);
  if (const llvm::GlobalVariable* table = module.getNamedGlobal(kFunctionTable))
    add_reached(*table, reached);
  std::vector<llvm::GlobalVariable*> dead;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (reached.contains(&variable)) continue;
    dead.push_back(&variable);
    variable.setInitializer(nullptr);
  }
  delete_unreached_functions(module, reached);
  for (llvm::GlobalVariable* variable : dead) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty()) variable->eraseFromParent();
  }
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !is_kernel(function))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace vgpu::compiler
