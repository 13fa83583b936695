// The control-flow half of the shape analysis: which blocks run for some lanes only.
//
// A branch whose condition differs between lanes makes every block up to its immediate
// post-dominator divergent. Loops that lanes leave in different iterations are divergent as a whole,
// because the way back to the header lies between such a branch and its join.
// SPDX-License-Identifier: MIT
#include "compiler/passes/shapes.h"
#include "llvm/ADT/SmallVector.h"

namespace vgpu::compiler {

using namespace llvm;

bool ShapeAnalysis::diverge(BasicBlock& block, Instruction& branch) {
  auto [entry, is_new] = regions_.insert({&block, DivergentRegion{}});
  if (!is_new) return false;
  DivergentRegion& region = entry->second;
  const auto* up = post_dominators_.getNode(&block)->getIDom();
  region.join = up != nullptr ? up->getBlock() : nullptr;
  SmallVector<BasicBlock*, 16> work(successors(&branch));
  while (!work.empty()) {
    BasicBlock* next = work.pop_back_val();
    if (next == region.join || !region.blocks.insert(next).second) continue;
    divergent_.insert(next);
    joins_.insert(next);
    work.append(succ_begin(next), succ_end(next));
  }
  if (region.join != nullptr) joins_.insert(region.join);
  for (const Loop* loop = loops_.getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    if (loop->isLoopExiting(&block)) divergent_loops_.insert(loop);
  }
  return true;
}

bool ShapeAnalysis::update_divergence() {
  bool changed = false;
  for (BasicBlock& block : region_) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional()) continue;
    const Shape condition = shape(branch->getCondition());
    if (condition.unknown() || (condition.uniform() && !condition.y)) continue;
    if (condition.y && !masks_y_) changed = masks_y_ = true;
    changed |= diverge(block, *branch);
  }
  for (const Loop* loop : loops_.getLoopsInPreorder()) {
    if (divergent(loop->getHeader())) changed |= divergent_loops_.insert(loop).second;
  }
  return changed;
}

}  // namespace vgpu::compiler
