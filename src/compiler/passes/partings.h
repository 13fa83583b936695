// Where the items of a group part, and where all that have not ended are together.
//
// Used by settle_reads and settle_fills, which put barriers only where all items come.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "compiler/passes/uniformity.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// Which blocks only some of the items run that have not ended, and where these part from the others.
class Partings {
 public:
  Partings(llvm::Function& item, const Uniformity& uniformity);

  bool is_for_all(const llvm::BasicBlock* block) const { return !parted_.contains(block); }

  // Whether the items that run both blocks are the same part of all, as those below s in "if (t < s) l[t] += l[t + s]".
  bool are_for_the_same(const llvm::BasicBlock* a, const llvm::BasicBlock* b) const;

  // Before this instruction all items are still together.
  llvm::Instruction* before(llvm::Instruction& inst) const;

  // Before this one they are together again behind the one that is asked for; null: never.
  llvm::Instruction* behind(llvm::Instruction& inst) const;

 private:
  bool only_ends_some(const llvm::BasicBlock& block) const;
  void spread(llvm::BasicBlock& start);

  llvm::PostDominatorTree post_dominators_;
  std::vector<std::pair<llvm::BasicBlock*, llvm::DenseSet<const llvm::BasicBlock*>>> regions_;
  llvm::DenseSet<const llvm::BasicBlock*> parted_;
};

// Whether no loop in which a thread waits for others lies between here and the barriers before: else a barrier that is
// put here could hold up the one who is waited for.
bool all_come_without_waiting(llvm::Instruction& here);

}  // namespace vgpu::compiler
