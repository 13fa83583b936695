// Replaces atomic operations on local memory by plain ones.
//
// One thread runs all items of a group, and local memory belongs to the group: nobody can come in between, so the lock
// prefix (some twenty cycles) buys nothing. Runs after the vectoriser, which must still see them as atomics: lanes that
// hit one address have to follow each other.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace vgpu::compiler {
namespace {

bool is_local(const llvm::Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocalSpace;
}

void make_plain(llvm::Instruction& inst) {
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
    if (is_local(update->getPointerOperand())) llvm::lowerAtomicRMWInst(update);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
    if (is_local(exchange->getPointerOperand())) llvm::lowerAtomicCmpXchgInst(exchange);
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
    if (is_local(load->getPointerOperand())) load->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
    if (is_local(store->getPointerOperand())) store->setAtomic(llvm::AtomicOrdering::NotAtomic);
  }
}

}  // namespace

bool plain_local_atomics(Unit& unit) {
  for (llvm::Function& function : unit.module) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      make_plain(inst);
    }
  }
  return true;
}

}  // namespace vgpu::compiler
