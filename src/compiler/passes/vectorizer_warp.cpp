// Warp operations: the tile is one warp of 32 lanes, so votes are masks and shuffles permutations.
// SPDX-License-Identifier: MIT
#include <bit>

#include "compiler/passes/device_names.h"
#include "compiler/passes/lane_bits.h"
#include "compiler/passes/vectorizer.h"
#include "compiler/passes/vectorizer_versions.h"

namespace vgpu::compiler {

using namespace llvm;

bool Vectorizer::emit_warp(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  const StringRef name = callee != nullptr ? callee->getName() : "";
  if (!name.starts_with("__vg_")) return false;
  if (name == "__vg_warp_barrier" || name == "__vg_barrier") return true;
  if (name == kYieldName) {
    Module& module = *out_->getParent();
    b_.CreateCall(module.getOrInsertFunction(kYieldService, b_.getVoidTy()));
    return true;
  }
  if (name == kAllLanes) {
    define(call, 0, all_lanes_pass(call.getArgOperand(0)));
    return true;
  }
  if (name == "__vg_active_mask") {
    define(call, 0, mask_bits(mask(0)));
    return true;
  }
  if (name == "__vg_ballot") {
    Value* votes = b_.CreateFreeze(vector(call.getArgOperand(0), 0));
    votes = b_.CreateICmpNE(votes, Constant::getNullValue(votes->getType()));
    if (mask(0) != nullptr) votes = b_.CreateAnd(votes, mask(0));
    define(call, 0, mask_bits(votes));
    return true;
  }
  if (!name.starts_with("__vg_shuffle")) return false;
  define(call, 0, shuffle(call));
  return true;
}

// The lane that each lane reads from, if they can be told now.
std::optional<SmallVector<int, 32>> Vectorizer::fixed_lanes(Value* lane) const {
  SmallVector<int, 32> result;
  for (unsigned i = 0; i < width_; ++i) {
    const KnownBits known = known_in_lane(*lane, i, schedule_);
    const KnownBits low = known.trunc(static_cast<unsigned>(std::countr_zero(width_)));
    if (!low.isConstant()) return {};
    result.push_back(static_cast<int>(low.getConstant().getZExtValue()));
  }
  return result;
}

Value* Vectorizer::shuffle(CallBase& call) {
  Value* lane = call.getArgOperand(1);
  Value* source = call.getArgOperand(0);
  Type* type = call.getType();
  if (shape(lane).uniform() && isa<ConstantInt>(lane)) {
    const auto from = cast<ConstantInt>(lane)->getZExtValue() % width_;
    return lane_of(source, 0, static_cast<unsigned>(from));
  }
  if (!shape(lane).uniform()) {
    if (auto lanes = fixed_lanes(lane)) {
      return b_.CreateShuffleVector(b_.CreateFreeze(vector(source, 0)), *lanes);
    }
  }
  Value* last = ConstantInt::get(b_.getInt32Ty(), width_ - 1);
  const LaneOperand lanes = lane_operand(source, 0);
  if (shape(lane).uniform()) {
    Value* from = b_.CreateAnd(b_.CreateFreeze(scalar(lane, 0)), last);
    return read_lane(lanes, b_.CreateZExt(from, b_.getInt64Ty()));
  }
  if (lanes.array == nullptr && lanes.stride == 0) return splat(lanes.scalar);
  Value* from = b_.CreateAnd(b_.CreateFreeze(vector(lane, 0)), splat(last));
  if (lanes.array == nullptr) {
    Value* step =
        b_.CreateMul(b_.CreateZExtOrTrunc(from, widen(type)),
                     splat(ConstantInt::get(type, static_cast<std::uint64_t>(lanes.stride))));
    return b_.CreateAdd(splat(lanes.scalar), step);
  }
  Value* places = b_.CreateGEP(type, lanes.array, from);
  return b_.CreateMaskedGather(widen(type), places, layout_.getABITypeAlign(type), all_lanes(),
                               PoisonValue::get(widen(type)));
}

}  // namespace vgpu::compiler
