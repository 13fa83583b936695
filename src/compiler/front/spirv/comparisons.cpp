// Comparisons, tests of floats, selection; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::CmpInst;
using llvm::Value;

struct Row {
  spv::Op op;
  CmpInst::Predicate predicate;
};

constexpr Row kPredicates[] = {
    {spv::OpIEqual, CmpInst::ICMP_EQ},
    {spv::OpINotEqual, CmpInst::ICMP_NE},
    {spv::OpUGreaterThan, CmpInst::ICMP_UGT},
    {spv::OpSGreaterThan, CmpInst::ICMP_SGT},
    {spv::OpUGreaterThanEqual, CmpInst::ICMP_UGE},
    {spv::OpSGreaterThanEqual, CmpInst::ICMP_SGE},
    {spv::OpULessThan, CmpInst::ICMP_ULT},
    {spv::OpSLessThan, CmpInst::ICMP_SLT},
    {spv::OpULessThanEqual, CmpInst::ICMP_ULE},
    {spv::OpSLessThanEqual, CmpInst::ICMP_SLE},
    {spv::OpFOrdEqual, CmpInst::FCMP_OEQ},
    {spv::OpFUnordEqual, CmpInst::FCMP_UEQ},
    {spv::OpFOrdNotEqual, CmpInst::FCMP_ONE},
    {spv::OpFUnordNotEqual, CmpInst::FCMP_UNE},
    {spv::OpLessOrGreater, CmpInst::FCMP_ONE},
    {spv::OpFOrdLessThan, CmpInst::FCMP_OLT},
    {spv::OpFUnordLessThan, CmpInst::FCMP_ULT},
    {spv::OpFOrdGreaterThan, CmpInst::FCMP_OGT},
    {spv::OpFUnordGreaterThan, CmpInst::FCMP_UGT},
    {spv::OpFOrdLessThanEqual, CmpInst::FCMP_OLE},
    {spv::OpFUnordLessThanEqual, CmpInst::FCMP_ULE},
    {spv::OpFOrdGreaterThanEqual, CmpInst::FCMP_OGE},
    {spv::OpFUnordGreaterThanEqual, CmpInst::FCMP_UGE},
    {spv::OpOrdered, CmpInst::FCMP_ORD},
    {spv::OpUnordered, CmpInst::FCMP_UNO},
};

Value* compared(Translation& state, const Instruction& instruction) {
  for (const Row& row : kPredicates) {
    if (row.op != instruction.op) continue;
    Value* left = state.value(instruction.operand(0));
    Value* right = state.value(instruction.operand(1));
    if (left->getType() != right->getType()) throw SpirvError("the sides of a comparison differ");
    return state.builder.CreateCmp(row.predicate, left, right);
  }
  return nullptr;
}

Value* magnitude(Translation& state, const Instruction& instruction) {
  return state.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs,
                                            state.value(instruction.operand(0)));
}

Value* is_normal(Translation& state, const Instruction& instruction) {
  Value* size = magnitude(state, instruction);
  llvm::Type* type = size->getType();
  const llvm::fltSemantics& kind = type->getScalarType()->getFltSemantics();
  Value* least = llvm::ConstantFP::get(type, llvm::APFloat::getSmallestNormalized(kind));
  Value* infinite = llvm::ConstantFP::getInfinity(type);
  return state.builder.CreateAnd(state.builder.CreateFCmpOGE(size, least),
                                 state.builder.CreateFCmpOLT(size, infinite));
}

Value* sign_bit(Translation& state, const Instruction& instruction) {
  Value* number = state.value(instruction.operand(0));
  llvm::Type* bits = state.builder.getIntNTy(number->getType()->getScalarSizeInBits());
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(number->getType()))
    bits = llvm::FixedVectorType::get(bits, vector->getNumElements());
  return state.builder.CreateICmpSLT(state.builder.CreateBitCast(number, bits),
                                     llvm::Constant::getNullValue(bits));
}

// One after another, because the passes take vectors apart anyway.
Value* folded(Translation& state, const Instruction& instruction, bool all) {
  Value* vector = state.value(instruction.operand(0));
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  if (!type) return vector;
  Value* result = state.builder.CreateExtractElement(vector, std::uint64_t{0});
  for (unsigned i = 1; i < type->getNumElements(); ++i) {
    Value* next = state.builder.CreateExtractElement(vector, i);
    result = all ? state.builder.CreateAnd(result, next) : state.builder.CreateOr(result, next);
  }
  return result;
}

Value* make_comparison(Translation& state, const Instruction& instruction) {
  const auto operand = [&](std::size_t index) { return state.value(instruction.operand(index)); };
  switch (instruction.op) {
    case spv::OpSelect:
      return state.builder.CreateSelect(operand(0), operand(1), operand(2));
    case spv::OpAny:
      return folded(state, instruction, false);
    case spv::OpAll:
      return folded(state, instruction, true);
    case spv::OpIsNan:
      return state.builder.CreateFCmpUNO(operand(0), operand(0));
    case spv::OpIsInf:
      return state.builder.CreateFCmpOEQ(magnitude(state, instruction),
                                         llvm::ConstantFP::getInfinity(operand(0)->getType()));
    case spv::OpIsFinite:
      return state.builder.CreateFCmpOLT(magnitude(state, instruction),
                                         llvm::ConstantFP::getInfinity(operand(0)->getType()));
    case spv::OpIsNormal:
      return is_normal(state, instruction);
    case spv::OpSignBitSet:
      return sign_bit(state, instruction);
    default:
      return compared(state, instruction);
  }
}

}  // namespace

bool translate_comparison(Translation& state, const Instruction& instruction) {
  Value* made = make_comparison(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
