// Shifts, logic on bits, fields of bits; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

// As the language has it: only the low bits of the distance count. The distance may have another width.
Value* distance(Translation& state, Id id, llvm::Type* type) {
  Value* wanted = state.builder.CreateZExtOrTrunc(state.value(id), type);
  return state.builder.CreateAnd(wanted,
                                 llvm::ConstantInt::get(type, type->getScalarSizeInBits() - 1));
}

Value* shift(Translation& state, const Instruction& instruction) {
  Value* base = state.value(instruction.operand(0));
  Value* by = distance(state, instruction.operand(1), base->getType());
  switch (instruction.op) {
    case spv::OpShiftLeftLogical:
      return state.builder.CreateShl(base, by);
    case spv::OpShiftRightLogical:
      return state.builder.CreateLShr(base, by);
    default:
      return state.builder.CreateAShr(base, by);
  }
}

// `count` and `offset` are scalars; a field of no bits has an empty mask.
Value* field_number(Translation& state, Id id, llvm::Type* type) {
  Value* number = state.builder.CreateZExtOrTrunc(state.value(id), type->getScalarType());
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? state.builder.CreateVectorSplat(vector->getNumElements(), number) : number;
}

// x << n that gives 0 where n is the whole width.
Value* wide_shift(Translation& state, Value* x, Value* n, bool left) {
  llvm::IRBuilder<>& builder = state.builder;
  llvm::Type* type = x->getType();
  Value* width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  Value* safe = builder.CreateAnd(n, llvm::ConstantInt::get(type, type->getScalarSizeInBits() - 1));
  Value* shifted = left ? builder.CreateShl(x, safe) : builder.CreateLShr(x, safe);
  return builder.CreateSelect(builder.CreateICmpUGE(n, width), llvm::Constant::getNullValue(type),
                              shifted);
}

Value* field_mask(Translation& state, Value* count) {
  Value* ones = llvm::Constant::getAllOnesValue(count->getType());
  return state.builder.CreateNot(wide_shift(state, ones, count, true));
}

Value* insert_field(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* base = state.value(instruction.operand(0));
  llvm::Type* type = base->getType();
  Value* offset = field_number(state, instruction.operand(2), type);
  Value* count = field_number(state, instruction.operand(3), type);
  Value* mask = wide_shift(state, field_mask(state, count), offset, true);
  Value* placed = wide_shift(state, state.value(instruction.operand(1)), offset, true);
  return builder.CreateOr(builder.CreateAnd(base, builder.CreateNot(mask)),
                          builder.CreateAnd(placed, mask));
}

Value* extract_field(Translation& state, const Instruction& instruction, bool is_signed) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* base = state.value(instruction.operand(0));
  llvm::Type* type = base->getType();
  Value* offset = field_number(state, instruction.operand(1), type);
  Value* count = field_number(state, instruction.operand(2), type);
  Value* field =
      builder.CreateAnd(wide_shift(state, base, offset, false), field_mask(state, count));
  if (!is_signed) return field;
  // (field ^ sign) - sign spreads the highest bit of the field; a field of no bits has none.
  Value* one = llvm::ConstantInt::get(type, 1);
  Value* sign = wide_shift(state, one, builder.CreateSub(count, one), true);
  return builder.CreateSub(builder.CreateXor(field, sign), sign);
}

Value* counted(Translation& state, const Instruction& instruction) {
  Value* bits = state.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop,
                                                   state.value(instruction.operand(0)));
  return state.builder.CreateZExtOrTrunc(bits, state.type(instruction.type));
}

Value* make_bits(Translation& state, const Instruction& instruction) {
  const auto operand = [&](std::size_t index) { return state.value(instruction.operand(index)); };
  switch (instruction.op) {
    case spv::OpShiftLeftLogical:
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
      return shift(state, instruction);
    case spv::OpBitwiseAnd:
    case spv::OpLogicalAnd:
      return state.builder.CreateAnd(operand(0), operand(1));
    case spv::OpBitwiseOr:
    case spv::OpLogicalOr:
      return state.builder.CreateOr(operand(0), operand(1));
    case spv::OpBitwiseXor:
    case spv::OpLogicalNotEqual:
      return state.builder.CreateXor(operand(0), operand(1));
    case spv::OpLogicalEqual:
      return state.builder.CreateNot(state.builder.CreateXor(operand(0), operand(1)));
    case spv::OpNot:
    case spv::OpLogicalNot:
      return state.builder.CreateNot(operand(0));
    case spv::OpBitCount:
      return counted(state, instruction);
    case spv::OpBitReverse:
      return state.builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, operand(0));
    case spv::OpBitFieldInsert:
      return insert_field(state, instruction);
    case spv::OpBitFieldSExtract:
      return extract_field(state, instruction, true);
    case spv::OpBitFieldUExtract:
      return extract_field(state, instruction, false);
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_bits(Translation& state, const Instruction& instruction) {
  Value* made = make_bits(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
