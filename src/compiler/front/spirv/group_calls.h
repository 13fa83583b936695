// What groups.cpp and subgroups.cpp share: calls of the library's collective functions.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/translation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vgpu::compiler::spirv {

// Workgroup or Subgroup; throws SpirvError for every other scope.
bool is_subgroup(Translation& state, Id scope);

// "reduce_", "scan_inclusive_", "scan_exclusive_".
std::string manner_of(std::uint32_t operation);

// A function of OpenCL C that takes and gives truth as int.
llvm::Value* truth_call(Translation& state, const std::string& name, Id predicate);

// Calls for each element of a vector, for functions that the library has for numbers only.
llvm::Value* each_element(Translation& state, Id type, llvm::Value* value,
                          llvm::function_ref<llvm::Value*(Id, llvm::Value*)> call);

}  // namespace vgpu::compiler::spirv
