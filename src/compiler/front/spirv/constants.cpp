// Constants, specialised or not; see families.h.
//
// OpSpecConstantOp is the instruction that it names, written into a function that is thrown away: the builder folds it,
// and what does not fold is no constant. SPDX-License-Identifier: MIT
#include <cstring>

#include "compiler/front/spirv/families.h"
#include "llvm/Analysis/ConstantFolding.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Constant;

// The bits of a number in words, the low one first.
std::uint64_t literal(const Instruction& instruction) {
  std::uint64_t bits = instruction.operand(0);
  if (instruction.count() > 1) bits |= std::uint64_t{instruction.operand(1)} << 32;
  return bits;
}

// What the program set for the constant in place of the module's own value.
std::optional<std::uint64_t> specialised(const Translation& state, Id id) {
  const Decoration* number = state.code.decoration(id, spv::DecorationSpecId);
  if (!number || number->operands.empty()) return std::nullopt;
  const auto found = state.options.constants.find(number->operands[0]);
  if (found == state.options.constants.end()) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, found->second.data(), std::min(found->second.size(), sizeof bits));
  return bits;
}

Constant* number_constant(llvm::Type* type, std::uint64_t bits) {
  if (!type->isIntegerTy() && !type->isFloatingPointTy())
    throw SpirvError("a numeric constant has no number's type");
  const unsigned width = type->getScalarSizeInBits();
  const llvm::APInt value = llvm::APInt(64, bits).zextOrTrunc(width);
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type, value);
  return llvm::ConstantFP::get(type->getContext(), llvm::APFloat(type->getFltSemantics(), value));
}

Constant* boolean_constant(Translation& state, const Instruction& instruction, bool value) {
  if (const auto bits = specialised(state, instruction.result)) value = (*bits & 0xff) != 0;
  return llvm::ConstantInt::getBool(state.context, value);
}

Constant* composite_constant(Translation& state, const Instruction& instruction) {
  llvm::Type* type = state.type(instruction.type);
  llvm::SmallVector<Constant*, 16> parts;
  for (const Id part : instruction.operands) parts.push_back(state.constant(part));
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (parts.size() != array->getNumElements()) throw SpirvError("an array's parts do not fit");
    return llvm::ConstantArray::get(array, parts);
  }
  if (auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
    if (parts.size() != fields->getNumElements())
      throw SpirvError("a structure's parts do not fit");
    return llvm::ConstantStruct::get(fields, parts);
  }
  return llvm::ConstantVector::get(parts);
}

// Addressing mode in bits 1 to 3, normalised coordinates in bit 0, filter in bits 4 and 5: as OpenCL C's own constants.
Constant* sampler_constant(Translation& state, const Instruction& instruction) {
  const std::uint32_t addressing = instruction.operand(0) << 1;
  const std::uint32_t filter = instruction.operand(2) == spv::SamplerFilterModeLinear ? 0x20 : 0x10;
  const std::uint64_t bits = addressing | (instruction.operand(1) & 1) | filter;
  return llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(state.builder.getInt64Ty(), bits),
                                         state.type(instruction.type));
}

bool translate_operation(Translation& state, const Instruction& operation) {
  for (auto* family : {translate_arithmetic, translate_bits, translate_comparison,
                       translate_conversion, translate_composite, translate_pointer})
    if (family(state, operation)) return true;
  return false;
}

Constant* operation_constant(Translation& state, const Instruction& instruction) {
  Instruction operation = instruction;
  operation.op = static_cast<spv::Op>(instruction.operand(0));
  operation.operands = instruction.operands.drop_front();
  auto* nowhere = llvm::FunctionType::get(state.builder.getVoidTy(), false);
  auto* scratch = llvm::Function::Create(nowhere, llvm::GlobalValue::InternalLinkage,
                                         "spirv.constant", *state.module);
  llvm::IRBuilderBase::InsertPointGuard guard(state.builder);
  state.builder.SetInsertPoint(llvm::BasicBlock::Create(state.context, "", scratch));
  if (!translate_operation(state, operation))
    throw SpirvError("constant operation " + std::to_string(operation.op) + " is not supported");
  llvm::Value* made = state.value(instruction.result);
  auto* folded = llvm::dyn_cast<Constant>(made);
  if (!folded) {
    // Instructions that the builder does not fold, such as calls of intrinsics.
    if (auto* last = llvm::dyn_cast<llvm::Instruction>(made))
      folded = llvm::ConstantFoldInstruction(last, state.module->getDataLayout());
  }
  if (!folded) throw SpirvError("a constant operation has no constant result");
  state.set(instruction.result, folded);
  scratch->eraseFromParent();
  return folded;
}

Constant* null_constant(Translation& state, const Instruction& instruction) {
  llvm::Type* type = state.type(instruction.type);
  if (auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type))
    return llvm::ConstantTargetNone::get(opaque);
  if (type->isVoidTy() || type->isFunctionTy()) throw SpirvError("nothing of this type is null");
  return Constant::getNullValue(type);
}

Constant* make_constant(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpConstantTrue:
    case spv::OpSpecConstantTrue:
      return boolean_constant(state, instruction, true);
    case spv::OpConstantFalse:
    case spv::OpSpecConstantFalse:
      return boolean_constant(state, instruction, false);
    case spv::OpConstant:
    case spv::OpSpecConstant: {
      const auto bits = specialised(state, instruction.result);
      return number_constant(state.type(instruction.type), bits.value_or(literal(instruction)));
    }
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite:
      return composite_constant(state, instruction);
    case spv::OpConstantNull:
      return null_constant(state, instruction);
    case spv::OpConstantSampler:
      return sampler_constant(state, instruction);
    case spv::OpSpecConstantOp:
      return operation_constant(state, instruction);
    case spv::OpUndef:
      return llvm::UndefValue::get(state.type(instruction.type));
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_constant(Translation& state, const Instruction& instruction) {
  Constant* made = make_constant(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(made))
    if (number->getBitWidth() <= 64)
      state.types.set_length(instruction.result, number->getZExtValue());
  return true;
}

}  // namespace vgpu::compiler::spirv
