// How many items of a group do anything in a region.
//
// `if (item < step)` between barriers leaves most of a group idle: the steps of a tree touch half as many items each
// time. If the bound is known when the region starts, the driver's loop can end there. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/unit.h"

namespace vgpu::compiler {

// A function i64(launch, group, local, frame): items whose x is not below its result do nothing in `region` but write
// uniform slots, as every item does, and reach the barrier that all reach. Null: all items may do something.
llvm::Function* active_items(llvm::Function& region, const Unit& unit);

// How many that is, as far as it is known now: the extent of x if it depends on the launch, or if `active` is null.
std::uint64_t most_active_items(const llvm::Function* active, const Schedule& schedule);

}  // namespace vgpu::compiler
