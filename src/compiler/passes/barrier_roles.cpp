// Branches with barriers on both sides; see barrier_roles.h.
// SPDX-License-Identifier: MIT
#include "compiler/passes/barrier_roles.h"

#include "compiler/passes/uniformity.h"
#include "compiler/passes/waiting_calls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

using Blocks = SmallPtrSet<const BasicBlock*, 8>;

bool has_barrier(const BasicBlock& block) {
  return any_of(block, [](const Instruction& inst) { return callee_name(&inst) == kBarrierName; });
}

// The blocks with barriers on the way from `start` to where all meet again.
Blocks barriers_from(const BasicBlock* start, const BasicBlock* meeting) {
  Blocks seen, found;
  SmallVector<const BasicBlock*, 16> work = {start};
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == meeting || !seen.insert(block).second) continue;
    if (has_barrier(*block)) found.insert(block);
    work.append(succ_begin(block), succ_end(block));
  }
  return found;
}

bool has_more(const Blocks& some, const Blocks& others) {
  return any_of(some, [&](const BasicBlock* block) { return !others.contains(block); });
}

// Whether two ways from the end of `block` have barriers that the other one does not come to.
bool parts(const BasicBlock& block, const BasicBlock* meeting) {
  SmallVector<Blocks, 2> ways;
  for (const BasicBlock* next : successors(&block)) ways.push_back(barriers_from(next, meeting));
  return any_of(ways, [&](const Blocks& one) {
    return any_of(
        ways, [&](const Blocks& other) { return has_more(one, other) && has_more(other, one); });
  });
}

bool any_branch_parts(Function& function, function_ref<bool(const BasicBlock&)> is_looked_at) {
  if (count_if(function, has_barrier) < 2) return false;
  const PostDominatorTree meetings(function);
  return any_of(function, [&](const BasicBlock& block) {
    if (block.getTerminator()->getNumSuccessors() < 2 || !is_looked_at(block)) return false;
    const auto* node = meetings.getNode(&block);
    const bool meet = node != nullptr && node->getIDom() != nullptr;
    return parts(block, meet ? node->getIDom()->getBlock() : nullptr);
  });
}

}  // namespace

bool has_rival_barriers(Function& function) {
  return any_branch_parts(function, [](const BasicBlock&) { return true; });
}

bool items_wait_apart(Function& item) {
  if (!has_rival_barriers(item)) return false;
  const Uniformity uniformity(item);
  return any_branch_parts(
      item, [&](const BasicBlock& block) { return uniformity.is_divergent_branch(block); });
}

}  // namespace vgpu::compiler
