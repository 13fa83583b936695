// Depth-first order over blocks, with inner loops taken as one node each.
//
// Linearised code falls from block to block, so a block must come after everything that may lead
// into it, and a loop must not be interrupted by blocks outside of it.
// SPDX-License-Identifier: MIT
#include "compiler/passes/block_order.h"

#include <algorithm>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

class Orderer {
 public:
  Orderer(const LoopInfo& loops, std::vector<BasicBlock*>& out) : loops_(loops), out_(out) {}

  // Appends the blocks of the loop (null: of the whole function), starting at its header.
  void append(const Loop* loop, BasicBlock* start) {
    std::vector<BasicBlock*> post_order;
    SmallPtrSet<BasicBlock*, 16> seen;
    visit(loop, start, start, seen, post_order);
    for (BasicBlock* block : reverse(post_order)) {
      const Loop* child = block == start && loop != nullptr ? nullptr : child_at(loop, block);
      if (child != nullptr) {
        append(child, child->getHeader());
      } else {
        out_.push_back(block);
      }
    }
  }

 private:
  // The loop directly inside `loop` that holds the block, if any.
  const Loop* child_at(const Loop* loop, BasicBlock* block) const {
    const Loop* child = loops_.getLoopFor(block);
    while (child != nullptr && child->getParentLoop() != loop) child = child->getParentLoop();
    return child == loop ? nullptr : child;
  }

  void visit(const Loop* loop, BasicBlock* start, BasicBlock* block,
             SmallPtrSetImpl<BasicBlock*>& seen, std::vector<BasicBlock*>& post_order) {
    struct Step {
      BasicBlock* block;
      SmallVector<BasicBlock*, 4> next;
    };
    std::vector<Step> stack;
    auto push = [&](BasicBlock* at) {
      if (seen.insert(at).second) stack.push_back({at, nexts(loop, start, at)});
    };
    push(block);
    while (!stack.empty()) {
      if (stack.back().next.empty()) {
        post_order.push_back(stack.back().block);
        stack.pop_back();
      } else {
        push(stack.back().next.pop_back_val());
      }
    }
  }

  // Successors at this level: an inner loop stands for all its blocks, by its header.
  SmallVector<BasicBlock*, 4> nexts(const Loop* loop, BasicBlock* start, BasicBlock* block) const {
    SmallVector<BasicBlock*, 4> raw, result;
    const Loop* child = block == start && loop != nullptr ? nullptr : child_at(loop, block);
    if (child != nullptr) {
      child->getExitBlocks(raw);
    } else {
      raw.append(succ_begin(block), succ_end(block));
    }
    for (BasicBlock* next : raw) {
      if (next == start || (loop != nullptr && !loop->contains(next))) continue;
      const Loop* inner = child_at(loop, next);
      result.push_back(inner != nullptr ? inner->getHeader() : next);
    }
    return result;
  }

  const LoopInfo& loops_;
  std::vector<BasicBlock*>& out_;
};

}  // namespace

std::vector<BasicBlock*> order_blocks(Function& region, const LoopInfo& loops) {
  std::vector<BasicBlock*> order;
  Orderer(loops, order).append(nullptr, &region.getEntryBlock());
  return order;
}

}  // namespace vgpu::compiler
