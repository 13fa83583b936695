// Finds out which generic pointers point into local memory.
//
// CUDA has no address spaces in its types: a __shared__ array decays to a generic pointer at once. Atomics on local
// memory need no lock and local memory aliases no global memory, so it pays to know. Runs on the inlined kernel, where
// the array and its uses are in one function.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

namespace vgpu::compiler {

bool infer_spaces(Unit& unit) {
  llvm::SmallVector<llvm::Constant*, 8> variables;
  for (llvm::GlobalVariable& variable : unit.module.globals()) {
    if (variable.getAddressSpace() == kLocalSpace) variables.push_back(&variable);
  }
  llvm::convertUsersOfConstantsToInstructions(variables);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InferAddressSpacesPass(0));
  run_function_passes(*unit.kernel, passes);
  return true;
}

}  // namespace vgpu::compiler
