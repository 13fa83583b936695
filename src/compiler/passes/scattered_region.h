// Whether a region is better run item by item than in vectors.
//
// Gathers and scatters cost as much a lane as plain loads and stores, or more, and taking vectors apart and putting them
// together comes on top. Where little else happens, vectors lose. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// The region must be in prepare_region's form, with the versions of its guards and loops.
bool is_scattered(llvm::Function& region, const Schedule& schedule);

}  // namespace vgpu::compiler
