// The comparison: instructions an item one by one, and as a lane of vectors that gather.
// SPDX-License-Identifier: MIT
#include "compiler/passes/own_vectors.h"

#include "compiler/passes/loop_weight.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kWide =
    8;  // elements from which on accesses of neighbouring items are scattered
constexpr double kGatherLane = 1.5, kDivision = 8;

class Comparison {
 public:
  Comparison(Function& item, const Schedule& schedule)
      : schedule_(schedule), dominators_(item), loops_(dominators_) {
    for (Instruction& instruction : instructions(item)) weigh(instruction);
  }

  bool has_wide_accesses() const { return wide_accesses_; }
  bool items_win() const { return by_items_ < in_lanes_; }

 private:
  void weigh(const Instruction& instruction) {
    // Addresses are part of the accesses; the rest of these is no work.
    if (isa<PHINode, BranchInst, GetElementPtrInst, ReturnInst>(instruction)) return;
    if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd()) return;
    Type* type = instruction.getType();
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      type = store->getValueOperand()->getType();
    }
    const double often = loop_weight(loops_, *instruction.getParent());
    if (isa<InsertElementInst, ExtractElementInst, ShuffleVectorInst>(instruction)) {
      by_items_ += often;  // in lanes they only say which vector is meant
    } else if (auto* vector = dyn_cast<FixedVectorType>(type)) {
      weigh_vector(instruction, *vector, often);
    } else {
      by_items_ += often;
      in_lanes_ += often / schedule_.width;
    }
  }

  void weigh_vector(const Instruction& instruction, const FixedVectorType& type, double often) {
    const double count = type.getNumElements();
    const double bits = count * type.getScalarSizeInBits();
    const bool accesses = isa<LoadInst, StoreInst>(instruction);
    const bool wide = accesses && type.getNumElements() >= kWide;
    const bool divides = instruction.isBinaryOp() && instruction.isIntDivRem();
    wide_accesses_ |= wide;
    by_items_ +=
        often * (divides ? kDivision * count : std::max(1.0, bits / schedule_.vector_bits));
    in_lanes_ += often * (wide ? kGatherLane * count : count / schedule_.width);
  }

  const Schedule& schedule_;
  DominatorTree dominators_;
  LoopInfo loops_;
  double by_items_ = 0, in_lanes_ = 0;
  bool wide_accesses_ = false;
};

}  // namespace

bool prefers_own_vectors(const Unit& unit) {
  if (unit.schedule.forced || unit.uses_warp || unit.uses_barrier) return false;
  if (unit.schedule.width == 1) return false;
  const Comparison comparison(*unit.item, unit.schedule);
  return comparison.has_wide_accesses() && comparison.items_win();
}

}  // namespace vgpu::compiler
