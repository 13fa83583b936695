// Gathers from and scatters to no place at all, taken out before code is made.
//
// Optimisation finds that a vector of addresses is never looked at, as its mask is always empty there, and leaves the
// access with an undefined vector. LLVM 19 then gives a gather one register for its addresses and its result, which
// processors refuse even with an empty mask. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

void drop_idle_accesses(llvm::Module& module);

}  // namespace vgpu::compiler
