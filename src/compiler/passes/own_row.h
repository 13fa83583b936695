// Which element of a table in local memory is one thread's own: stacks[threadIdx.x][i] of an array of arrays.
//
// What a thread keeps there nobody else reads, although the place moves by less than a warp. Used by step_together's
// two tests, which else take such stacks, lists and matrices for values that go to the neighbours.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Value.h"

namespace vgpu::compiler {

// Whether this is threadIdx.x, widened or not.
bool is_thread_id(const llvm::Value* value);

// Whether both addresses lie in the thread's own row of one array, and no other index is made of an id.
bool are_in_own_row(const llvm::Value* a, const llvm::Value* b);

}  // namespace vgpu::compiler
