// Looks at memory before an atomic minimum or maximum, which rarely changes it.
//
// Before:  atomicrmw min p, v
// After:   if (v < *p) atomicrmw min p, v
// A locked operation takes the cache line from all other threads, and vectors make one for each lane; but once a few
// items have been there, most find that their value is no new extremum. Only where nobody wants the old value: then an
// operation that writes what is there already cannot be told from none. The look is a plain load: what it sees may be a
// moment old, but it was there after everything that the item had seen before, and that is all a relaxed operation
// promises. SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// When the operation changes memory: `value predicate memory`. BAD_ICMP_PREDICATE for other operations.
CmpInst::Predicate changes(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Min:
      return CmpInst::ICMP_SLT;
    case AtomicRMWInst::Max:
      return CmpInst::ICMP_SGT;
    case AtomicRMWInst::UMin:
      return CmpInst::ICMP_ULT;
    case AtomicRMWInst::UMax:
      return CmpInst::ICMP_UGT;
    default:
      return CmpInst::BAD_ICMP_PREDICATE;
  }
}

// Local memory belongs to one thread, whose atomics have no locks.
bool may_be_spared(const AtomicRMWInst& atomic) {
  return atomic.use_empty() && !atomic.isVolatile() &&
         atomic.getOrdering() == AtomicOrdering::Monotonic &&
         atomic.getPointerAddressSpace() != kLocalSpace &&
         changes(atomic.getOperation()) != CmpInst::BAD_ICMP_PREDICATE;
}

}  // namespace

bool test_extrema(Unit& unit) {
  SmallVector<AtomicRMWInst*, 4> found;
  for (Instruction& instruction : instructions(*unit.item)) {
    auto* atomic = dyn_cast<AtomicRMWInst>(&instruction);
    if (atomic != nullptr && may_be_spared(*atomic)) found.push_back(atomic);
  }
  for (AtomicRMWInst* atomic : found) {
    IRBuilder<> builder(atomic);
    Value* value = atomic->getValOperand();
    Value* there = builder.CreateAlignedLoad(value->getType(), atomic->getPointerOperand(),
                                             atomic->getAlign(), "there");
    Value* wanted = builder.CreateICmp(changes(atomic->getOperation()), value, there);
    Instruction* then = SplitBlockAndInsertIfThen(wanted, atomic, false);
    atomic->moveBefore(then);
  }
  return true;
}

}  // namespace vgpu::compiler
