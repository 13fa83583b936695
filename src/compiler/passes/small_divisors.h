// Versions of a region for rows shorter than a vector: `i / d` and `i % d` with a d that only the launch knows.
//
// Steps of sorting networks and of Fourier transforms take an item's number apart by a distance, and the first distances
// are 1, 2, 4, ... For such a d the lanes of a vector are at known distances from each other (lane_pattern.h), while in
// general they are anywhere. So the region is compiled once more for each of them, with d a constant.
// Used by vectorize_region. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// The divisor that decides where rows end, if it is known when the region starts and the region is short; else null.
// `shapes` assumes that rows do not end inside of a tile.
llvm::Value* row_divisor(llvm::Function& region, const ShapeAnalysis& shapes);

// A copy of the region in which the divisor has that value, a power of two; divisions of ids by it are unsigned.
llvm::Function* with_divisor(llvm::Function& region, llvm::Value* divisor, std::uint64_t value,
                             const ShapeAnalysis& shapes);

// Assumes for the copy that tiles start where vectors do: only then are the distances known.
void assume_aligned(llvm::Function& copy, ShapeAnalysis& shapes, const Schedule& schedule);

// Whether the copy was worth while: all of its accesses are vectors now.
bool needs_no_gathers(llvm::Function& copy, const ShapeAnalysis& shapes, const Schedule& schedule);

}  // namespace vgpu::compiler
