// Stores that fill memory together: the gaps that the lanes of one leave are those of the others.
//
// The members of a structure, the two results of a butterfly: each store alone is a scatter, all of them are a few whole
// vectors. Used by the vectoriser and by the comparison with code that runs item by item. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/lane_pattern.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// Where copies of a window must start, in elements, so that together they fill memory without a gap: 0 and more. Empty:
// it has no gaps, or no copies would fill them.
llvm::SmallVector<unsigned, kWidestSpread> fill(const LaneWindow& window);

// The window of a store that may be written in other ways than lane by lane, with gaps.
std::optional<LaneWindow> store_window(const llvm::StoreInst& store, const ShapeAnalysis& shapes,
                                       unsigned width);

struct StoreTeam {
  llvm::SmallVector<llvm::StoreInst*, kWidestSpread> stores;  // in the order of the program
  LaneWindow window;                                          // of each of them
};

// The teams of a block whose lanes are all active. All stores of a team may wait for the last: what stands between them
// touches other memory. That they start where fill() wants them is likely, not certain.
llvm::SmallVector<StoreTeam, 2> find_store_teams(llvm::BasicBlock& block,
                                                 const ShapeAnalysis& shapes, unsigned width);

// The teams of one block at a time.
class BlockTeams {
 public:
  // The team of a store in a block whose lanes are all active, or null.
  const StoreTeam* of(llvm::StoreInst& store, const ShapeAnalysis& shapes, unsigned width);

 private:
  const llvm::BasicBlock* block_ = nullptr;
  llvm::SmallVector<StoreTeam, 2> teams_;
};

}  // namespace vgpu::compiler
