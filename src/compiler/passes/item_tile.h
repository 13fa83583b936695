// A tile that runs its items one by one, for cases that hardly ever come up.
//
// A vector version guards itself by a test (indices that do not wrap); where the test fails, speed does not matter and
// a second vector version would only double what LLVM has to compile. Called by vectorize_region.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// Whether items of the region may run one after the other: not in lockstep, and not in warps.
bool may_run_by_items(const llvm::Function& region, const Schedule& schedule);

// Makes a region with versions for tiles fit for single items: "all lanes" are the item itself.
void forget_versions(llvm::Function& region);

// A function with the region's parameters that runs every item of a full tile.
llvm::Function* make_item_tile(llvm::Function& region, const Schedule& schedule);

// The same with vectors for items: `vector` is a version of the region for one vector along x, and for so many rows of
// the tile that it must be called `rows` times.
llvm::Function* make_vector_tile(llvm::Function& vector, const Schedule& schedule,
                                 std::uint64_t rows);

}  // namespace vgpu::compiler
