// The steps of splitting a kernel at its barriers, shared by the files that do it.
//
// wait_points.cpp finds the barriers and isolates them in blocks of their own; slots.cpp decides how values that live
// across one are kept; split_regions.cpp cuts.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "compiler/passes/unit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// A block that holds nothing but the jump behind the barrier it stands for. Barrier i continues as region i + 1.
struct WaitPoint {
  llvm::BasicBlock* block = nullptr;
  WaitKind kind = WaitKind::none;
};

// What an instruction waits for; warps are waited for where is_warp.
WaitKind kind_of(const llvm::Instruction& inst);
bool is_warp(WaitKind kind);

// Isolates every barrier of `function`; with unit.item_states every warp operation too, whose operands and
// results then pass through the frame.
std::vector<WaitPoint> isolate_waits(Unit& unit, llvm::Function& function);

// Whether some items may have ended while others wait at a barrier.
bool items_may_end_early(llvm::Function& function, const std::vector<WaitPoint>& waits);

// A value that lives across a barrier, as a variable that each region loads and stores.
struct Slot {
  llvm::AllocaInst* variable = nullptr;
  bool uniform = false;  // one for the group
  bool memory =
      false;  // a private variable of the kernel: stays in the frame, never loaded as a whole
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // of one item's
};

// Recomputes cheap values behind barriers and turns the others into slots with their place in unit.frame.
std::vector<Slot> make_slots(Unit& unit, llvm::Function& function,
                             const std::vector<WaitPoint>& waits);

}  // namespace vgpu::compiler
