// Joins accesses of every item to consecutive elements at an address of its own.
//
// Before:  x = p[i[k]].x, y = p[i[k]].y, z = p[i[k]].z        three gathers
// After:   <x, y, z> = three elements at p + i[k]              one load a lane, transposed (vectorizer_rows.cpp)
// Vector types come here as well, because `clean` has made scalars of them. Structs whose items follow each other are
// access_group's. Called by vectorize_region.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

void join_elements(llvm::Function& region, const Schedule& schedule);

}  // namespace vgpu::compiler
