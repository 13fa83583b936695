// Items of a group that come to different barriers, as behind `if (i < n) { ... barrier; ... }`.
//
// On a GPU those without the inner barrier wait where all meet again, at the next barrier or operation of their warp.
// Here each item of such a kernel remembers the barrier it waits at, and the earliest goes on first. See
// barrier_roles.h for programs that mean it.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/split_regions.h"

namespace vgpu::compiler {

// Puts a barrier where items meet again, if some of them wait before and the warp does something together behind, or
// if a loop goes on from there: one that is a round ahead would change what all share.
void make_items_meet(llvm::Function& function);

// Whether items may wait at different barriers at the same time.
bool items_may_part(llvm::Function& function, const std::vector<WaitPoint>& waits);

// Sorts barriers and warp operations as a program comes to them, those in a loop before those behind it. Blocks need not
// stand in that order.
void put_earlier_first(llvm::Function& function, std::vector<WaitPoint>& waits);

}  // namespace vgpu::compiler
