// Finds atomic additions to global memory that may be made later, all at once: counts of a histogram.
//
// Threads that add to the same few places take the cache line from each other for every item. If nobody wants the old
// value and nothing in the kernel could see that an addition has not been made yet, each thread may add up its own and
// write the sums when it has run its groups (write_deferred, which finds the instructions by the mark set here).
//
// Nothing sees it if all atomics of the kernel are such additions, there are no barriers, fences or volatile accesses,
// and an item reads no memory behind its first addition: what another item writes it could only read by a race.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/kept_part.h"
#include "compiler/passes/unit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

// CUDA's pointers may lead anywhere, but an argument of the kernel does not point into local memory.
bool is_global(const Value* pointer) {
  if (pointer->getType()->getPointerAddressSpace() == kLocalSpace) return false;
  const auto* base = dyn_cast<LoadInst>(getUnderlyingObject(pointer));
  return base != nullptr && base->hasMetadata(LLVMContext::MD_invariant_load);
}

bool can_wait(const AtomicRMWInst& atomic) {
  const Type* type = atomic.getType();
  return atomic.getOperation() == AtomicRMWInst::Add && atomic.use_empty() &&
         !atomic.isVolatile() && atomic.getOrdering() == AtomicOrdering::Monotonic &&
         (type->isIntegerTy(32) || type->isIntegerTy(64)) && is_global(atomic.getPointerOperand());
}

bool reads(const Instruction& inst) {
  return inst.mayReadFromMemory() && !isa<AtomicRMWInst>(inst) &&
         !inst.hasMetadata(LLVMContext::MD_invariant_load);
}

// Whether the item may read memory once it has come by this instruction.
bool reads_behind(const Instruction& start) {
  for (const Instruction* inst = start.getNextNode(); inst != nullptr; inst = inst->getNextNode()) {
    if (reads(*inst)) return true;
  }
  SmallVector<const BasicBlock*, 8> work(successors(start.getParent()));
  SmallPtrSet<const BasicBlock*, 8> seen;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (any_of(*block, reads)) return true;
    work.append(succ_begin(block), succ_end(block));
  }
  return false;
}

}  // namespace

bool defer_atomics(Unit& unit) {
  if (unit.uses_barrier || unit.uses_grid_barrier || unit.uses_warp || unit.item_states)
    return true;
  SmallVector<AtomicRMWInst*, 4> found;
  for (Instruction& inst : instructions(*unit.item)) {
    auto* atomic = dyn_cast<AtomicRMWInst>(&inst);
    if (atomic != nullptr) {
      if (!can_wait(*atomic) || reads_behind(*atomic)) return true;
      found.push_back(atomic);
    } else if (inst.isAtomic() || inst.isVolatile()) {
      return true;
    } else if (isa<CallBase>(inst) && !isa<IntrinsicInst>(inst)) {
      return true;
    }
  }
  if (found.empty()) return true;
  for (AtomicRMWInst* atomic : found) {
    if (atomic->getType() != found[0]->getType()) return true;
  }
  for (AtomicRMWInst* atomic : found) {
    atomic->setMetadata(kDeferredMark, MDNode::get(atomic->getContext(), {}));
  }
  unit.remarks.add("defer_atomics",
                   "every thread adds up for itself and writes the sums at its end");
  return true;
}

}  // namespace vgpu::compiler
