// Which values are the same for all work-items of a group.
//
// A value that is live across a barrier and the same for all items needs one slot in the group's frame instead of one
// an item, and an exit that all items take together needs no flags. Optimistic: everything is uniform until an id, an
// atomic, a private variable or a branch on one of them says otherwise. Used by split_regions.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

class Uniformity {
 public:
  explicit Uniformity(llvm::Function& item);

  // The same for all items that execute the definition together.
  bool is_uniform(const llvm::Value& value) const { return !varying_.contains(&value); }
  // The same also where the value is used: it does not leave a loop that items leave at different times.
  bool is_uniform_at_all_uses(const llvm::Instruction& value) const;
  // Whether items may take different ways at the end of this block.
  bool is_divergent_branch(const llvm::BasicBlock& block) const;

 private:
  bool step();
  bool starts_varying(const llvm::Instruction& inst) const;
  bool has_varying_operand(const llvm::Instruction& inst) const;
  bool leaves_divergent_loop(const llvm::Instruction& value, const llvm::BasicBlock* user) const;
  bool spread_divergence(llvm::BasicBlock& block);

  llvm::Function& item_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  llvm::DenseSet<const llvm::Value*> varying_;
  llvm::DenseSet<const llvm::BasicBlock*> joins_;  // phis here merge items that came different ways
  llvm::DenseSet<const llvm::Loop*> divergent_loops_;
};

}  // namespace vgpu::compiler
