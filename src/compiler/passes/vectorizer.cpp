// The frame of a vectorised region: arguments, entry masks, slots, and the walk over its blocks.
//
// See vectorizer.h for the plan. Two entry points: run() makes one version, vectorize_region (in
// its own file) decides which versions are needed. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

#include "compiler/passes/block_order.h"
#include "compiler/passes/region_arguments.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace vgpu::compiler {

using namespace llvm;

Vectorizer::Vectorizer(Function& region, const Schedule& schedule, bool masked, Remarks& remarks)
    : region_(region),
      schedule_(schedule),
      masked_(masked),
      remarks_(remarks),
      shapes_(region, schedule_, masked),
      layout_(region.getParent()->getDataLayout()),
      context_(region.getContext()),
      b_(context_),
      width_(schedule.width),
      copies_(schedule.jam_x * schedule.jam_y) {}

Function* Vectorizer::run(const Twine& name) {
  shapes_.run();
  order_ = order_blocks(region_, shapes_.loops());
  for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  out_ = Function::Create(region_.getFunctionType(), GlobalValue::InternalLinkage, name,
                          region_.getParent());
  out_->copyAttributesFrom(&region_);
  b_.SetInsertPoint(BasicBlock::Create(context_, "entry", out_));
  dummy_ = b_.CreateAlloca(b_.getInt8Ty(), nullptr, "idle");
  dummy_->setAlignment(Align(64));
  slots_end_ = b_.CreateAlloca(b_.getInt8Ty());
  for (BasicBlock* block : order_) {
    blocks_[block] = BasicBlock::Create(context_, block->getName(), out_);
  }
  make_arguments();
  make_entry_masks();
  make_slots();
  b_.CreateBr(blocks_[order_.front()]);
  for (std::size_t i = 0; i < order_.size(); ++i) emit_block(i);
  finish_function();
  return out_;
}

// Copy (rx, ry) of x starts rx vectors further, that of y ry rows.
void Vectorizer::make_arguments() {
  for (Argument& argument : region_.args()) {
    Value* value = out_->getArg(argument.getArgNo());
    const bool is_x = argument.getArgNo() == kArgumentX;
    const bool is_y = argument.getArgNo() == kArgumentY;
    const unsigned dim = is_x ? 0 : 1;
    const std::uint64_t tile = is_x ? schedule_.tile_x() : schedule_.tile_y();
    if ((is_x || is_y) && schedule_.extent(dim) <= tile) value = b_.getInt64(0);
    Copies& copies = arguments_[&argument];
    for (unsigned copy = 0; copy < copies_; ++copy) {
      const unsigned step = is_x   ? copy % schedule_.jam_x * width_
                            : is_y ? copy / schedule_.jam_x
                                   : 0;
      const bool own = is_first(&argument, copy) && step != 0;
      copies.push_back(own ? b_.CreateNUWAdd(value, b_.getInt64(step)) : value);
    }
  }
}

void Vectorizer::make_entry_masks() {
  entry_masks_.assign(copies_, nullptr);
  if (!masked_) return;
  const std::uint64_t size_x = schedule_.extent(0), size_y = schedule_.extent(1);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    Value* mask = nullptr;
    if (size_x % schedule_.tile_x() != 0) {
      Value* x = arguments_[region_.getArg(kArgumentX)][copy % schedule_.jam_x];
      Value* left = b_.CreateTrunc(b_.CreateSub(b_.getInt64(size_x), x), b_.getInt32Ty());
      mask = b_.CreateICmpSLT(steps(b_.getInt32Ty(), 1), splat(left));
    }
    if (size_y % schedule_.jam_y != 0) {
      Value* y = arguments_[region_.getArg(kArgumentY)][copy - copy % schedule_.jam_x];
      if (copy >= schedule_.jam_x) {
        y = b_.CreateAdd(out_->getArg(kArgumentY), b_.getInt64(copy / schedule_.jam_x));
      }
      Value* row = splat(b_.CreateICmpULT(y, b_.getInt64(size_y)));
      mask = mask != nullptr ? b_.CreateAnd(mask, row) : row;
    }
    entry_masks_[copy] = mask;
  }
}

bool Vectorizer::needs_slot(const Instruction& instruction) const {
  if (instruction.getType()->isVoidTy()) return false;
  if (isa<PHINode>(instruction)) return true;
  for (const User* user : instruction.users()) {
    const auto* at = cast<Instruction>(user);
    if (at->getParent() != instruction.getParent() || isa<PHINode>(at)) return true;
    // Accesses in other blocks may rebuild the address from here (vectorizer_speculate.cpp).
    const bool address = isa<SExtInst, ZExtInst, GetElementPtrInst, BinaryOperator>(at);
    if (address && shape(at).varying() && !shape(&instruction).varying()) return true;
  }
  return false;
}

void Vectorizer::make_slots() {
  for (BasicBlock* block : order_) {
    if (shapes_.divergent(block)) {
      Slots& slots = mask_slots_[block];
      for (unsigned copy = 0; copy < copies_; ++copy) {
        const bool own = mask_canonical(copy) == copy;
        slots.push_back(own ? new_slot(nullptr, "mask") : slots[mask_canonical(copy)]);
        if (own) store_mask(Constant::getNullValue(all_lanes()->getType()), slots[copy]);
      }
    }
    for (Instruction& instruction : *block) {
      if (!needs_slot(instruction)) continue;
      const bool wide = shape(&instruction).varying();
      Type* type = wide ? widen(instruction.getType()) : instruction.getType();
      Slots& slots = slots_[&instruction];
      for (unsigned copy = 0; copy < copies_; ++copy) {
        slots.push_back(is_first(&instruction, copy) ? new_slot(type, instruction.getName())
                                                     : nullptr);
      }
    }
  }
}

void Vectorizer::finish_function() {
  DominatorTree dominators(*out_);
  PromoteMemToReg(promotable_, dominators);
  dummy_->setAllocatedType(ArrayType::get(b_.getInt8Ty(), dummy_bytes_));
  if (dummy_->use_empty()) dummy_->eraseFromParent();
  slots_end_->eraseFromParent();
}

}  // namespace vgpu::compiler
