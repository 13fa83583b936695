// The comparison of loops with the writes that end them (see lane_waits.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/lane_waits.h"

#include "compiler/kernel_abi.h"
#include "compiler/passes/waiting_calls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

const Value* pointer_of(const Instruction& inst) {
  if (const auto* change = dyn_cast<AtomicRMWInst>(&inst)) return change->getPointerOperand();
  if (const auto* change = dyn_cast<AtomicCmpXchgInst>(&inst)) return change->getPointerOperand();
  return getLoadStorePointerOperand(&inst);
}

const Value* without_casts(const Value* value) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  return value;
}

bool is_shuffle(StringRef name) { return name == kShuffle32Name || name == kShuffle64Name; }

}  // namespace

// The same for all lanes of a warp that compute it together.
bool LaneWaits::is_same_in_warp(const Value* value, SmallPtrSetImpl<const Value*>& seen) const {
  const auto* inst = dyn_cast<Instruction>(value);
  if (inst == nullptr || !seen.insert(inst).second) return true;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, AllocaInst>(inst)) return false;
  if (isa<CallInst>(inst)) {
    const StringRef name = callee_name(inst);
    if (name == kBallotName || name == kActiveMaskName) return true;
    if (is_shuffle(name)) {  // of one lane: what that one has
      SmallPtrSet<const Value*, 16> seen_of_lane(seen.begin(), seen.end());
      return is_same_in_warp(inst->getOperand(1), seen_of_lane) ||
             is_same_in_warp(inst->getOperand(0), seen);
    }
    if (name == "__vg_local_id" || !name.starts_with("__vg_")) return false;
  }
  const auto* join = dyn_cast<PHINode>(inst);
  if (join != nullptr && !is_chosen_together(*join, seen)) return false;
  return all_of(inst->operands(), [&](const Use& use) { return is_same_in_warp(use.get(), seen); });
}

// Whether all lanes come to the join by the same way: `if (ready) ++k` is a k of their own if they differ in `ready`.
bool LaneWaits::is_chosen_together(const PHINode& join, SmallPtrSetImpl<const Value*>& seen) const {
  if (join.hasConstantOrUndefValue()) return true;
  const BasicBlock* here = join.getParent();
  const DomTreeNode* parting = dominators_.getNode(here)->getIDom();
  SmallSetVector<const BasicBlock*, 16> work;
  work.insert(pred_begin(here), pred_end(here));
  for (unsigned i = 0; i < work.size(); ++i) {
    const BasicBlock* block = work[i];
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch == nullptr) return false;
    if (branch->isConditional() && !is_same_in_warp(branch->getCondition(), seen)) return false;
    if (block != here && (parting == nullptr || block != parting->getBlock()))
      work.insert(pred_begin(block), pred_end(block));
  }
  return true;
}

bool LaneWaits::are_in(const WaitingLoop& waiting) const {
  return any_of(instructions(kernel_), [&](const Instruction& inst) {
    return inst.mayWriteToMemory() && pointer_of(inst) != nullptr && is_danger(waiting, inst);
  });
}

bool LaneWaits::is_danger(const WaitingLoop& waiting, const Instruction& write) const {
  const Loop& loop = *waiting.loop;
  if (loop.contains(&write) || !may_touch(waiting, write)) return false;
  const std::optional<OneLane> here = one_lane_at(*loop.getHeader());
  const std::optional<OneLane> there = one_lane_at(*write.getParent());
  if (here && there && never_in_one_warp(*here, *there)) return false;
  const bool behind = reaches(loop.getHeader(), write.getParent());
  if (behind) return !leaves_together(loop);
  // Before the loop in every order, or on the other side of a branch?
  if (reaches(write.getParent(), loop.getHeader())) return false;
  const BasicBlock* parting =
      dominators_.findNearestCommonDominator(loop.getHeader(), write.getParent());
  SmallPtrSet<const Value*, 16> seen;
  const auto* branch = dyn_cast<BranchInst>(parting->getTerminator());
  const bool together =
      branch != nullptr && branch->isConditional() && is_same_in_warp(branch->getCondition(), seen);
  return !together && reaches(parting, loop.getHeader()) && reaches(parting, write.getParent());
}

bool LaneWaits::may_touch(const WaitingLoop& waiting, const Instruction& write) const {
  const Value* target = getUnderlyingObject(pointer_of(write));
  if (isa<AllocaInst>(target)) return false;
  return any_of(waiting.reads, [&](const Instruction* read) {
    const Value* object = getUnderlyingObject(pointer_of(*read));
    const bool known =
        isa<Argument, GlobalVariable>(object) && isa<Argument, GlobalVariable>(target);
    return object == target || !known;
  });
}

