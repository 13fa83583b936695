// The rewriting of single masked accesses.
// SPDX-License-Identifier: MIT
#include "compiler/target/cpu/narrow_masks.h"

#include <numeric>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// The number of active lanes, if they are the first ones and a power of two, but not all; else 0.
unsigned first_lanes(const Value* mask) {
  const auto* constant = dyn_cast<Constant>(mask);
  if (constant == nullptr) return 0;
  const unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  unsigned count = 0;
  bool ended = false;
  for (unsigned lane = 0; lane < width; ++lane) {
    const auto* bit = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (bit == nullptr || (ended && bit->isOne())) return 0;
    ended |= bit->isZero();
    if (!ended) ++count;
  }
  return count < width && isPowerOf2_32(count) ? count : 0;
}

void narrow_load(IntrinsicInst& load, unsigned count) {
  IRBuilder<> builder(&load);
  auto* wide = cast<FixedVectorType>(load.getType());
  const unsigned width = wide->getNumElements();
  const Align align = cast<ConstantInt>(load.getArgOperand(1))->getMaybeAlignValue().valueOrOne();
  Value* part = builder.CreateAlignedLoad(FixedVectorType::get(wide->getElementType(), count),
                                          load.getArgOperand(0), align);
  SmallVector<int, 32> spread(width, -1), merged(width);
  std::iota(spread.begin(), spread.begin() + count, 0);
  std::iota(merged.begin(), merged.begin() + count, 0);
  std::iota(merged.begin() + count, merged.end(), static_cast<int>(width + count));
  Value* result = builder.CreateShuffleVector(part, spread);
  if (!isa<UndefValue>(load.getArgOperand(3))) {
    result = builder.CreateShuffleVector(result, load.getArgOperand(3), merged);
  }
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
}

void narrow_store(IntrinsicInst& store, unsigned count) {
  IRBuilder<> builder(&store);
  const Align align = cast<ConstantInt>(store.getArgOperand(2))->getMaybeAlignValue().valueOrOne();
  SmallVector<int, 32> first(count);
  std::iota(first.begin(), first.end(), 0);
  Value* part = builder.CreateShuffleVector(store.getArgOperand(0), first);
  builder.CreateAlignedStore(part, store.getArgOperand(1), align);
  store.eraseFromParent();
}

}  // namespace

PreservedAnalyses NarrowMasks::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    const bool load = call->getIntrinsicID() == Intrinsic::masked_load;
    if (!load && call->getIntrinsicID() != Intrinsic::masked_store) continue;
    const unsigned count = first_lanes(call->getArgOperand(load ? 2 : 3));
    if (count == 0) continue;
    load ? narrow_load(*call, count) : narrow_store(*call, count);
    changed = true;
  }
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace vgpu::compiler
