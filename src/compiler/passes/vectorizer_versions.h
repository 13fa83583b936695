// Versions of a region that hold under a condition tested at run time.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {

// The name of the pseudo function i1(i1): whether the condition holds in every lane of the tile.
inline constexpr char kAllLanes[] = "__vg_all_lanes";

// The attribute of functions that run along the row of one item.
inline constexpr char kRowFunction[] = "vgpu.row";

// The attribute of a region's copy that tiles call where not all of their lanes pass the region's guard: it runs vector
// by vector (see vector_by_vector.h).
inline constexpr char kVectorByVector[] = "vgpu.vector_by_vector";

// A call of the pseudo function, and weights for a branch that nearly always goes its first way.
llvm::Value* ask_all_lanes(llvm::IRBuilder<>& builder, llvm::Value* condition);
llvm::MDNode* likely(llvm::IRBuilder<>& builder);

// Doubles long guarded code, such as what stands behind `if (i < n)`: where all lanes of a tile
// pass the guard they run a copy that needs no masks. The region stays in prepare_region's form.
void version_guards(llvm::Function& region, const Schedule& schedule);

// Doubles loops that lanes leave at different times: as long as all stay they run a copy without masks.
void version_loops(llvm::Function& region, const Schedule& schedule);
// Whether it would do that with this loop.
bool lanes_stay_together(const llvm::Loop& loop, const ShapeAnalysis& shapes);

// Unrolls loops in which every item walks along memory of its own, so that a few consecutive elements
// are loaded and stored as one vector an item (vectorizer_rows.cpp transposes them). Long ones without
// results become functions that run along one row. False: none.
bool strip_row_loops(llvm::Function& region, const Schedule& schedule);

// What must hold at run time for indices to be linear, as far as it can be tested before the region
// starts: fills the analysis' assumptions until nothing more is gained. `rows`: also that none ends in a tile.
void assume_linear(llvm::Function& region, ShapeAnalysis& shapes, const Schedule& schedule,
                   bool rows = true);

// The test of these assumptions for one tile, from the arguments of `tile`.
llvm::Value* assumptions_hold(llvm::IRBuilder<>& builder, llvm::Function& tile,
                              const ShapeAnalysis& shapes, const Schedule& schedule);

}  // namespace vgpu::compiler
