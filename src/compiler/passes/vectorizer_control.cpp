// Control flow: uniform branches stay branches, divergent ones become masks.
//
// Blocks that only some lanes run are laid out one after another. Each has a mask in a slot; an
// edge adds its lanes to the successor's mask and moves the phis' values for these lanes. A block
// takes its mask, clears the slot for the next time around, and falls to the next block of the same
// divergent regions. A divergent loop ends when no lane asks for another iteration.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

namespace vgpu::compiler {

using namespace llvm;

void Vectorizer::emit_block(std::size_t index) {
  block_ = order_[index];
  b_.SetInsertPoint(blocks_[block_]);
  current_ = arguments_;
  masks_ = entry_masks_;
  if (shapes_.divergent(block_)) {
    remark_masked_block();
    for (unsigned copy = 0; copy < copies_; ++copy) {
      AllocaInst* slot = mask_slots_[block_][copy];
      if (mask_canonical(copy) != copy) {
        masks_[copy] = masks_[mask_canonical(copy)];
        continue;
      }
      masks_[copy] = load_mask(slot);
      store_mask(Constant::getNullValue(all_lanes()->getType()), slot);
    }
    skip_when_idle(index);
  }
  for (Instruction& instruction : *block_) {
    if (!isa<PHINode>(instruction) && !instruction.isTerminator()) emit(instruction);
  }
  if (auto* ret = dyn_cast<ReturnInst>(block_->getTerminator())) return emit_return(*ret);
  auto& branch = cast<BranchInst>(*block_->getTerminator());
  if (shapes_.divergent(block_) || shapes_.divergent_branch(block_)) {
    emit_linear_branch(index, branch);
  } else {
    emit_uniform_branch(branch);
  }
}

// Says where items part, by a line that masks cost something: arithmetic runs in all lanes anyway.
void Vectorizer::remark_masked_block() {
  for (const Instruction& instruction : *block_) {
    if (!instruction.mayReadOrWriteMemory() && !isa<CallBase>(instruction)) continue;
    if (!instruction.getDebugLoc()) continue;
    remarks_.add("vectorize", "masked: only some items of a vector get here", &instruction);
    return;
  }
}

// The largest result of all active lanes.
void Vectorizer::emit_return(ReturnInst& ret) {
  Value* value = ret.getReturnValue();
  const Shape shape = this->shape(value);
  Value* result = nullptr;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(value, copy)) continue;
    Value* mask = mask_of(shape, copy);
    Value* one = scalar(value, copy);
    if (!shape.uniform()) {
      one = vector(value, copy);
      if (mask != nullptr) one = b_.CreateSelect(mask, one, Constant::getNullValue(one->getType()));
      one = b_.CreateIntMaxReduce(one, false);
    } else if (may_be_idle(shape) && mask != nullptr) {
      one = b_.CreateSelect(any(mask), one, Constant::getNullValue(one->getType()));
    }
    result = result == nullptr ? one : b_.CreateBinaryIntrinsic(Intrinsic::umax, result, one);
  }
  b_.CreateRet(result);
}

void Vectorizer::emit_uniform_branch(BranchInst& branch) {
  if (branch.isUnconditional()) {
    emit_edge(*block_, *branch.getSuccessor(0), masks_, false);
    b_.CreateBr(blocks_[branch.getSuccessor(0)]);
    return;
  }
  BasicBlock* edges[2];
  for (BasicBlock*& edge : edges) edge = BasicBlock::Create(context_, "edge", out_);
  b_.CreateCondBr(scalar(branch.getCondition(), 0), edges[0], edges[1])
      ->copyMetadata(branch, {LLVMContext::MD_prof});
  const auto saved = current_;
  for (unsigned i = 0; i < 2; ++i) {
    b_.SetInsertPoint(edges[i]);
    current_ = saved;
    emit_edge(*block_, *branch.getSuccessor(i), masks_, false);
    b_.CreateBr(blocks_[branch.getSuccessor(i)]);
  }
}

