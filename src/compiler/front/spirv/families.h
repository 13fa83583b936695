// The families of SPIR-V instructions, one function and one file each.
//
// Each writes the instruction's code and returns true, or returns false if it is not of its family. Constants go the
// same way (OpSpecConstantOp): the builder folds what it can. Called by translate.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/translation.h"

namespace vgpu::compiler::spirv {

bool translate_constant(Translation& state, const Instruction& instruction);
bool translate_variable(Translation& state, const Instruction& instruction);
bool translate_memory(Translation& state, const Instruction& instruction);
bool translate_pointer(Translation& state, const Instruction& instruction);
bool translate_arithmetic(Translation& state, const Instruction& instruction);
bool translate_dot_product(Translation& state, const Instruction& instruction);
bool translate_bits(Translation& state, const Instruction& instruction);
bool translate_comparison(Translation& state, const Instruction& instruction);
bool translate_conversion(Translation& state, const Instruction& instruction);
bool translate_composite(Translation& state, const Instruction& instruction);
bool translate_control_flow(Translation& state, const Instruction& instruction);
bool translate_atomic(Translation& state, const Instruction& instruction);
bool translate_group(Translation& state, const Instruction& instruction);
bool translate_subgroup(Translation& state, const Instruction& instruction);
bool translate_clock(Translation& state, const Instruction& instruction);
bool translate_image(Translation& state, const Instruction& instruction);
bool translate_extended(Translation& state, const Instruction& instruction);

// Gives a phi its operands, when all blocks of the function are there (control_flow.cpp).
void finish_phi(Translation& state, const Instruction& instruction);

// The value that a BuiltIn decoration names, as the variable's type wants it (builtin_variables.cpp).
llvm::Value* builtin_value(Translation& state, spv::BuiltIn which, llvm::Type* type);

// Functions (functions.cpp): made before any body, then described for the rest of the front end.
void declare_functions(Translation& state);
void describe_entry_points(Translation& state, SourceModule& result);

}  // namespace vgpu::compiler::spirv
