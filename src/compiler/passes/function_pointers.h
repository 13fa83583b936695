// Turns calls through pointers into calls of this kernel's own functions.
//
// A pointer says which function is meant (function_numbers.h), never where its code is. Few functions that fit a call
// become a chain of comparisons with calls that can be inlined, so that items stay in vectors; many become a table.
// Called by inline_calls once constants have made known callees of all pointers that they can.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// True if there are new calls that may be inlined.
bool resolve_function_pointers(llvm::Module& module);

}  // namespace vgpu::compiler
