// The order in which the vectoriser lays out blocks: topological, each loop's blocks together.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// All reachable blocks; edges other than those back to a loop's header lead forward, and a loop's
// latch stands last in it. The function must be reducible.
std::vector<llvm::BasicBlock*> order_blocks(llvm::Function& region, const llvm::LoopInfo& loops);

}  // namespace vgpu::compiler
