// Addresses that are linear unless a 32-bit index wraps inside the vector.
//
// Extending a linear i32 is linear only without a wrap, and unsigned index arithmetic proves
// nothing at compile time. So the base is compared with the limit where the access stands: nearly
// always the vector access follows, else the gather or scatter. Called by vectorizer_memory.cpp for
// addresses that shapes calls varying. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
constexpr unsigned kDeepest = 6;
}

// The stride that the value has if none of the extensions in its tree wraps.
std::optional<std::int64_t> Vectorizer::likely_stride(Value* value, LikelyAddress& tree,
                                                      unsigned depth) {
  const Shape shape = this->shape(value);
  if (!shape.varying()) {
    const auto* leaf = dyn_cast<Instruction>(value);
    if (leaf != nullptr && leaf->getParent() != block_ && !slots_.contains(leaf)) return {};
    tree.leaves.push_back(value);
    return shape.stride;
  }
  auto* node = dyn_cast<Instruction>(value);
  if (node == nullptr || depth > kDeepest || value->getType()->isVectorTy()) return {};
  auto part = [&](unsigned i) { return likely_stride(node->getOperand(i), tree, depth + 1); };
  const APInt* constant = nullptr;
  switch (node->getOpcode()) {
    case Instruction::SExt:
    case Instruction::ZExt: {
      if (!this->shape(node->getOperand(0)).linear()) return {};
      tree.extensions.push_back(cast<CastInst>(node));
      return part(0);
    }
    case Instruction::AddrSpaceCast:
      return part(0);
    case Instruction::Add:
    case Instruction::Sub: {
      const auto a = part(0), b = part(1);
      if (!a || !b) return {};
      return node->getOpcode() == Instruction::Add ? *a + *b : *a - *b;
    }
    case Instruction::Mul:
    case Instruction::Shl: {
      const bool shift = node->getOpcode() == Instruction::Shl;
      if (!match(node->getOperand(1), m_APInt(constant)) || constant->getActiveBits() > 16)
        return {};
      const auto a = part(0);
      if (!a || (shift && constant->uge(16))) return {};
      return shift ? *a * (std::int64_t{1} << constant->getZExtValue())
                   : *a * constant->getSExtValue();
    }
    case Instruction::GetElementPtr:
      return likely_step(*cast<GetElementPtrInst>(node), tree, depth);
    default:
      return {};
  }
}

std::optional<std::int64_t> Vectorizer::likely_step(GetElementPtrInst& address, LikelyAddress& tree,
                                                    unsigned depth) {
  if (shapes_.private_memory().interleaved(&address)) return {};
  auto stride = likely_stride(address.getPointerOperand(), tree, depth + 1);
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    if (step.isStruct()) continue;
    const auto index = likely_stride(step.getOperand(), tree, depth + 1);
    if (!stride || !index) return {};
    *stride += *index * static_cast<std::int64_t>(step.getSequentialElementStride(layout_));
  }
  return stride;
}

// The tree again, as scalars of lane 0 or as vectors. The leaves have been read before.
Value* Vectorizer::rebuild(Value* value, unsigned copy, bool wide) {
  if (!shape(value).varying()) return wide ? vector(value, copy) : scalar(value, copy);
  auto* node = cast<Instruction>(value);
  auto part = [&](unsigned i) { return rebuild(node->getOperand(i), copy, wide); };
  if (auto* address = dyn_cast<GetElementPtrInst>(node)) {
    SmallVector<Value*, 4> indices;
    for (unsigned i = 1; i < address->getNumOperands(); ++i) {
      const bool stays = isa<Constant>(address->getOperand(i));
      indices.push_back(stays ? address->getOperand(i) : part(i));
    }
    return b_.CreateGEP(address->getSourceElementType(), part(0), indices);
  }
  if (auto* extension = dyn_cast<CastInst>(node)) {
    Type* type = wide ? widen(node->getType()) : node->getType();
    return b_.CreateCast(extension->getOpcode(), part(0), type);
  }
  auto& operation = cast<BinaryOperator>(*node);
  return b_.CreateBinOp(operation.getOpcode(), part(0), part(1));
}

// Whether base + (width - 1) * stride stays in the range of the extended type.
Value* Vectorizer::no_wrap(CastInst& extension, unsigned copy) {
  Value* index = extension.getOperand(0);
  const unsigned bits = index->getType()->getIntegerBitWidth();
  const std::int64_t growth = shape(index).stride * static_cast<std::int64_t>(width_ - 1);
  const bool is_signed = extension.getOpcode() == Instruction::SExt;
  const APInt step(bits, static_cast<std::uint64_t>(growth), true);
  Value* base = b_.CreateFreeze(scalar(index, copy));
  if (growth >= 0) {
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    Value* limit = ConstantInt::get(index->getType(), most - step);
    return is_signed ? b_.CreateICmpSLE(base, limit) : b_.CreateICmpULE(base, limit);
  }
  const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
  Value* limit = ConstantInt::get(index->getType(), least - step);
  return is_signed ? b_.CreateICmpSGE(base, limit) : b_.CreateICmpUGE(base, limit);
}

// Prepares a speculative access: reads all that it needs and computes the condition. Null if the
// address has no likely stride that a vector access can use.
Value* Vectorizer::likely_condition(Value* address, LikelyAddress& tree, unsigned copy) {
  const auto stride = likely_stride(address, tree, 0);
  if (!stride || tree.extensions.empty()) return nullptr;
  tree.stride = *stride;
  for (Value* leaf : tree.leaves) scalar(leaf, copy);
  Value* condition = nullptr;
  for (CastInst* extension : tree.extensions) {
    const Shape index = shape(extension->getOperand(0));
    const unsigned bits = extension->getOperand(0)->getType()->getIntegerBitWidth();
    const std::uint64_t reach = static_cast<std::uint64_t>(std::abs(index.stride)) * width_;
    if (bits < 16 || reach >= (std::uint64_t{1} << (bits - 2))) return nullptr;
    Value* one = no_wrap(*extension, copy);
    condition = condition != nullptr ? b_.CreateAnd(condition, one) : one;
  }
  return condition;
}

}  // namespace vgpu::compiler