// Along a way without a barrier, which no lane passes before the others come.
bool LaneWaits::reaches(const BasicBlock* from, const BasicBlock* to) const {
  SmallSetVector<const BasicBlock*, 16> work;
  work.insert(succ_begin(from), succ_end(from));
  for (unsigned i = 0; i < work.size(); ++i) {
    if (work[i] == to) return true;
    if (none_of(*work[i], is_barrier)) work.insert(succ_begin(work[i]), succ_end(work[i]));
  }
  return false;
}

bool LaneWaits::leaves_together(const Loop& loop) const {
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return all_of(exiting, [&](const BasicBlock* block) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    SmallPtrSet<const Value*, 16> seen;
    return branch != nullptr && branch->isConditional() &&
           is_same_in_warp(branch->getCondition(), seen);
  });
}

std::optional<LaneWaits::OneLane> LaneWaits::one_lane_at(const BasicBlock& block) const {
  for (const DomTreeNode* node = dominators_.getNode(&block); node != nullptr && node->getIDom();
       node = node->getIDom()) {
    const BasicBlock* before = node->getIDom()->getBlock();
    if (const auto* choice = dyn_cast<SwitchInst>(before->getTerminator())) {
      if (auto lane = one_lane_of(*choice, block)) return lane;
    }
    const auto* branch = dyn_cast<BranchInst>(before->getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    for (unsigned side : {0U, 1U}) {
      const BasicBlockEdge edge(before, branch->getSuccessor(side));
      if (!edge.isSingleEdge() || !dominators_.dominates(edge, &block)) continue;
      if (auto lane = one_lane_if(branch->getCondition(), side == 0)) return lane;
    }
  }
  return {};
}

std::optional<LaneWaits::OneLane> LaneWaits::one_lane_of(const SwitchInst& choice,
                                                         const BasicBlock& block) const {
  if (!differs_by_lane(choice.getCondition())) return {};
  for (const auto& one : choice.cases()) {
    const BasicBlockEdge edge(choice.getParent(), one.getCaseSuccessor());
    if (edge.isSingleEdge() && dominators_.dominates(edge, &block))
      return OneLane{without_casts(choice.getCondition()), one.getCaseValue()->getZExtValue()};
  }
  return {};
}

std::optional<LaneWaits::OneLane> LaneWaits::one_lane_if(const Value* condition,
                                                         bool outcome) const {
  const Value *a = nullptr, *b = nullptr;
  const bool both = outcome ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)));
  if (both) {
    auto lane = one_lane_if(a, outcome);
    return lane ? lane : one_lane_if(b, outcome);
  }
  ICmpInst::Predicate predicate;
  std::uint64_t number = 0;
  if (!match(condition, m_ICmp(predicate, m_Value(a), m_ConstantInt(number)))) return {};
  if (predicate != (outcome ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE)) return {};
  // Two ids that are zero together: one of them may tell the lane.
  const Value *x = nullptr, *y = nullptr;
  if (number == 0 && match(a, m_Or(m_Value(x), m_Value(y)))) a = differs_by_lane(x) ? x : y;
  if (!differs_by_lane(a)) return {};
  return OneLane{without_casts(a), number};
}

// Whether no two lanes of a warp have the same value: an id along x, also of the lane, and sums with what all share.
bool LaneWaits::differs_by_lane(const Value* id) const {
  const bool rows_are_warps =
      local_size_[0] % kWarpSize == 0 || (local_size_[1] == 1 && local_size_[2] == 1);
  id = without_casts(id);
  if (const auto* call = dyn_cast<CallInst>(id)) {
    const auto* axis =
        call->arg_size() == 1 ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
    return rows_are_warps && callee_name(id) == "__vg_local_id" && axis != nullptr &&
           axis->isZero();
  }
  const Value *a = nullptr, *b = nullptr;
  std::uint64_t part = 0;
  if (match(id, m_And(m_Value(a), m_ConstantInt(part))))
    return part % kWarpSize == kWarpSize - 1 && differs_by_lane(a);
  if (match(id, m_URem(m_Value(a), m_ConstantInt(part))))
    return part % kWarpSize == 0 && differs_by_lane(a);
  if (!match(id, m_Add(m_Value(a), m_Value(b)))) return false;
  SmallPtrSet<const Value*, 16> seen;
  if (differs_by_lane(a)) return is_same_in_warp(b, seen);
  return differs_by_lane(b) && is_same_in_warp(a, seen);
}

bool LaneWaits::never_in_one_warp(const OneLane& a, const OneLane& b) const {
  if (a.id != b.id) return false;
  const bool is_thread = callee_name(a.id) == "__vg_local_id";
  return a.number == b.number || (is_thread && a.number / kWarpSize != b.number / kWarpSize);
}

}  // namespace vgpu::compiler
