// Where items of a group come to different barriers; see parted_items.h.
// SPDX-License-Identifier: MIT
#include "compiler/passes/parted_items.h"

#include "compiler/passes/device_names.h"
#include "compiler/passes/uniformity.h"
#include "llvm/ADT/SetVector.h"
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

}  // namespace

void meet_before_warps(llvm::Function& function) {
  const Uniformity uniformity(function);
  const llvm::PostDominatorTree meetings(function);
  llvm::SetVector<BasicBlock*> places;
  for (BasicBlock& block : function) {
    if (!uniformity.is_divergent_branch(block)) continue;
    const auto* node = meetings.getNode(&block);
    BasicBlock* meeting =
        node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (meeting == nullptr || !warp_follows(*meeting)) continue;
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

void put_later_first(llvm::Function& function, std::vector<WaitPoint>& waits) {
  const llvm::PostDominatorTree meetings(function);
  const auto depth = [&](const WaitPoint& wait) {
    const auto* node = meetings.getNode(wait.block);
    return node != nullptr ? node->getLevel() : 0u;
  };
  llvm::stable_sort(waits,
                    [&](const WaitPoint& a, const WaitPoint& b) { return depth(a) < depth(b); });
}

}  // namespace vgpu::compiler
