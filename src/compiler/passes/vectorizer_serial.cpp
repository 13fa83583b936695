// One lane after another: for calls, atomics and whatever has no vector form but side effects.
//
// A loop over the set bits of the mask, so that idle lanes cost nothing. Varying operands are
// spilled to an array once before the loop; linear ones are computed from the lane number.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

namespace vgpu::compiler {

using namespace llvm;

// Must be called before the loop: it may read slots and writes the array.
Vectorizer::LaneOperand Vectorizer::lane_operand(Value* value, unsigned copy) {
  LaneOperand result;
  result.type = value->getType();
  const Shape shape = this->shape(value);
  result.scalar = scalar(value, copy);
  if (shape.uniform()) return result;
  if (shape.linear()) {
    result.stride = shape.stride;
    return result;
  }
  Type* memory = result.type->isIntegerTy(1) ? b_.getInt8Ty() : result.type;
  IRBuilder<> at(slots_end_);
  result.array = at.CreateAlloca(ArrayType::get(memory, width_), nullptr, "lanes");
  result.array->setAlignment(Align(64));
  if (result.type->isIntegerTy(1)) {
    b_.CreateStore(b_.CreateZExt(result.scalar, widen(memory)), result.array);
  } else if (plain(result.type)) {
    b_.CreateStore(result.scalar, result.array);
  } else {
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value* element =
          b_.CreateConstInBoundsGEP2_64(result.array->getAllocatedType(), result.array, 0, lane);
      b_.CreateStore(get_lane(result.scalar, result.type, lane), element);
    }
  }
  return result;
}

Value* Vectorizer::read_lane(const LaneOperand& operand, Value* lane) {
  if (operand.array != nullptr) {
    Type* memory = operand.array->getAllocatedType();
    Value* element = b_.CreateInBoundsGEP(memory, operand.array, {b_.getInt64(0), lane});
    Value* value = b_.CreateLoad(memory->getArrayElementType(), element);
    return operand.type->isIntegerTy(1) ? b_.CreateTrunc(value, operand.type) : value;
  }
  if (operand.stride == 0) return operand.scalar;
  Value* step = b_.CreateMul(lane, b_.getInt64(static_cast<std::uint64_t>(operand.stride)));
  if (operand.type->isPointerTy()) return b_.CreateGEP(b_.getInt8Ty(), operand.scalar, step);
  return b_.CreateAdd(operand.scalar, b_.CreateZExtOrTrunc(step, operand.type));
}

void Vectorizer::for_each_lane(Value* mask, function_ref<void(Value*)> body) {
  Type* type = b_.getInt64Ty();
  Value* all = b_.CreateZExt(mask_bits(mask), type);
  BasicBlock* before = b_.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context_, "lane", out_);
  BasicBlock* done = BasicBlock::Create(context_, "lanes.done", out_);
  Value* zero = ConstantInt::get(type, 0);
  b_.CreateCondBr(b_.CreateICmpNE(all, zero), loop, done);
  b_.SetInsertPoint(loop);
  PHINode* left = b_.CreatePHI(type, 2, "left");
  left->addIncoming(all, before);
  body(b_.CreateBinaryIntrinsic(Intrinsic::cttz, left, b_.getTrue()));
  Value* rest = b_.CreateAnd(left, b_.CreateSub(left, ConstantInt::get(type, 1)));
  left->addIncoming(rest, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(rest, zero), loop, done);
  b_.SetInsertPoint(done);
}

void Vectorizer::emit_serial(Instruction& instruction) {
  const bool once = isa<LoadInst>(instruction);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (once && !is_first(&instruction, copy)) continue;
    Value* lanes = once ? mask_of(shape(&instruction), copy) : mask(copy);
    Value* result = lane_by_lane(instruction, copy, lanes);
    if (result != nullptr && is_first(&instruction, copy)) define(instruction, copy, result);
  }
}

// The loop over the lanes of a mask. The result is null if nobody uses it.
Value* Vectorizer::lane_by_lane(Instruction& instruction, unsigned copy, Value* mask) {
  Type* type = instruction.getType();
  const bool result = !type->isVoidTy() && !instruction.use_empty();
  SmallVector<LaneOperand, 8> operands;
  for (Value* operand : instruction.operands()) operands.push_back(lane_operand(operand, copy));
  LaneOperand out;
  Type* memory = type->isIntegerTy(1) ? b_.getInt8Ty() : type;
  if (result) {
    IRBuilder<> at(slots_end_);
    out.array = at.CreateAlloca(ArrayType::get(memory, width_), nullptr, "results");
    out.array->setAlignment(Align(64));
  }
  for_each_lane(mask, [&](Value* lane) {
    Instruction* clone = instruction.clone();
    clone->setDebugLoc({});
    for (unsigned i = 0; i < operands.size(); ++i) {
      clone->setOperand(i, read_lane(operands[i], lane));
    }
    b_.Insert(clone);
    if (!result) return;
    Value* value = type->isIntegerTy(1) ? b_.CreateZExt(clone, memory) : clone;
    Value* element =
        b_.CreateInBoundsGEP(out.array->getAllocatedType(), out.array, {b_.getInt64(0), lane});
    b_.CreateStore(value, element);
  });
  return result ? collect_lanes(out.array, type) : nullptr;
}

// The results of a loop over lanes as one wide value.
Value* Vectorizer::collect_lanes(AllocaInst* array, Type* type) {
  if (plain(type)) return b_.CreateLoad(widen(type), array);
  if (type->isIntegerTy(1)) {
    return b_.CreateTrunc(b_.CreateLoad(widen(b_.getInt8Ty()), array), widen(type));
  }
  Value* wide = PoisonValue::get(widen(type));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* element = b_.CreateConstInBoundsGEP2_64(array->getAllocatedType(), array, 0, lane);
    wide = set_lane(wide, b_.CreateLoad(type, element), lane);
  }
  return wide;
}

}  // namespace vgpu::compiler