void Vectorizer::emit_linear_branch(std::size_t index, BranchInst& branch) {
  if (branch.isUnconditional()) {
    emit_edge(*block_, *branch.getSuccessor(0), masks_, true);
  } else {
    Copies taken(copies_), other(copies_);
    for (unsigned copy = 0; copy < copies_; ++copy) {
      if (mask_canonical(copy) != copy) {
        taken[copy] = taken[mask_canonical(copy)];
        other[copy] = other[mask_canonical(copy)];
        continue;
      }
      // Lanes that do not get here may hold poison; and-ing it in would spoil the whole mask.
      const bool wide = shape(branch.getCondition()).varying();
      Value* condition = scalar(branch.getCondition(), copy);
      condition = b_.CreateFreeze(condition);
      if (!wide) condition = splat(condition);
      Value* opposite = b_.CreateNot(condition);
      taken[copy] = masks_[copy] ? b_.CreateAnd(masks_[copy], condition) : condition;
      other[copy] = masks_[copy] ? b_.CreateAnd(masks_[copy], opposite) : opposite;
    }
    // The way back overwrites the header's phis, which the way out may still read: it comes last.
    const Loop* loop = shapes_.loops().getLoopFor(block_);
    const bool back_first = loop != nullptr && branch.getSuccessor(0) == loop->getHeader();
    if (!back_first) emit_edge(*block_, *branch.getSuccessor(0), taken, true);
    emit_edge(*block_, *branch.getSuccessor(1), other, true);
    if (back_first) emit_edge(*block_, *branch.getSuccessor(0), taken, true);
  }
  close_loops(index, next_block(index));
}

void Vectorizer::emit_edge(BasicBlock& from, BasicBlock& to, const Copies& masks, bool masked) {
  struct Move {
    PHINode* phi;
    unsigned copy;
    Value* value;
  };
  SmallVector<Move, 8> moves;  // all are read before the first is written
  for (PHINode& phi : to.phis()) {
    Value* value = phi.getIncomingValueForBlock(&from);
    for (unsigned copy = 0; copy < copies_; ++copy) {
      if (!is_first(&phi, copy)) continue;
      const bool wide = shape(&phi).varying();
      moves.push_back({&phi, copy, wide ? vector(value, copy) : scalar(value, copy)});
    }
  }
  for (const Move& move : moves) {
    store_phi(from, *move.phi, move.copy, move.value, masks, masked);
  }
  if (!shapes_.divergent(&to)) return;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (mask_canonical(copy) != copy) continue;
    AllocaInst* slot = mask_slots_[&to][copy];
    Value* mask = masks[copy];
    store_mask(mask != nullptr ? b_.CreateOr(load_mask(slot), mask) : all_lanes(), slot);
  }
}

// Header phis and the first edge into a block may overwrite all lanes: what the others held is
// dead. Later edges, and those that leave a loop (once an iteration), touch their own lanes only.
void Vectorizer::store_phi(BasicBlock& from, PHINode& phi, unsigned copy, Value* value,
                           const Copies& masks, bool masked) {
  AllocaInst* slot = slots_[&phi][copy];
  BasicBlock* to = phi.getParent();
  const LoopInfo& loops = shapes_.loops();
  bool blend = masked && shape(&phi).varying() && !loops.isLoopHeader(to);
  if (blend) {
    const Loop* loop = loops.getLoopFor(&from);
    bool first = loop == nullptr || loop->contains(to);
    for (BasicBlock* other : phi.blocks()) first &= position_[other] >= position_[&from];
    blend = !first;
  }
  if (blend) {
    Value* mask = masks[copy];
    for (unsigned other = 0; other < copies_; ++other) {
      if (canonical(&phi, other) == copy) mask = combine(mask, masks[other]);
    }
    if (mask != nullptr) {
      Value* old = b_.CreateLoad(slot->getAllocatedType(), slot);
      value = select_lanes(mask, value, old, phi.getType());
    }
  }
  b_.CreateStore(value, slot);
  if (to == block_) current_.erase(&phi);
}

