// Tells whether a loop may wait for a lane of the same warp.
//
// As a vector, a warp leaves a loop when its last lane does, and takes the two sides of a branch one after the other. So
// a lane waits for ever if the one that it waits for has left the loop already, or is on the other side. Here the writes
// to the place that a loop looks at are compared with the loop. Used by give_way.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "compiler/passes/waiting_loops.h"

namespace vgpu::compiler {

class LaneWaits {
 public:
  LaneWaits(llvm::Function& kernel, const llvm::DominatorTree& dominators,
            const std::uint32_t (&local_size)[3])
      : kernel_(kernel), dominators_(dominators), local_size_(local_size) {}

  bool are_in(const WaitingLoop& waiting) const;

 private:
  // The one thread of a group, or lane of each warp, that comes to a place: `id` == `number`.
  struct OneLane {
    const llvm::Value* id;
    std::uint64_t number;
  };
  bool is_danger(const WaitingLoop& waiting, const llvm::Instruction& write) const;
  bool may_touch(const WaitingLoop& waiting, const llvm::Instruction& write) const;
  bool reaches(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;
  bool leaves_together(const llvm::Loop& loop) const;
  bool is_same_in_warp(const llvm::Value* value,
                       llvm::SmallPtrSetImpl<const llvm::Value*>& seen) const;
  bool is_chosen_together(const llvm::PHINode& join,
                          llvm::SmallPtrSetImpl<const llvm::Value*>& seen) const;
  std::optional<OneLane> one_lane_at(const llvm::BasicBlock& block) const;
  std::optional<OneLane> one_lane_of(const llvm::SwitchInst& choice,
                                     const llvm::BasicBlock& block) const;
  std::optional<OneLane> one_lane_if(const llvm::Value* condition, bool outcome) const;
  bool differs_by_lane(const llvm::Value* id) const;
  bool never_in_one_warp(const OneLane& a, const OneLane& b) const;

  llvm::Function& kernel_;
  const llvm::DominatorTree& dominators_;
  const std::uint32_t (&local_size_)[3];
};

}  // namespace vgpu::compiler
