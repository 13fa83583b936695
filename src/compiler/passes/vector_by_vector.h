// Tiles of several vectors, some items of which do not pass the region's guard, run vector by vector.
//
// Grids of points have borders: `if (x < 1 || y < 1 || x >= width - 1 ...) return`. In a group at the border most vectors
// pass as a whole and some not at all, but a tile of many vectors knows only one mask for each, and masked accesses cost
// several times as much. A vector alone asks again whether all of its items pass, and if none does it is done.
// Short code only: in loops the tile's reuse of values is worth more. Called by vectorize_region.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// Whether all that the region does stands behind the branch at `head`, so that it may begin anew instead of passing it.
bool is_whole_guard(const llvm::BasicBlock& head, const DivergentRegion& guarded,
                    const ShapeAnalysis& shapes, const Schedule& schedule);

// Makes tiles that do not pass as a whole call a copy of the region; the guarded blocks are for those that do.
void leave_to_vectors(llvm::BasicBlock& head, const DivergentRegion& guarded);

// What tiles of that schedule call for the copy: declared here, to be defined once all that call it are made.
llvm::Function* vector_tile_of(const llvm::Function& copy, const Schedule& schedule);

// The copy that leave_to_vectors has made of the region; null if it has not.
llvm::Function* copy_for_vectors(const llvm::Function& region);

}  // namespace vgpu::compiler
