// Runs a tile of work-items at once where a region function runs one: SIMD across items.
//
// Called by the pass list for every region after the split. Knows shapes, masks and jams; knows
// nothing of barriers (they are gone) nor of how tiles are enumerated (make_driver).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace vgpu::compiler {

class Remarks;
struct Schedule;

// A new function of the same signature that runs the items x .. x + width*jam_x - 1, y .. y + jam_y
// - 1 at z and returns the unsigned maximum of their results; items outside of the schedule's
// extents stay masked off. Null, with a remark, where it cannot or where that is slower than to run
// the `active` items along x one by one: the caller then does so with the scalar region.
llvm::Function* vectorize_region(llvm::Function& region, const Schedule& schedule,
                                 std::uint64_t active, Remarks& remarks);

}  // namespace vgpu::compiler
