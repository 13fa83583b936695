// Finds loops in which a thread waits for what another one writes.
//
// Such a loop reads, in every round, a place that may be the same as in the round before, in a way that sees what others
// write (volatile, atomic, or with a fence), and the value decides whether the loop goes on. Loops that retry an atomic
// exchange with a value read anew, walk along a chain or probe a table are none of these: every round gets them on.
// Used by give_way.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

struct WaitingLoop {
  llvm::Loop* loop = nullptr;
  std::vector<llvm::Instruction*> reads;  // what it looks at
};

// Of the loops around the same read only the innermost is named.
std::vector<WaitingLoop> find_waiting_loops(const llvm::LoopInfo& loops);

}  // namespace vgpu::compiler
