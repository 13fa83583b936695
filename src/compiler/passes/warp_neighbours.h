// Which accesses to local memory are those of threads less than a warp apart.
//
// Used by step_together and settle_reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// Whether the load reads what the store of a thread less than a warp away writes: s[t] and s[t + d], with d from 1 to 31.
bool is_of_neighbour(const llvm::LoadInst& load, const llvm::StoreInst& store);
// The same where d is a number in the program, not a step of a loop.
bool is_at_a_number(const llvm::LoadInst& load, const llvm::StoreInst& store);

// s[t] and s[t + by], or s[t - by] if it goes down, whatever number that is.
struct Shift {
  const llvm::Value* by;
  bool down;
};
std::optional<Shift> shift_between(const llvm::LoadInst& load, const llvm::StoreInst& store);

// Whether a load that may follow without a barrier reads what a neighbour's store wrote.
bool is_read_by_neighbours(llvm::StoreInst& store);

}  // namespace vgpu::compiler
