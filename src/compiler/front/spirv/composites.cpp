// Vectors, arrays and structures as values: putting together, taking apart; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

// Vectors are made of numbers and of smaller vectors, one behind the other.
Value* make_vector(Translation& state, const Instruction& instruction, llvm::Type* type) {
  llvm::SmallVector<Value*, 16> parts;
  for (const Id id : instruction.operands) {
    Value* part = state.value(id);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    if (!vector) parts.push_back(part);
    for (unsigned i = 0; vector && i < vector->getNumElements(); ++i)
      parts.push_back(state.builder.CreateExtractElement(part, i));
  }
  if (parts.size() != llvm::cast<llvm::FixedVectorType>(type)->getNumElements())
    throw SpirvError("a vector's parts do not fill it");
  Value* made = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < parts.size(); ++i)
    made = state.builder.CreateInsertElement(made, parts[i], i);
  return made;
}

Value* construct(Translation& state, const Instruction& instruction) {
  llvm::Type* type = state.type(instruction.type);
  if (type->isVectorTy()) return make_vector(state, instruction, type);
  Value* made = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < instruction.count(); ++i) {
    if (llvm::ExtractValueInst::getIndexedType(type, i) == nullptr)
      throw SpirvError("a composite has fewer parts");
    made = state.builder.CreateInsertValue(made, state.value(instruction.operand(i)), i);
  }
  return made;
}

void check_index(llvm::Type* type, unsigned index) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    if (index < vector->getNumElements()) return;
  } else if (llvm::ExtractValueInst::getIndexedType(type, index)) {
    return;
  }
  throw SpirvError("a composite has no such part");
}

Value* part_of(Translation& state, Value* whole, unsigned index) {
  check_index(whole->getType(), index);
  if (whole->getType()->isVectorTy()) return state.builder.CreateExtractElement(whole, index);
  return state.builder.CreateExtractValue(whole, index);
}

Value* extract(Translation& state, const Instruction& instruction) {
  Value* part = state.value(instruction.operand(0));
  for (const std::uint32_t index : instruction.operands.drop_front())
    part = part_of(state, part, index);
  return part;
}

Value* insert(Translation& state, Value* whole, Value* part, Words indices) {
  if (indices.empty()) return part;
  check_index(whole->getType(), indices[0]);
  Value* inner = part;
  if (indices.size() > 1)
    inner = insert(state, part_of(state, whole, indices[0]), part, indices.drop_front());
  if (whole->getType()->isVectorTy())
    return state.builder.CreateInsertElement(whole, inner, indices[0]);
  return state.builder.CreateInsertValue(whole, inner, indices[0]);
}

// The two vectors may have different sizes, which LLVM's shuffle does not know: it is done element by element.
Value* shuffle(Translation& state, const Instruction& instruction) {
  Value* sides[] = {state.value(instruction.operand(0)), state.value(instruction.operand(1))};
  const auto* first = llvm::dyn_cast<llvm::FixedVectorType>(sides[0]->getType());
  const auto* second = llvm::dyn_cast<llvm::FixedVectorType>(sides[1]->getType());
  if (!first || !second) throw SpirvError("a shuffle of what is not a vector");
  Value* made = llvm::PoisonValue::get(state.type(instruction.type));
  const unsigned in_first = first->getNumElements();
  for (unsigned i = 2; i < instruction.count(); ++i) {
    const std::uint32_t from = instruction.operand(i);
    if (from == 0xffffffff) continue;  // of no interest
    if (from >= in_first + second->getNumElements()) throw SpirvError("a shuffle has no such part");
    Value* part = from < in_first ? state.builder.CreateExtractElement(sides[0], from)
                                  : state.builder.CreateExtractElement(sides[1], from - in_first);
    made = state.builder.CreateInsertElement(made, part, i - 2);
  }
  return made;
}

// The same shape by another name: member by member.
Value* copy_logical(Translation& state, Value* whole, llvm::Type* type) {
  if (whole->getType() == type) return whole;
  if (!type->isAggregateType()) throw SpirvError("a copy between types that differ");
  const auto count = llvm::isa<llvm::ArrayType>(type)
                         ? llvm::cast<llvm::ArrayType>(type)->getNumElements()
                         : llvm::cast<llvm::StructType>(type)->getNumElements();
  Value* made = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Type* inner = llvm::ExtractValueInst::getIndexedType(type, i);
    made = state.builder.CreateInsertValue(made,
                                           copy_logical(state, part_of(state, whole, i), inner), i);
  }
  return made;
}

Value* make_composite(Translation& state, const Instruction& instruction) {
  const auto operand = [&](std::size_t index) { return state.value(instruction.operand(index)); };
  switch (instruction.op) {
    case spv::OpVectorExtractDynamic:
      return state.builder.CreateExtractElement(operand(0), operand(1));
    case spv::OpVectorInsertDynamic:
      return state.builder.CreateInsertElement(operand(0), operand(1), operand(2));
    case spv::OpVectorShuffle:
      return shuffle(state, instruction);
    case spv::OpCompositeConstruct:
      return construct(state, instruction);
    case spv::OpCompositeExtract:
      return extract(state, instruction);
    case spv::OpCompositeInsert:
      return insert(state, operand(1), operand(0), instruction.operands.drop_front(2));
    case spv::OpCopyObject:
    case spv::OpExpectKHR:  // the first operand; the second is only expected
      return operand(0);
    case spv::OpCopyLogical:
      return copy_logical(state, operand(0), state.type(instruction.type));
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_composite(Translation& state, const Instruction& instruction) {
  Value* made = make_composite(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
