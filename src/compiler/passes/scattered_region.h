// Whether a region is better run item by item than in vectors.
//
// Gathers and scatters cost as much a lane as plain loads and stores, or more, and taking vectors apart and putting them
// together comes on top. Where little else happens, vectors lose. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// The region must be in prepare_region's form, with the versions of its guards and loops. `active` items along x run it.
bool is_scattered(llvm::Function& region, const Schedule& schedule, std::uint64_t active);

// Keeps LLVM from unrolling the region's loops where it does not know how often they run: every row of a sparse matrix
// would then end in two branches that nobody can predict, that of the unrolled loop and that of its remainder.
void keep_loops_short(llvm::Function& region);

}  // namespace vgpu::compiler
