// Whether a condition holds in every lane of the tile, asked by guards and loops that have a copy without masks.
//
// Bounds checks compare what grows from lane to lane with a bound that all lanes share, so one lane decides for all: the
// last one is the first to pass an upper bound, the first one the last to pass a lower one. Then the answer is a few
// scalar comparisons, where vectors of them and their masks would cost more than what short kernels do behind them.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// One of several conditions that must all hold, or must all be false.
struct Term {
  Value* condition;
  bool denied;
};

// All lanes pass `a and b` if all pass a and all pass b; all deny `a or b` if all deny both.
void find_terms(Value* condition, bool denied, function_ref<bool(const Value*)> at_hand,
                SmallVectorImpl<Term>& terms) {
  Value *a = nullptr, *b = nullptr;
  if (match(condition, m_Not(m_Value(a))) && at_hand(a)) {
    return find_terms(a, !denied, at_hand, terms);
  }
  const bool apart = denied ? match(condition, m_LogicalOr(m_Value(a), m_Value(b)))
                            : match(condition, m_LogicalAnd(m_Value(a), m_Value(b)));
  if (!apart || !at_hand(a) || !at_hand(b)) return terms.push_back({condition, denied});
  find_terms(a, denied, at_hand, terms);
  find_terms(b, denied, at_hand, terms);
}

}  // namespace

// The comparison may stand in another block, and what it reads may not have left that block.
bool Vectorizer::at_hand(const Value* value) const {
  return isa<Constant>(value) || current_.contains(value) || slots_.contains(value);
}

// The comparison of the lane that decides for the whole vector, or null if no single one does.
Value* Vectorizer::deciding_lane(Value* condition, bool denied, unsigned copy) {
  auto* compare = dyn_cast<ICmpInst>(condition);
  if (compare == nullptr) return nullptr;
  Value *item = compare->getOperand(0), *bound = compare->getOperand(1);
  CmpInst::Predicate predicate = denied ? compare->getInversePredicate() : compare->getPredicate();
  if (!shape(item).linear()) {
    std::swap(item, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const Shape grows = shape(item);
  if (!at_hand(item) || !at_hand(bound) || !grows.linear() || !shape(bound).uniform()) {
    return nullptr;
  }
  if (!item->getType()->isIntegerTy() || item->getType()->getIntegerBitWidth() > 64) return nullptr;
  // Without a wrap inside of the vector, that is.
  if (CmpInst::isEquality(predicate) ||
      !(CmpInst::isSigned(predicate) ? grows.sext_linear : grows.zext_linear)) {
    return nullptr;
  }
  const bool upper = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  Value* one = lane_of(item, copy, upper == grows.stride > 0 ? width_ - 1 : 0);
  return b_.CreateICmp(predicate, b_.CreateFreeze(one), b_.CreateFreeze(scalar(bound, copy)));
}

// At the edge of a group the answer is no: code with entry masks gains nothing.
Value* Vectorizer::all_lanes_pass(Value* condition) {
  if (masked_) return b_.getFalse();
  SmallVector<Term, 4> terms;
  find_terms(condition, false, [&](const Value* value) { return at_hand(value); }, terms);
  Value *all = b_.getTrue(), *lanes = nullptr;
  for (const Term& term : terms) {
    const bool wide = shape(term.condition).varying();
    for (unsigned copy = 0; copy < copies_; ++copy) {
      if (!is_first(term.condition, copy)) continue;
      Value* one = wide ? deciding_lane(term.condition, term.denied, copy) : nullptr;
      const bool decided = one != nullptr || !wide;
      if (one == nullptr) {
        one = b_.CreateFreeze(scalar(term.condition, copy));
        if (term.denied) one = b_.CreateNot(one);
      }
      Value*& sum = decided ? all : lanes;
      sum = sum != nullptr ? b_.CreateAnd(sum, one) : one;
    }
  }
  if (lanes == nullptr) return all;
  Type* bits = b_.getIntNTy(width_);
  Value* rest = b_.CreateICmpEQ(b_.CreateBitCast(lanes, bits), Constant::getAllOnesValue(bits));
  return b_.CreateAnd(all, rest);
}

}  // namespace vgpu::compiler
