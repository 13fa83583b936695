// Numbers the functions whose addresses a module takes, for pointers that all its kernels understand.
//
// Called by extract_variables before variables leave the module; function_numbers.h says what the numbers are for.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// Gives each such function its number and the module the table that the numbers count in.
void number_functions(llvm::Module& module);

// The function's number, if its address is taken anywhere.
std::optional<std::uint64_t> function_number(const llvm::Function& function);

// Whether the instruction calls a function that is known at run time only.
bool calls_by_pointer(const llvm::Instruction& instruction);

}  // namespace vgpu::compiler
