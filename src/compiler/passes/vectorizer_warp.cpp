// Warp operations: the tile is one warp of 32 lanes, so votes are masks and shuffles permutations.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "compiler/passes/vectorizer_versions.h"

namespace vgpu::compiler {

using namespace llvm;

bool Vectorizer::emit_warp(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  const StringRef name = callee != nullptr ? callee->getName() : "";
  if (!name.starts_with("__vg_")) return false;
  if (name == "__vg_warp_barrier" || name == "__vg_barrier") return true;
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

// At the edge of a group the answer is no: code with entry masks gains nothing.
Value* Vectorizer::all_lanes_pass(Value* condition) {
  if (masked_) return b_.getFalse();
  const bool wide = shape(condition).varying();
  Value* all = nullptr;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(condition, copy)) continue;
    Value* one = b_.CreateFreeze(scalar(condition, copy));
    all = all != nullptr ? b_.CreateAnd(all, one) : one;
  }
  if (!wide) return all;
  Type* bits = b_.getIntNTy(width_);
  return b_.CreateICmpEQ(b_.CreateBitCast(all, bits), Constant::getAllOnesValue(bits));
}

Value* Vectorizer::shuffle(CallBase& call) {
  Value* lane = call.getArgOperand(1);
  Value* source = call.getArgOperand(0);
  Type* type = call.getType();
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
  Value* places = b_.CreateGEP(type, lanes.array, b_.CreateZExt(from, widen(b_.getInt64Ty())));
  return b_.CreateMaskedGather(widen(type), places, layout_.getABITypeAlign(type), all_lanes(),
                               PoisonValue::get(widen(type)));
}

}  // namespace vgpu::compiler
