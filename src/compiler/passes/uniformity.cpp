// The fixed point behind Uniformity.
//
// SPDX-License-Identifier: MIT
#include "compiler/passes/uniformity.h"

#include "compiler/passes/kernel_frame.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

Uniformity::Uniformity(llvm::Function& item)
    : item_(item), dominators_(item), post_dominators_(item), loops_(dominators_) {
  for (ItemParameter id : {kItemX, kItemY, kItemZ}) varying_.insert(item_parameter(item, id));
  while (step()) {
  }
}

bool Uniformity::is_divergent_branch(const llvm::BasicBlock& block) const {
  const llvm::Instruction* end = block.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    return branch->isConditional() && !is_uniform(*branch->getCondition());
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    return !is_uniform(*choice->getCondition());
  }
  return end->getNumSuccessors() > 1;
}

bool Uniformity::starts_varying(const llvm::Instruction& inst) const {
  if (llvm::isa<llvm::AllocaInst>(inst) || inst.isAtomic()) return true;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) return load->isVolatile();
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
    return !llvm::isa<llvm::IntrinsicInst>(call) || !call->doesNotAccessMemory();
  }
  return false;
}

bool Uniformity::leaves_divergent_loop(const llvm::Instruction& value,
                                       const llvm::BasicBlock* user) const {
  for (const llvm::Loop* loop = loops_.getLoopFor(value.getParent());
       loop != nullptr && !loop->contains(user); loop = loop->getParentLoop()) {
    if (divergent_loops_.contains(loop)) return true;
  }
  return false;
}

bool Uniformity::has_varying_operand(const llvm::Instruction& inst) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&inst);
  if (phi != nullptr && joins_.contains(phi->getParent()) && phi->hasConstantValue() == nullptr &&
      !loops_.isLoopHeader(phi->getParent())) {
    return true;
  }
  for (const llvm::Use& use : inst.operands()) {
    if (varying_.contains(use.get())) return true;
    const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
    if (value != nullptr && leaves_divergent_loop(*value, inst.getParent())) return true;
  }
  return false;
}

// Blocks that only some of the items reach, up to where all meet again.
bool Uniformity::spread_divergence(llvm::BasicBlock& block) {
  llvm::DomTreeNodeBase<llvm::BasicBlock>* node = post_dominators_.getNode(&block);
  llvm::BasicBlock* meeting =
      node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
  llvm::SmallVector<llvm::BasicBlock*, 16> work(llvm::successors(&block));
  llvm::DenseSet<llvm::BasicBlock*> seen;
  bool changed = false;
  while (!work.empty()) {
    llvm::BasicBlock* next = work.pop_back_val();
    if (next == meeting || !seen.insert(next).second) continue;
    changed |= joins_.insert(next).second;
    work.append(llvm::succ_begin(next), llvm::succ_end(next));
  }
  if (meeting != nullptr) changed |= joins_.insert(meeting).second;
  for (llvm::Loop* loop = loops_.getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    // Items part inside the loop and do not meet again in it: they leave it at different times.
    bool leaves = meeting == nullptr || !loop->contains(meeting);
    if (leaves) changed |= divergent_loops_.insert(loop).second;
  }
  return changed;
}

bool Uniformity::step() {
  bool changed = false;
  for (llvm::Instruction& inst : llvm::instructions(item_)) {
    if (varying_.contains(&inst)) continue;
    if (starts_varying(inst) || has_varying_operand(inst)) {
      varying_.insert(&inst);
      changed = true;
    }
  }
  for (llvm::BasicBlock& block : item_) {
    if (is_divergent_branch(block)) changed |= spread_divergence(block);
  }
  return changed;
}

bool Uniformity::is_uniform_at_all_uses(const llvm::Instruction& value) const {
  if (varying_.contains(&value)) return false;
  for (const llvm::User* user : value.users()) {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(user);
    if (inst != nullptr && leaves_divergent_loop(value, inst->getParent())) return false;
  }
  return true;
}

}  // namespace vgpu::compiler
