// Where items of a group come to different barriers; see parted_items.h.
// SPDX-License-Identifier: MIT
#include "compiler/passes/parted_items.h"

#include "compiler/passes/device_names.h"
#include "compiler/passes/uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using Blocks = llvm::DenseSet<const BasicBlock*>;
using Looks = llvm::function_ref<bool(const BasicBlock&)>;

// The first blocks that are looked for on the ways from `start`, up to `end`.
Blocks first_from(const BasicBlock* start, const BasicBlock* end, Looks is_looked_for) {
  Blocks seen, found;
  llvm::SmallVector<const BasicBlock*, 16> work = {start};
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == end || !seen.insert(block).second) continue;
    if (is_looked_for(*block)) {
      found.insert(block);
      continue;
    }
    work.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return found;
}

bool waits_for_group(const Instruction& inst) {
  const WaitKind kind = kind_of(inst);
  return kind != WaitKind::none && !is_warp(kind);
}
bool waits_for_warp(const Instruction& inst) { return is_warp(kind_of(inst)); }
bool has_barrier(const BasicBlock& block) { return llvm::any_of(block, waits_for_group); }

// Whether the warp does something together from here on, before the next barrier.
bool warp_follows(const BasicBlock& start) {
  const Blocks ends = first_from(&start, nullptr, [](const BasicBlock& block) {
    return llvm::any_of(block, [](const Instruction& inst) {
      return waits_for_group(inst) || waits_for_warp(inst);
    });
  });
  return llvm::any_of(ends, [](const BasicBlock* block) {
    const auto first = llvm::find_if(*block, [](const Instruction& inst) {
      return waits_for_group(inst) || waits_for_warp(inst);
    });
    return waits_for_warp(*first);
  });
}

// Whether a loop runs over both.
bool share_loop(const llvm::LoopInfo& loops, const BasicBlock& block, const BasicBlock& meeting) {
  const llvm::Loop* loop = loops.getLoopFor(&block);
  while (loop != nullptr && !loop->contains(&meeting)) loop = loop->getParentLoop();
  return loop != nullptr;
}

// The blocks behind one, where a loop is followed by its end and not by its next round.
llvm::SmallVector<BasicBlock*, 4> what_follows(const llvm::LoopInfo& loops,
                                               const BasicBlock& block) {
  llvm::SmallVector<BasicBlock*, 4> next;
  for (const BasicBlock* successor : llvm::successors(&block)) {
    const llvm::Loop* loop = loops.getLoopFor(successor);
    if (loop != nullptr && loop->getHeader() == successor && loop->contains(&block)) {
      loop->getExitBlocks(next);
    } else {
      next.push_back(const_cast<BasicBlock*>(successor));
    }
  }
  return next;
}

}  // namespace

void make_items_meet(llvm::Function& function) {
  const Uniformity uniformity(function);
  const llvm::PostDominatorTree meetings(function);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::SetVector<BasicBlock*> places;
  for (BasicBlock& block : function) {
    if (!uniformity.is_divergent_branch(block)) continue;
    const auto* node = meetings.getNode(&block);
    BasicBlock* meeting =
        node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (meeting == nullptr) continue;
    if (!warp_follows(*meeting) && !share_loop(loops, block, *meeting)) continue;
    const bool waits = llvm::any_of(llvm::successors(&block), [&](const BasicBlock* next) {
      return !first_from(next, meeting, has_barrier).empty();
    });
    if (waits) places.insert(meeting);
  }
  llvm::Type* nothing = llvm::Type::getVoidTy(function.getContext());
  for (BasicBlock* place : places) {
    llvm::IRBuilder<> builder(place, place->getFirstInsertionPt());
    builder.CreateCall(function.getParent()->getOrInsertFunction(kBarrierName, nothing));
  }
}

bool items_may_part(llvm::Function& function, const std::vector<WaitPoint>& waits) {
  Blocks barriers;
  for (const WaitPoint& wait : waits) barriers.insert(wait.block);
  const Uniformity uniformity(function);
  return llvm::any_of(function, [&](const BasicBlock& block) {
    if (!uniformity.is_divergent_branch(block)) return false;
    Blocks met;
    for (const BasicBlock* next : llvm::successors(&block)) {
      const Blocks here = first_from(
          next, nullptr, [&](const BasicBlock& other) { return barriers.contains(&other); });
      if (!met.empty() && !here.empty() && met != here) return true;
      met.insert(here.begin(), here.end());
    }
    return false;
  });
}

void put_earlier_first(llvm::Function& function, std::vector<WaitPoint>& waits) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::DenseMap<const BasicBlock*, unsigned>
      left;  // in which order: what follows a block before it
  llvm::DenseSet<const BasicBlock*> seen;
  llvm::SmallVector<std::pair<const BasicBlock*, bool>, 32> work = {
      {&function.getEntryBlock(), false}};
  while (!work.empty()) {
    const auto [block, done] = work.pop_back_val();
    if (done) {
      left[block] = static_cast<unsigned>(left.size());
    } else if (seen.insert(block).second) {
      work.emplace_back(block, true);
      for (const BasicBlock* next : what_follows(loops, *block)) work.emplace_back(next, false);
    }
  }
  llvm::sort(waits, [&](const WaitPoint& a, const WaitPoint& b) {
    return left.lookup(a.block) > left.lookup(b.block);
  });
}

}  // namespace vgpu::compiler
