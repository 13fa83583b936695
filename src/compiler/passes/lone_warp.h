// Code that one warp runs alone and in which its items read what others of them have just written.
//
//   if (t < 16) { sums[t] = colors[t]; sums[t] += sums[t ^ 8]; sums[t] += sums[t ^ 4]; ... }
//
// has neither a barrier nor "volatile": before Volta a warp stepped together, and it mostly still does. Such writes to
// local memory are named here, also those of one item to a variable that all read; step_together.cpp puts barriers of
// the warp around them. What a whole block runs is left alone: there a write and a read of other places without a
// barrier are two halves of a buffer.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llvm/IR/Dominators.h"

namespace vgpu::compiler {

class LoneWarp {
 public:
  LoneWarp(llvm::Function& kernel, const std::uint32_t (&local_size)[3])
      : dominators_(kernel), local_size_(local_size) {}

  // Whether another item of the warp may read what this instruction writes, with nothing that waits in between.
  bool shows(const llvm::Instruction& write) const;

 private:
  // Whether items that do not write read what is written there for all.
  bool others_read(const llvm::Instruction& read, const llvm::Instruction& write) const;
  bool is_at(const llvm::BasicBlock& block) const;
  bool is_chosen_by(const llvm::BasicBlock& before, const llvm::BasicBlock& block) const;

  llvm::DominatorTree dominators_;
  const std::uint32_t (&local_size_)[3];
};

}  // namespace vgpu::compiler
