// Follows every branch at which items part to where they meet again; see partings.h.
// SPDX-License-Identifier: MIT
#include "compiler/passes/partings.h"

#include "compiler/passes/waiting_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

namespace vgpu::compiler {

using namespace llvm;

Partings::Partings(Function& item, const Uniformity& uniformity) : post_dominators_(item) {
  for (BasicBlock& block : item)
    if (uniformity.is_divergent_branch(block) && !only_ends_some(block)) spread(block);
}

bool Partings::are_for_the_same(const BasicBlock* a, const BasicBlock* b) const {
  return any_of(regions_, [&](const auto& region) {
    return region.second.contains(a) && region.second.contains(b);
  });
}

Instruction* Partings::before(Instruction& inst) const {
  BasicBlock* block = inst.getParent();
  if (is_for_all(block)) return &inst;
  for (const auto& [start, blocks] : regions_)
    if (is_for_all(start) && blocks.contains(block)) return start->getTerminator();
  return nullptr;
}

Instruction* Partings::behind(Instruction& inst) const {
  BasicBlock* block = inst.getParent();
  if (is_for_all(block)) return inst.getNextNode();
  const auto* node = post_dominators_.getNode(block);
  while (node != nullptr && node->getBlock() != nullptr && !is_for_all(node->getBlock()))
    node = node->getIDom();
  if (node == nullptr || node->getBlock() == nullptr) return nullptr;
  return &*node->getBlock()->getFirstInsertionPt();
}

// "if (i >= n) return;": those that go on are still all there are.
bool Partings::only_ends_some(const BasicBlock& block) const {
  return any_of(successors(&block), [](const BasicBlock* next) {
    while (next->size() == 1 && next->getSingleSuccessor() != nullptr)
      next = next->getSingleSuccessor();
    return next->size() == 1 && isa<ReturnInst>(next->getTerminator());
  });
}

void Partings::spread(BasicBlock& start) {
  const auto* node = post_dominators_.getNode(&start);
  const BasicBlock* meeting =
      node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
  SmallVector<BasicBlock*, 16> work(successors(&start));
  DenseSet<const BasicBlock*>& blocks = regions_.emplace_back(&start, 0u).second;
  while (!work.empty()) {
    BasicBlock* next = work.pop_back_val();
    if (next == meeting || !blocks.insert(next).second) continue;
    parted_.insert(next);
    work.append(succ_begin(next), succ_end(next));
  }
}

bool all_come_without_waiting(Instruction& here) {
  SmallVector<std::pair<BasicBlock*, Instruction*>, 8> work = {{here.getParent(), &here}};
  DenseSet<const BasicBlock*> seen;
  while (!work.empty()) {
    auto [block, end] = work.pop_back_val();
    Instruction* inst = end != nullptr ? end->getPrevNode() : block->getTerminator();
    for (; inst != nullptr && !is_barrier(*inst); inst = inst->getPrevNode())
      if (is_yield(*inst)) return false;
    if (inst != nullptr) continue;
    for (BasicBlock* before : predecessors(block))
      if (seen.insert(before).second) work.emplace_back(before, nullptr);
  }
  return true;
}

}  // namespace vgpu::compiler
