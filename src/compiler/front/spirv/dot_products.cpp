// Dot products of integers, with and without saturated accumulation; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

struct Row {
  spv::Op op;
  bool first_signed, second_signed, accumulates;
};

constexpr Row kRows[] = {
    {spv::OpSDot, true, true, false},        {spv::OpUDot, false, false, false},
    {spv::OpSUDot, true, false, false},      {spv::OpSDotAccSat, true, true, true},
    {spv::OpUDotAccSat, false, false, true}, {spv::OpSUDotAccSat, true, false, true},
};

// Four bytes may come packed in a number of 32 bits.
Value* as_vector(Translation& state, Id id) {
  Value* value = state.value(id);
  if (value->getType()->isVectorTy()) return value;
  if (!value->getType()->isIntegerTy(32)) throw SpirvError("a packed vector has 32 bits");
  auto* bytes = llvm::FixedVectorType::get(state.builder.getInt8Ty(), 4);
  return state.builder.CreateBitCast(value, bytes);
}

Value* element(Translation& state, Value* vector, unsigned index, bool is_signed,
               llvm::Type* type) {
  Value* part = state.builder.CreateExtractElement(vector, index);
  return is_signed ? state.builder.CreateSExtOrTrunc(part, type)
                   : state.builder.CreateZExtOrTrunc(part, type);
}

Value* dot(Translation& state, const Instruction& instruction, const Row& row) {
  Value* first = as_vector(state, instruction.operand(0));
  Value* second = as_vector(state, instruction.operand(1));
  const auto* shape = llvm::dyn_cast<llvm::FixedVectorType>(first->getType());
  if (!shape || first->getType() != second->getType())
    throw SpirvError("a dot product of vectors that differ");
  llvm::Type* type = state.type(instruction.type);
  if (!type->isIntegerTy()) throw SpirvError("a dot product of integers is an integer");
  Value* sum = llvm::Constant::getNullValue(type);
  for (unsigned i = 0; i < shape->getNumElements(); ++i)
    sum = state.builder.CreateAdd(
        sum, state.builder.CreateMul(element(state, first, i, row.first_signed, type),
                                     element(state, second, i, row.second_signed, type)));
  if (!row.accumulates) return sum;
  const auto saturated = row.first_signed ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat;
  return state.builder.CreateBinaryIntrinsic(saturated, sum, state.value(instruction.operand(2)));
}

}  // namespace

bool translate_dot_product(Translation& state, const Instruction& instruction) {
  for (const Row& row : kRows) {
    if (row.op != instruction.op) continue;
    state.set(instruction.result, dot(state, instruction, row));
    return true;
  }
  return false;
}

}  // namespace vgpu::compiler::spirv
