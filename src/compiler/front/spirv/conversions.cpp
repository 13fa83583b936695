// Conversions between numbers, and numbers and addresses; see families.h.
//
// Plain ones are LLVM's casts; those with a rounding mode or saturation are convert_* of the device library.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

// Conversions between numbers: the signs of what comes in and goes out, and LLVM's cast.
struct Row {
  spv::Op op;
  bool from_signed, to_signed, always_saturates;
};

constexpr Row kRows[] = {
    {spv::OpConvertFToU, true, false, false},   {spv::OpConvertFToS, true, true, false},
    {spv::OpConvertSToF, true, true, false},    {spv::OpConvertUToF, false, true, false},
    {spv::OpUConvert, false, false, false},     {spv::OpSConvert, true, true, false},
    {spv::OpFConvert, true, true, false},       {spv::OpSatConvertSToU, true, false, true},
    {spv::OpSatConvertUToS, false, true, true},
};

std::string type_name(const Translation& state, Id type, bool is_signed) {
  const Instruction& made = state.code.definition(type);
  if (made.op == spv::OpTypeVector)
    return type_name(state, made.operand(0), is_signed) + std::to_string(made.operand(1));
  const std::uint32_t bits = made.operand(0);
  if (made.op == spv::OpTypeFloat) return bits == 16 ? "half" : bits == 32 ? "float" : "double";
  const char* name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  return (is_signed ? "" : "u") + std::string(name);
}

// "_sat_rte" and so on; empty for a plain conversion.
std::string manner(const Translation& state, const Instruction& instruction, const Row& row) {
  std::string text;
  if (row.always_saturates ||
      state.code.decoration(instruction.result, spv::DecorationSaturatedConversion))
    text = "_sat";
  static constexpr const char* kModes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  const Decoration* mode = state.code.decoration(instruction.result, spv::DecorationFPRoundingMode);
  if (mode && !mode->operands.empty() && mode->operands[0] < 4) text += kModes[mode->operands[0]];
  return text;
}

Value* plain_cast(Translation& state, spv::Op op, Value* value, llvm::Type* type) {
  switch (op) {
    case spv::OpConvertFToU:
      return state.builder.CreateFPToUI(value, type);
    case spv::OpConvertFToS:
      return state.builder.CreateFPToSI(value, type);
    case spv::OpConvertSToF:
      return state.builder.CreateSIToFP(value, type);
    case spv::OpConvertUToF:
      return state.builder.CreateUIToFP(value, type);
    case spv::OpUConvert:
      return state.builder.CreateZExtOrTrunc(value, type);
    case spv::OpSConvert:
      return state.builder.CreateSExtOrTrunc(value, type);
    default:
      return state.builder.CreateFPCast(value, type);
  }
}

void check_shapes(llvm::Type* from, llvm::Type* to) {
  const auto* a = llvm::dyn_cast<llvm::FixedVectorType>(from);
  const auto* b = llvm::dyn_cast<llvm::FixedVectorType>(to);
  if ((a ? a->getNumElements() : 1) != (b ? b->getNumElements() : 1))
    throw SpirvError("a conversion between vectors of different sizes");
}

Value* converted(Translation& state, const Instruction& instruction, const Row& row) {
  Value* value = state.value(instruction.operand(0));
  llvm::Type* type = state.type(instruction.type);
  check_shapes(value->getType(), type);
  const std::string how = manner(state, instruction, row);
  if (how.empty()) return plain_cast(state, row.op, value, type);
  const std::string name = "convert_" + type_name(state, instruction.type, row.to_signed) + how;
  const Id source = state.code.type_of(instruction.operand(0));
  return state.call(name, type, {state.parameter(source, row.from_signed)}, {value});
}

Value* bit_cast(Translation& state, const Instruction& instruction) {
  Value* value = state.value(instruction.operand(0));
  llvm::Type* type = state.type(instruction.type);
  if (value->getType()->isPointerTy() && type->isPointerTy())
    return state.builder.CreatePointerBitCastOrAddrSpaceCast(value, type);
  if (value->getType()->isPointerTy()) {
    Value* bits = state.builder.CreatePtrToInt(value, state.builder.getInt64Ty());
    return state.builder.CreateBitCast(bits, type);
  }
  if (type->isPointerTy()) {
    Value* bits = state.builder.CreateBitCast(value, state.builder.getInt64Ty());
    return state.builder.CreateIntToPtr(bits, type);
  }
  if (!llvm::CastInst::castIsValid(llvm::Instruction::BitCast, value, type))
    throw SpirvError("a bit cast between types of different sizes");
  return state.builder.CreateBitCast(value, type);
}

Value* make_conversion(Translation& state, const Instruction& instruction) {
  for (const Row& row : kRows)
    if (row.op == instruction.op) return converted(state, instruction, row);
  switch (instruction.op) {
    case spv::OpBitcast:
      return bit_cast(state, instruction);
    case spv::OpConvertPtrToU:
      return state.builder.CreatePtrToInt(state.value(instruction.operand(0)),
                                          state.type(instruction.type));
    case spv::OpConvertUToPtr:
      return state.builder.CreateIntToPtr(state.value(instruction.operand(0)),
                                          state.type(instruction.type));
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_conversion(Translation& state, const Instruction& instruction) {
  Value* made = make_conversion(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
