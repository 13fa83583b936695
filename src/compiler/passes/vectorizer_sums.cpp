// Takes sums out of loops that also write the row they sum up, so that the rest can run along the rows.
//
// Before:  for (i = 0; i < n; ++i) s += y[i] = f(x[i]);     x and y differ from item to item
// After:   for (i = 0; i < n; ++i) y[i] = f(x[i]);          no iteration needs another: vectorizer_along.cpp
//          for (i = 0; i < n; ++i) s += y[i];               in the same order: vectorizer_strips.cpp
// The sum must need nothing of an iteration but what it stores and its counters, and the loop must write nothing else,
// so that the second loop finds what the first one wrote. Called by vectorize_region as part of strip_row_loops.
// SPDX-License-Identifier: MIT
#include "compiler/passes/row_loop.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace vgpu::compiler {

using namespace llvm;

bool RowLoop::is_counter(PHINode& phi) const {
  if (!scev_.isSCEVable(phi.getType())) return false;
  const auto* counter = dyn_cast<SCEVAddRecExpr>(scev_.getSCEV(&phi));
  return counter != nullptr && counter->isAffine() && counter->getLoop() == &loop_;
}

// The one store of the loop, if it goes along a row.
StoreInst* RowLoop::only_store() const {
  StoreInst* found = nullptr;
  for (const RowAccess& access : accesses_) {
    if (!access.store()) continue;
    if (found != nullptr || !access.row) return nullptr;
    found = cast<StoreInst>(access.instruction);
  }
  return found;
}

// What depends on values that iterations hand on, counters aside.
void RowLoop::find_sums() {
  for (PHINode& phi : header_->phis()) {
    if (!is_counter(phi)) sums_.insert(&phi);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : blocks_) {
      for (Instruction& instruction : *block) {
        const bool reads = any_of(instruction.operands(), [&](Value* operand) {
          auto* from = dyn_cast<Instruction>(operand);
          return from != nullptr && sums_.contains(from);
        });
        if (reads) changed |= sums_.insert(&instruction);
      }
    }
  }
}

// Whether an instruction of the second loop reads only what it will find there.
bool RowLoop::needs_only(const Instruction& instruction, const Value* stored) const {
  if (instruction.mayReadOrWriteMemory() || instruction.isTerminator()) return false;
  return all_of(instruction.operands(), [&](Value* operand) {
    auto* from = dyn_cast<Instruction>(operand);
    if (from == nullptr || operand == stored || !loop_.contains(from)) return true;
    auto* phi = dyn_cast<PHINode>(from);
    return sums_.contains(from) ||
           (phi != nullptr && phi->getParent() == header_ && is_counter(*phi));
  });
}

bool RowLoop::can_split() {
  if (!has_simple_form() || !find_accesses() || !has_row_form()) return false;
  StoreInst* store = only_store();
  find_sums();
  auto* stored = store != nullptr ? dyn_cast<Instruction>(store->getValueOperand()) : nullptr;
  if (stored == nullptr || sums_.empty() || isa<PHINode>(stored) ||
      stored->getParent() != store->getParent() || sums_.contains(stored) ||
      sums_.contains(store)) {
    return false;
  }
  for (const Instruction* sum : sums_) {
    if (!needs_only(*sum, stored)) return false;
  }
  for (User* user : stored->users()) {
    if (user != store && !sums_.contains(cast<Instruction>(user))) return false;
  }
  return all_of(loop_.getExitBlock()->phis(), [&](PHINode& phi) {
    auto* value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop_.getExitingBlock()));
    return value == nullptr || !loop_.contains(value) || sums_.contains(value) ||
           (isa<PHINode>(value) && is_counter(*cast<PHINode>(value)));
  });
}

// The first loop: a copy without the sums, in front of the old one.
void RowLoop::copy_without_sums(BasicBlock& before, BasicBlock& between) {
  SmallVector<BasicBlock*, 4> copies;
  for (BasicBlock* block : blocks_) {
    copies.push_back(CloneBasicBlock(block, map_, ".row", header_->getParent()));
    map_[block] = copies.back();
  }
  map_[loop_.getExitBlock()] = &between;
  remapInstructionsInBlocks(copies, map_);
  for (Instruction* sum : sums_) {
    auto* copy = cast<Instruction>(map_.lookup(sum));
    copy->replaceAllUsesWith(PoisonValue::get(copy->getType()));
    copy->eraseFromParent();
  }
  before.getTerminator()->replaceSuccessorWith(header_, copies.front());
}

// The second loop: the old one, which loads what the first one has stored.
void RowLoop::read_again(StoreInst& store, BasicBlock& between, Value* start, std::int64_t size) {
  IRBuilder<> builder(&*header_->begin());
  PHINode* place = builder.CreatePHI(start->getType(), 2, "stored");
  place->addIncoming(start, &between);
  builder.SetInsertPoint(latch_->getTerminator());
  Value* bytes = builder.getInt64(static_cast<std::uint64_t>(size));
  place->addIncoming(builder.CreateGEP(builder.getInt8Ty(), place, bytes), latch_);
  builder.SetInsertPoint(&*store.getParent()->getFirstInsertionPt());
  auto* stored = cast<Instruction>(store.getValueOperand());
  auto* load = builder.CreateAlignedLoad(stored->getType(), place, store.getAlign());
  stored->replaceUsesWithIf(load, [&](const Use& use) { return use.getUser() != &store; });
  SmallVector<WeakTrackingVH, 2> unused = {stored, store.getPointerOperand()};
  store.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

void RowLoop::split() {
  BasicBlock* before = loop_.getLoopPreheader();
  Function& function = *header_->getParent();
  const auto* access = find_if(accesses_, [](const RowAccess& one) { return one.store(); });
  SCEVExpander expander(scev_, layout_, "sum");
  Value* start = expander.expandCodeFor(access->address->getStart(), nullptr,
                                        before->getTerminator()->getIterator());
  BasicBlock* between = BasicBlock::Create(function.getContext(), "sums", &function, header_);
  copy_without_sums(*before, *between);
  IRBuilder<>(between).CreateBr(header_);
  header_->replacePhiUsesWith(before, between);
  read_again(*cast<StoreInst>(access->instruction), *between, start, access->size);
}

}  // namespace vgpu::compiler
