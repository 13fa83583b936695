// Finds atomic additions to global memory that may be made later, all at once: counts of a histogram.
//
// Threads that add to the same few places take the cache line from each other for every item. If nobody wants the old
// value and nothing in the kernel could see that an addition has not been made yet, each thread may add up its own and
// write the sums when it has run its groups (write_deferred, which finds the instructions by the mark set here).
//
// Nothing sees it if all atomics on global memory are such additions, there are no fences or volatile accesses, and
// behind its first addition an item neither reads nor writes global memory otherwise: what another item adds it could
// only see by a race, or behind a barrier, and that stands on its own way too. Local memory is another matter: nobody adds
// to it late. In a kernel with barriers one item often adds for its group, which is rare enough to be done at once.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/kept_part.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/waiting_calls.h"
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

bool is_local(const Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocalSpace ||
         isa<AllocaInst>(getUnderlyingObject(pointer));
}

const Value* pointer_of(const Instruction& inst) {
  if (const auto* update = dyn_cast<AtomicRMWInst>(&inst)) return update->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&inst);
}

bool is_at_local(const Instruction& inst) {
  const Value* pointer = pointer_of(inst);
  return pointer != nullptr && is_local(pointer) && !inst.isVolatile();
}

// The same place for all items.
bool is_at_argument(const AtomicRMWInst& atomic) {
  const Value* pointer = atomic.getPointerOperand()->stripInBoundsConstantOffsets();
  return getUnderlyingObject(pointer) == pointer;
}

bool can_wait(const AtomicRMWInst& atomic) {
  const Type* type = atomic.getType();
  return atomic.getOperation() == AtomicRMWInst::Add && atomic.use_empty() &&
         !atomic.isVolatile() && atomic.getOrdering() == AtomicOrdering::Monotonic &&
         (type->isIntegerTy(32) || type->isIntegerTy(64)) && is_global(atomic.getPointerOperand());
}

bool touches_others(const Instruction& inst) {
  return inst.mayReadOrWriteMemory() && !isa<AtomicRMWInst>(inst) && !is_at_local(inst) &&
         !is_barrier(inst) && !inst.hasMetadata(LLVMContext::MD_invariant_load);
}

// Whether the item may read or write global memory once it has come by this instruction.
bool touches_behind(const Instruction& start) {
  for (const Instruction* inst = start.getNextNode(); inst != nullptr; inst = inst->getNextNode()) {
    if (touches_others(*inst)) return true;
  }
  SmallVector<const BasicBlock*, 8> work(successors(start.getParent()));
  SmallPtrSet<const BasicBlock*, 8> seen;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (any_of(*block, touches_others)) return true;
    work.append(succ_begin(block), succ_end(block));
  }
  return false;
}

// What stands in the way of all.
bool forbids(const Instruction& inst) {
  if (is_at_local(inst) || is_barrier(inst)) return false;
  if (const auto* atomic = dyn_cast<AtomicRMWInst>(&inst)) {
    return !can_wait(*atomic) || touches_behind(*atomic);
  }
  return inst.isAtomic() || inst.isVolatile() || (isa<CallBase>(inst) && !isa<IntrinsicInst>(inst));
}

}  // namespace

bool defer_atomics(Unit& unit) {
  if (unit.uses_grid_barrier || unit.uses_warp || unit.item_states) return true;
  SmallVector<AtomicRMWInst*, 4> found;
  for (Instruction& inst : instructions(*unit.item)) {
    if (forbids(inst)) return true;
    auto* atomic = dyn_cast<AtomicRMWInst>(&inst);
    if (atomic == nullptr || is_at_local(*atomic)) continue;
    if (!unit.uses_barrier || !is_at_argument(*atomic)) found.push_back(atomic);
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
