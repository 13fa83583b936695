// Which values that live across barriers can share one slot of the group's frame.
//
// A sum that a loop with barriers carries is two values: the phi at the loop's head and what the body makes of it. With a
// slot each it would be copied from one to the other in every iteration, for every item. Used by slots.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// A phi and those of its incoming values that are never needed at the same time as it or each other.
struct SharedSlot {
  llvm::PHINode* phi = nullptr;
  llvm::SmallVector<llvm::Instruction*, 4> sources;
};

// Every value stands in at most one of the results.
std::vector<SharedSlot> find_shared_slots(const std::vector<llvm::Instruction*>& values);

// Replaces the values of each by one stack variable.
std::vector<llvm::AllocaInst*> demote_shared(const std::vector<SharedSlot>& slots);

}  // namespace vgpu::compiler
