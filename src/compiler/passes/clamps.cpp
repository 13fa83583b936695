// Minima, maxima and choices between an index and its neighbour. SPDX-License-Identifier: MIT
#include "compiler/passes/clamps.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 8;

bool is_index(const Value* value, const ShapeAnalysis& shapes) {
  return value->getType()->isIntegerTy() && shapes.shape(value).linear();
}

std::optional<Clamp> clamp_by_limit(const MinMaxIntrinsic& limit, const ShapeAnalysis& shapes) {
  Value *index = limit.getLHS(), *bound = limit.getRHS();
  if (!is_index(index, shapes)) std::swap(index, bound);
  if (!is_index(index, shapes) || !shapes.shape(bound).uniform()) return {};
  return Clamp{index, CmpInst::getNonStrictPredicate(limit.getPredicate()), index, bound};
}

// Of two indices with the same stride, the one that most lanes take by a test for equality; else the one that moves.
std::optional<Clamp> clamp_by_choice(const SelectInst& choice, const ShapeAnalysis& shapes) {
  const auto* compare = dyn_cast<ICmpInst>(choice.getCondition());
  if (compare == nullptr || !choice.getType()->isIntegerTy()) return {};
  Value *index = compare->getOperand(0), *bound = compare->getOperand(1);
  CmpInst::Predicate predicate = compare->getPredicate();
  if (!is_index(index, shapes)) {
    std::swap(index, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!is_index(index, shapes) || !shapes.shape(bound).uniform()) return {};
  Value *yes = choice.getOperand(1), *no = choice.getOperand(2);
  const Shape on_yes = shapes.shape(yes), on_no = shapes.shape(no);
  if (on_yes.varying() || on_no.varying() || on_yes.unknown() || on_no.unknown()) return {};
  bool takes_yes = on_yes.linear();
  if (on_yes.linear() && on_no.linear()) {
    if (on_yes.stride != on_no.stride || !CmpInst::isEquality(predicate)) return {};
    takes_yes = predicate == CmpInst::ICMP_NE;
  }
  if (!takes_yes) predicate = CmpInst::getInversePredicate(predicate);
  Value* passed = takes_yes ? yes : no;
  if (!shapes.shape(passed).linear() || predicate == CmpInst::ICMP_EQ) return {};
  return Clamp{passed, predicate, index, bound};
}

// LLVM writes x == 0 ? i : i - 1 as a sum of i and the comparison.
std::optional<Clamp> clamp_by_equality(const ICmpInst& compare, const ShapeAnalysis& shapes) {
  Value *index = compare.getOperand(0), *bound = compare.getOperand(1);
  if (!is_index(index, shapes)) std::swap(index, bound);
  if (!compare.isEquality() || !is_index(index, shapes) || !shapes.shape(bound).uniform())
    return {};
  const bool differs = compare.getPredicate() == CmpInst::ICMP_NE;
  return Clamp{ConstantInt::getBool(compare.getContext(), differs), CmpInst::ICMP_NE, index, bound};
}

bool leads_to_address(const Value& value, unsigned depth) {
  if (depth > kDeepest) return false;
  for (const User* user : value.users()) {
    if (isa<GetElementPtrInst>(user)) return true;
    const bool computes = isa<BinaryOperator, CastInst, SelectInst, MinMaxIntrinsic, PHINode>(user);
    if (computes && user->getType()->isIntegerTy() && leads_to_address(*user, depth + 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<Clamp> find_clamp(const Instruction& node, const ShapeAnalysis& shapes) {
  if (const auto* limit = dyn_cast<MinMaxIntrinsic>(&node)) return clamp_by_limit(*limit, shapes);
  if (const auto* choice = dyn_cast<SelectInst>(&node)) return clamp_by_choice(*choice, shapes);
  if (const auto* compare = dyn_cast<ICmpInst>(&node)) return clamp_by_equality(*compare, shapes);
  return {};
}

bool leads_to_address(const Value& value) { return leads_to_address(value, 0); }

Value* holds_between(IRBuilder<>& builder, CmpInst::Predicate predicate, Value* index,
                     std::int64_t reach, Value* bound) {
  const APInt step(64, static_cast<std::uint64_t>(reach), true);
  Type* type = index->getType();
  Value* other =
      builder.CreateAdd(index, ConstantInt::get(type, step.trunc(type->getIntegerBitWidth())));
  Value* low = reach >= 0 ? index : other;
  Value* high = reach >= 0 ? other : index;
  if (predicate == CmpInst::ICMP_NE) {
    return builder.CreateOr(builder.CreateICmpSGT(low, bound), builder.CreateICmpSLT(high, bound));
  }
  const bool below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  return builder.CreateICmp(predicate, below ? high : low, bound);
}

}  // namespace vgpu::compiler