// Where linearised code goes on: the next block of any divergent region that this one is part of,
// or such a region's join, whichever comes first.
BasicBlock* Vectorizer::next_block(std::size_t index) const {
  SmallVector<const DivergentRegion*, 8> open;
  for (const auto& [block, region] : shapes_.regions()) {
    if (block == order_[index] || region.blocks.contains(order_[index])) open.push_back(&region);
  }
  for (std::size_t i = index + 1; i < order_.size(); ++i) {
    for (const DivergentRegion* region : open) {
      if (order_[i] == region->join || region->blocks.contains(order_[i])) return order_[i];
    }
  }
  return nullptr;
}

// Behind the last block of a divergent loop: another iteration while any lane wants one.
void Vectorizer::close_loops(std::size_t index, BasicBlock* next) {
  for (const Loop* loop = shapes_.loops().getLoopFor(block_);
       loop != nullptr && (next == nullptr || !loop->contains(next));
       loop = loop->getParentLoop()) {
    Value* again = nullptr;
    for (unsigned copy = 0; copy < copies_; ++copy) {
      if (mask_canonical(copy) != copy) continue;
      Value* mask = load_mask(mask_slots_[loop->getHeader()][copy]);
      again = again != nullptr ? b_.CreateOr(again, mask) : mask;
    }
    BasicBlock* done = BasicBlock::Create(context_, "loop.done", out_);
    b_.CreateCondBr(any(again), blocks_[loop->getHeader()], done);
    b_.SetInsertPoint(done);
  }
  if (next != nullptr) {
    b_.CreateBr(entry_of(next, block_));
  } else {
    b_.CreateRet(Constant::getNullValue(out_->getReturnType()));
  }
}

// A loop that no lane enters is passed by: its iterations would be long and idle.
BasicBlock* Vectorizer::entry_of(BasicBlock* next, BasicBlock* from) {
  const Loop* loop = shapes_.loops().getLoopFor(next);
  if (loop == nullptr || loop->getHeader() != next || loop->contains(from) ||
      !shapes_.divergent(from)) {
    return blocks_[next];
  }
  std::size_t last = position_[next];
  while (last + 1 < order_.size() && loop->contains(order_[last + 1])) ++last;
  BasicBlock* behind = next_block(last);
  if (behind == nullptr) return blocks_[next];
  IRBuilder<>::InsertPointGuard guard(b_);
  BasicBlock* check = BasicBlock::Create(context_, "loop.check", out_);
  b_.SetInsertPoint(check);
  Value* wanted = nullptr;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (mask_canonical(copy) != copy) continue;
    Value* mask = load_mask(mask_slots_[next][copy]);
    wanted = wanted != nullptr ? b_.CreateOr(wanted, mask) : mask;
  }
  b_.CreateCondBr(any(wanted), blocks_[next], entry_of(behind, from));
  return check;
}

bool Vectorizer::worth_skipping(std::size_t index) const {
  unsigned cost = 0;
  for (const Instruction& instruction : *order_[index]) {
    if (instruction.mayReadOrWriteMemory()) cost += 8;
    cost += instruction.isIntDivRem() ? 16 : 1;
  }
  return cost > 12;
}

// Jumps over a long block that no lane wants. Nothing that lies behind it reads what it would have
// computed: such blocks are dominated by it and idle too.
void Vectorizer::skip_when_idle(std::size_t index) {
  const Loop* loop = shapes_.loops().getLoopFor(block_);
  BasicBlock* next = next_block(index);
  if (next == nullptr ||
      (loop != nullptr && (loop->getHeader() == block_ || !loop->contains(next)))) {
    return;
  }
  if (!worth_skipping(index)) return;
  Value* wanted = nullptr;
  for (unsigned copy = 0; copy < copies_; ++copy)
    wanted = copy == 0 ? masks_[0] : combine(wanted, masks_[copy]);
  BasicBlock* body = BasicBlock::Create(context_, "busy", out_);
  b_.CreateCondBr(any(wanted), body, entry_of(next, block_));
  b_.SetInsertPoint(body);
}

}  // namespace vgpu::compiler
