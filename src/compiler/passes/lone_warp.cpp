// Finds what the items of a lone warp write and read without waiting (see lone_warp.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/lone_warp.h"

#include "compiler/kernel_abi.h"
#include "compiler/passes/own_row.h"
#include "compiler/passes/waiting_calls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool waits_for_others(const Instruction& inst) {
  const StringRef name = callee_name(&inst);
  return is_barrier_of_warp(inst) || name == kBallotName || name == kShuffle32Name ||
         name == kShuffle64Name;
}

// Structures are copied as a whole.
const Value* place_written(const Instruction& inst) {
  if (const auto* copy = dyn_cast<AnyMemIntrinsic>(&inst)) return copy->getRawDest();
  const auto* store = dyn_cast<StoreInst>(&inst);
  return store != nullptr ? store->getPointerOperand() : nullptr;
}

const Value* place_read(const Instruction& inst) {
  if (const auto* copy = dyn_cast<AnyMemTransferInst>(&inst)) return copy->getRawSource();
  const auto* load = dyn_cast<LoadInst>(&inst);
  return load != nullptr ? load->getPointerOperand() : nullptr;
}

// The element, whatever member of it is meant.
const Value* element_of(const Value* pointer) { return pointer->stripInBoundsConstantOffsets(); }

// An element of the same array that is not the one written.
bool is_of_another(const Value* read, const Value* written) {
  return getUnderlyingObject(read, 0) == getUnderlyingObject(written, 0) &&
         element_of(read) != element_of(written) && !are_in_own_row(read, written);
}

// The same place for all items, as a variable that is no array.
bool is_for_all(const Value* pointer) {
  return element_of(pointer) == getUnderlyingObject(pointer, 0);
}

bool is_local(const Value* pointer) {
  return getUnderlyingObject(pointer, 0)->getType()->getPointerAddressSpace() == kLocalSpace;
}

// Whether `condition` with this outcome leaves no items but those of the first warp.
bool leaves_a_warp(const Value* condition, bool outcome) {
  CmpInst::Predicate predicate;
  const Value* id = nullptr;
  const APInt* number = nullptr;
  if (!match(condition, m_ICmp(predicate, m_Value(id), m_APInt(number)))) return false;
  if (!is_thread_id(id)) return false;
  if (!outcome) predicate = CmpInst::getInversePredicate(predicate);
  const bool below = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
  const bool up_to = predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE;
  return (below && number->ule(kWarpSize)) || (up_to && number->ult(kWarpSize));
}

}  // namespace

bool LoneWarp::shows(const Instruction& write) const {
  const Value* written = place_written(write);
  if (written == nullptr || !is_local(written) || !is_at(*write.getParent())) return false;
  SmallSetVector<const BasicBlock*, 16> work;
  work.insert(write.getParent());
  const Instruction* from = write.getNextNode();
  for (unsigned i = 0; i < work.size(); ++i) {
    bool stopped = false;
    for (auto at = i == 0 ? from->getIterator() : work[i]->begin(); at != work[i]->end(); ++at) {
      const Value* read = place_read(*at);
      if (read != nullptr && (is_of_another(read, written) || others_read(*at, write))) return true;
      if ((stopped = waits_for_others(*at))) break;
    }
    if (!stopped) work.insert(succ_begin(work[i]), succ_end(work[i]));
  }
  return false;
}

bool LoneWarp::others_read(const Instruction& read, const Instruction& write) const {
  const Value* written = place_written(write);
  return is_for_all(written) &&
         place_read(read)->stripPointerCasts() == written->stripPointerCasts() &&
         !dominators_.dominates(&write, &read);
}

bool LoneWarp::is_at(const BasicBlock& block) const {
  if (local_size_[1] != 1 || local_size_[2] != 1) return false;
  if (local_size_[0] <= kWarpSize) return true;
  for (const DomTreeNode* node = dominators_.getNode(&block); node != nullptr && node->getIDom();
       node = node->getIDom())
    if (is_chosen_by(*node->getIDom()->getBlock(), block)) return true;
  return false;
}

bool LoneWarp::is_chosen_by(const BasicBlock& before, const BasicBlock& block) const {
  const auto* branch = dyn_cast<BranchInst>(before.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  for (const unsigned side : {0U, 1U}) {
    const BasicBlockEdge edge(&before, branch->getSuccessor(side));
    if (edge.isSingleEdge() && dominators_.dominates(edge, &block) &&
        leaves_a_warp(branch->getCondition(), side == 0))
      return true;
  }
  return false;
}

}  // namespace vgpu::compiler
