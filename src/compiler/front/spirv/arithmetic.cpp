// Sums, products, quotients and their kin; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;
using BinaryOps = llvm::Instruction::BinaryOps;

std::optional<BinaryOps> plain_operation(spv::Op op) {
  switch (op) {
    case spv::OpIAdd:
      return llvm::Instruction::Add;
    case spv::OpISub:
      return llvm::Instruction::Sub;
    case spv::OpIMul:
      return llvm::Instruction::Mul;
    case spv::OpUDiv:
      return llvm::Instruction::UDiv;
    case spv::OpSDiv:
      return llvm::Instruction::SDiv;
    case spv::OpUMod:
      return llvm::Instruction::URem;
    case spv::OpSRem:
      return llvm::Instruction::SRem;
    case spv::OpFAdd:
      return llvm::Instruction::FAdd;
    case spv::OpFSub:
      return llvm::Instruction::FSub;
    case spv::OpFMul:
      return llvm::Instruction::FMul;
    case spv::OpFDiv:
      return llvm::Instruction::FDiv;
    default:
      return std::nullopt;
  }
}

void set_wrap_flags(Translation& state, Id id, Value* made) {
  auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(made);
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(made);
  if (!operation || !instruction) return;
  if (state.code.decoration(id, spv::DecorationNoSignedWrap)) instruction->setHasNoSignedWrap();
  if (state.code.decoration(id, spv::DecorationNoUnsignedWrap)) instruction->setHasNoUnsignedWrap();
}

Value* plain(Translation& state, const Instruction& instruction, BinaryOps operation) {
  Value* left = state.value(instruction.operand(0));
  Value* right = state.value(instruction.operand(1));
  if (left->getType() != right->getType()) throw SpirvError("the sides of an operation differ");
  Value* made =
      state.builder.CreateBinOp(operation, left, right, state.code.name(instruction.result));
  set_wrap_flags(state, instruction.result, made);
  return made;
}

// The remainder with the sign of the divisor.
Value* modulo(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* divisor = state.value(instruction.operand(1));
  Value* rest = builder.CreateSRem(state.value(instruction.operand(0)), divisor);
  Value* zero = llvm::Constant::getNullValue(rest->getType());
  Value* differs = builder.CreateICmpSLT(builder.CreateXor(rest, divisor), zero);
  Value* correct = builder.CreateAnd(differs, builder.CreateICmpNE(rest, zero));
  return builder.CreateSelect(correct, builder.CreateAdd(rest, divisor), rest);
}

Value* float_remainder(Translation& state, const Instruction& instruction) {
  const ParameterName type = state.parameter(instruction.type, true);
  Value* divisor = state.value(instruction.operand(1));
  Value* rest = state.call("fmod", state.type(instruction.type), {type, type},
                           {state.value(instruction.operand(0)), divisor});
  if (instruction.op == spv::OpFRem) return rest;
  llvm::IRBuilder<>& builder = state.builder;
  Value* zero = llvm::Constant::getNullValue(rest->getType());
  Value* differs =
      builder.CreateXor(builder.CreateFCmpOLT(rest, zero), builder.CreateFCmpOLT(divisor, zero));
  Value* correct = builder.CreateAnd(differs, builder.CreateFCmpONE(rest, zero));
  return builder.CreateSelect(correct, builder.CreateFAdd(rest, divisor), rest);
}

Value* scaled(Translation& state, const Instruction& instruction) {
  Value* vector = state.value(instruction.operand(0));
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  if (!type) throw SpirvError("a vector is scaled that is none");
  Value* factor =
      state.builder.CreateVectorSplat(type->getNumElements(), state.value(instruction.operand(1)));
  return state.builder.CreateFMul(vector, factor);
}

Value* dot(Translation& state, const Instruction& instruction) {
  const ParameterName type = state.parameter(state.code.type_of(instruction.operand(0)), true);
  return state.call("dot", state.type(instruction.type), {type, type},
                    {state.value(instruction.operand(0)), state.value(instruction.operand(1))});
}

// Results of twice the width, or with a carry: a structure of two numbers of the operands' type.
Value* pair(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* a = state.value(instruction.operand(0));
  Value* b = state.value(instruction.operand(1));
  llvm::Type* type = a->getType();
  Value *first = nullptr, *second = nullptr;
  if (instruction.op == spv::OpIAddCarry) {
    first = builder.CreateAdd(a, b);
    second = builder.CreateZExt(builder.CreateICmpULT(first, a), type);
  } else if (instruction.op == spv::OpISubBorrow) {
    first = builder.CreateSub(a, b);
    second = builder.CreateZExt(builder.CreateICmpULT(a, b), type);
  } else {
    const bool is_signed = instruction.op == spv::OpSMulExtended;
    const ParameterName name =
        state.parameter(state.code.type_of(instruction.operand(0)), is_signed);
    first = builder.CreateMul(a, b);
    second = state.call("mul_hi", type, {name, name}, {a, b});
  }
  Value* both = llvm::PoisonValue::get(state.type(instruction.type));
  return builder.CreateInsertValue(builder.CreateInsertValue(both, first, 0), second, 1);
}

Value* make_arithmetic(Translation& state, const Instruction& instruction) {
  if (const auto operation = plain_operation(instruction.op))
    return plain(state, instruction, *operation);
  switch (instruction.op) {
    case spv::OpSNegate: {
      Value* made = state.builder.CreateNeg(state.value(instruction.operand(0)));
      set_wrap_flags(state, instruction.result, made);
      return made;
    }
    case spv::OpFNegate:
      return state.builder.CreateFNeg(state.value(instruction.operand(0)));
    case spv::OpSMod:
      return modulo(state, instruction);
    case spv::OpFRem:
    case spv::OpFMod:
      return float_remainder(state, instruction);
    case spv::OpVectorTimesScalar:
      return scaled(state, instruction);
    case spv::OpDot:
      return dot(state, instruction);
    case spv::OpIAddCarry:
    case spv::OpISubBorrow:
    case spv::OpUMulExtended:
    case spv::OpSMulExtended:
      return pair(state, instruction);
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_arithmetic(Translation& state, const Instruction& instruction) {
  llvm::IRBuilderBase::FastMathFlagGuard guard(state.builder);
  state.builder.setFastMathFlags(state.math_flags(instruction.result));
  Value* made = make_arithmetic(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
