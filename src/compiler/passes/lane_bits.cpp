// The evaluation of an expression's bits for one lane.
// SPDX-License-Identifier: MIT
#include "compiler/passes/lane_bits.h"

#include <bit>

#include "compiler/passes/region_arguments.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 10;

std::optional<bool> compare(CmpInst::Predicate predicate, const KnownBits& a, const KnownBits& b) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return KnownBits::eq(a, b);
    case CmpInst::ICMP_NE:
      return KnownBits::ne(a, b);
    case CmpInst::ICMP_ULT:
      return KnownBits::ult(a, b);
    case CmpInst::ICMP_ULE:
      return KnownBits::ule(a, b);
    case CmpInst::ICMP_UGT:
      return KnownBits::ugt(a, b);
    case CmpInst::ICMP_UGE:
      return KnownBits::uge(a, b);
    case CmpInst::ICMP_SLT:
      return KnownBits::slt(a, b);
    case CmpInst::ICMP_SLE:
      return KnownBits::sle(a, b);
    case CmpInst::ICMP_SGT:
      return KnownBits::sgt(a, b);
    case CmpInst::ICMP_SGE:
      return KnownBits::sge(a, b);
    default:
      return {};
  }
}

class Evaluation {
 public:
  Evaluation(unsigned lane, const Schedule& schedule) : lane_(lane), schedule_(schedule) {}

  KnownBits of(const Value& value, unsigned depth) const {
    const unsigned bits = value.getType()->getIntegerBitWidth();
    if (const auto* constant = dyn_cast<ConstantInt>(&value)) {
      return KnownBits::makeConstant(constant->getValue());
    }
    if (const auto* argument = dyn_cast<Argument>(&value)) {
      return argument->getArgNo() == kArgumentX ? of_x() : KnownBits(bits);
    }
    const auto* node = dyn_cast<Instruction>(&value);
    if (node == nullptr || depth == 0) return KnownBits(bits);
    if (const auto* choice = dyn_cast<SelectInst>(node)) return of_select(*choice, depth);
    if (const auto* test = dyn_cast<ICmpInst>(node)) return of_compare(*test, depth);
    if (isa<FreezeInst>(node)) return of(*node->getOperand(0), depth - 1);
    if (isa<TruncInst, ZExtInst, SExtInst>(node)) {
      const KnownBits from = of(*node->getOperand(0), depth - 1);
      if (isa<TruncInst>(node)) return from.trunc(bits);
      return isa<ZExtInst>(node) ? from.zext(bits) : from.sext(bits);
    }
    const bool two = isa<BinaryOperator, MinMaxIntrinsic, SaturatingInst>(node);
    if (!two) return KnownBits(bits);
    return of_operation(*node, of(*node->getOperand(0), depth - 1),
                        of(*node->getOperand(1), depth - 1));
  }

 private:
  KnownBits of_x() const {
    KnownBits known = KnownBits::makeConstant(APInt(64, lane_));
    if (schedule_.extent(0) <= schedule_.width) return known;
    const unsigned low = static_cast<unsigned>(std::countr_zero(schedule_.width));
    known.Zero.clearHighBits(64 - low);
    return known;
  }

  KnownBits of_select(const SelectInst& choice, unsigned depth) const {
    const KnownBits condition = of(*choice.getCondition(), depth - 1);
    if (condition.isConstant()) {
      const bool yes = condition.getConstant().isOne();
      return of(*(yes ? choice.getTrueValue() : choice.getFalseValue()), depth - 1);
    }
    return of(*choice.getTrueValue(), depth - 1)
        .intersectWith(of(*choice.getFalseValue(), depth - 1));
  }

  KnownBits of_compare(const ICmpInst& test, unsigned depth) const {
    if (!test.getOperand(0)->getType()->isIntegerTy()) return KnownBits(1);
    const auto result = compare(test.getPredicate(), of(*test.getOperand(0), depth - 1),
                                of(*test.getOperand(1), depth - 1));
    return result ? KnownBits::makeConstant(APInt(1, *result ? 1 : 0)) : KnownBits(1);
  }

  static KnownBits of_call(Intrinsic::ID id, const KnownBits& a, const KnownBits& b) {
    switch (id) {
      case Intrinsic::umin:
        return KnownBits::umin(a, b);
      case Intrinsic::umax:
        return KnownBits::umax(a, b);
      case Intrinsic::smin:
        return KnownBits::smin(a, b);
      case Intrinsic::smax:
        return KnownBits::smax(a, b);
      case Intrinsic::uadd_sat:
        return KnownBits::uadd_sat(a, b);
      case Intrinsic::usub_sat:
        return KnownBits::usub_sat(a, b);
      default:
        return KnownBits(a.getBitWidth());
    }
  }

  static KnownBits of_operation(const Instruction& node, const KnownBits& a, const KnownBits& b) {
    if (const auto* call = dyn_cast<IntrinsicInst>(&node)) {
      return of_call(call->getIntrinsicID(), a, b);
    }
    switch (node.getOpcode()) {
      case Instruction::Add:
        return KnownBits::computeForAddSub(true, false, false, a, b);
      case Instruction::Sub:
        return KnownBits::computeForAddSub(false, false, false, a, b);
      case Instruction::Mul:
        return KnownBits::mul(a, b);
      case Instruction::And:
        return a & b;
      case Instruction::Or:
        return a | b;
      case Instruction::Xor:
        return a ^ b;
      case Instruction::Shl:
        return KnownBits::shl(a, b);
      case Instruction::LShr:
        return KnownBits::lshr(a, b);
      case Instruction::AShr:
        return KnownBits::ashr(a, b);
      default:
        return KnownBits(a.getBitWidth());
    }
  }

  unsigned lane_;
  const Schedule& schedule_;
};

}  // namespace

KnownBits known_in_lane(const Value& value, unsigned lane, const Schedule& schedule) {
  return Evaluation(lane, schedule).of(value, kDeepest);
}

}  // namespace vgpu::compiler
