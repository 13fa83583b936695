// The rules for operations on linear values: when is the result linear again, or even uniform?
//
// Two proofs matter. Flags (nsw, nuw) hold only for active items, so they count only where every
// lane is active. Alignment always counts: a base with t trailing zero bits can grow by less than
// 2^t without any carry, so it neither wraps nor touches the upper bits. SPDX-License-Identifier: MIT
#include "compiler/passes/clamps.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/uniform_division.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr Shape kVarying{Shape::Kind::varying, false, false, false, 0, 0};

Shape make_linear(std::int64_t stride, bool y, bool sext, bool zext) {
  if (stride == 0) return {Shape::Kind::uniform, y, true, true, 0, 0};
  return {Shape::Kind::linear, y, sext, zext, 0, stride};
}

Shape varying(bool y) {
  Shape shape = kVarying;
  shape.y = y;
  return shape;
}

}  // namespace

unsigned low_bits(const Instruction& instruction) {
  const APInt* constant = nullptr;
  const bool shifts = instruction.getOpcode() == Instruction::LShr;
  if (!shifts && instruction.getOpcode() != Instruction::And) return 0;
  if (!match(instruction.getOperand(1), m_APInt(constant))) return 0;
  if (shifts) return static_cast<unsigned>(constant->getLimitedValue(constant->getBitWidth() - 1));
  return constant->isMask() && !constant->isAllOnes() ? constant->countr_one() : 0;
}

// Whether a linear value of that many bits runs through all lanes of the tile without a carry out
// of the zero bits of its base (at most `bits` of them).
bool ShapeAnalysis::fits(const Shape& shape, unsigned bits) const {
  const unsigned zeros = std::min<unsigned>({shape.zeros, bits, 62});
  return shape.stride > 0 && shape.stride < (std::int64_t{1} << 40) &&
         (lanes_ - 1) * shape.stride < (std::int64_t{1} << zeros);
}

bool ShapeAnalysis::flags_hold(const Instruction& instruction) const {
  return !masked_entry_ && !divergent(instruction.getParent());
}

unsigned ShapeAnalysis::trailing_zeros(const Instruction& instruction) const {
  auto zeros = [&](unsigned operand) -> unsigned {
    return shape(instruction.getOperand(operand)).zeros;
  };
  const auto* amount =
      instruction.getNumOperands() > 1 ? dyn_cast<ConstantInt>(instruction.getOperand(1)) : nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
    case Instruction::Xor:
      return std::min(zeros(0), zeros(1));
    case Instruction::And:
      return std::max(zeros(0), zeros(1));
    case Instruction::Mul:
      return std::min(64U, zeros(0) + zeros(1));
    case Instruction::Shl:
      return amount == nullptr ? zeros(0)
                               : static_cast<unsigned>(std::min<std::uint64_t>(
                                     64, zeros(0) + amount->getLimitedValue(64)));
    case Instruction::Select:
      return std::min(zeros(1), zeros(2));
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      return zeros(0);
    default:
      return 0;
  }
}

Shape ShapeAnalysis::finish(const Instruction& instruction, Shape shape) const {
  if (!shape.varying() && instruction.getType()->isIntegerTy()) {
    shape.zeros = static_cast<std::uint8_t>(trailing_zeros(instruction));
    if (assumed(&instruction, kAligned)) {
      shape.zeros = std::max<std::uint8_t>(shape.zeros,
                                           static_cast<std::uint8_t>(countr_zero(schedule_.width)));
    }
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (shape.linear() && fits(shape, bits - 1)) shape.sext_linear = shape.zext_linear = true;
    shape.sext_linear |= assumed(&instruction, kSignExtends);
    shape.zext_linear |= assumed(&instruction, kZeroExtends);
  } else {
    shape.zeros = 0;
  }
  return shape;
}

// And, shifts, divisions and remainders by powers of two: with an aligned base they either see the
// lane number or cut it off.
Shape ShapeAnalysis::transfer_bits(Instruction& instruction, bool y) const {
  const Shape value = shape(instruction.getOperand(0));
  const APInt* constant = nullptr;
  if (!value.linear() || !match(instruction.getOperand(1), m_APInt(constant))) return varying(y);
  const std::int64_t growth = (lanes_ - 1) * value.stride;
  if (value.stride <= 0 || !fits(value, constant->getBitWidth())) return varying(y);
  const unsigned low = 64 - static_cast<unsigned>(countl_zero(static_cast<std::uint64_t>(growth)));
  const bool power = constant->isPowerOf2();
  switch (instruction.getOpcode()) {
    case Instruction::And:
      if (constant->countr_one() >= low) return make_linear(value.stride, y, true, true);
      if (constant->countr_zero() >= low) return make_linear(0, y, true, true);
      break;
    case Instruction::URem:
      if (power && constant->logBase2() >= low) return make_linear(value.stride, y, true, true);
      break;
    case Instruction::UDiv:
      if (power && constant->logBase2() >= low) return make_linear(0, y, true, true);
      break;
    case Instruction::LShr:
    case Instruction::AShr:
      if (constant->uge(low)) return make_linear(0, y, true, true);
      break;
    default:
      break;
  }
  return varying(y);
}

Shape ShapeAnalysis::transfer_cast(Instruction& instruction, bool y) const {
  const Shape value = shape(instruction.getOperand(0));
  Type* to = instruction.getType();
  Type* from = instruction.getOperand(0)->getType();
  if (to->isVectorTy() || from->isVectorTy()) return varying(y);
  switch (instruction.getOpcode()) {
    case Instruction::Trunc: {
      const unsigned bits = to->getIntegerBitWidth();
      if (bits == 1) return varying(y);
      const std::int64_t stride = SignExtend64(static_cast<std::uint64_t>(value.stride), bits);
      auto& trunc = cast<TruncInst>(instruction);
      const bool exact = flags_hold(instruction) && stride == value.stride;
      return make_linear(stride, y, exact && trunc.hasNoSignedWrap(),
                         exact && trunc.hasNoUnsignedWrap());
    }
    case Instruction::SExt:
      return value.sext_linear ? make_linear(value.stride, y, true, false) : varying(y);
    case Instruction::ZExt:
      return value.zext_linear ? make_linear(value.stride, y, true, true) : varying(y);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return layout_.getTypeSizeInBits(to) == layout_.getTypeSizeInBits(from)
                 ? make_linear(value.stride, y, false, false)
                 : varying(y);
    case Instruction::AddrSpaceCast:
      return make_linear(value.stride, y, false, false);
    default:
      return varying(y);
  }
}

Shape ShapeAnalysis::transfer_address(const GetElementPtrInst& address, bool y) const {
  if (address.getType()->isVectorTy()) return varying(y);
  const std::int64_t scale =
      private_memory_.interleaved(&address) ? static_cast<std::int64_t>(schedule_.width) : 1;
  std::int64_t stride = shape(address.getPointerOperand()).stride;
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    if (step.isStruct()) continue;
    const auto element = static_cast<std::int64_t>(step.getSequentialElementStride(layout_));
    stride += shape(step.getOperand()).stride * element * scale;
  }
  return make_linear(stride, y, false, false);
}

// base + i < bound with base and bound multiples of 2^t and all i < 2^t is base < bound. What grows alike on both sides
// without wrapping does not matter: `at <= x + 1` in a loop that starts at x - 1.
bool ShapeAnalysis::compare_is_uniform(const ICmpInst& compare) const {
  Shape left = shape(compare.getOperand(0)), right = shape(compare.getOperand(1));
  CmpInst::Predicate predicate = compare.getPredicate();
  if (left.linear() && right.linear() && left.stride == right.stride &&
      compare.getOperand(0)->getType()->isIntegerTy()) {
    if (compare.isEquality()) return true;
    return compare.isSigned() ? left.sext_linear && right.sext_linear
                              : left.zext_linear && right.zext_linear;
  }
  if (!left.linear()) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  if (!left.linear() || !right.uniform() || !compare.getOperand(0)->getType()->isIntegerTy()) {
    return false;
  }
  left.zeros = std::min(left.zeros, right.zeros);
  if (!fits(left, compare.getOperand(0)->getType()->getIntegerBitWidth() - 1)) return false;
  return predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT ||
         predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_SGE;
}

Shape ShapeAnalysis::transfer_linear(Instruction& instruction, bool y) const {
  if (instruction.getType()->isVectorTy()) return varying(y);
  if (auto* address = dyn_cast<GetElementPtrInst>(&instruction)) {
    return transfer_address(*address, y);
  }
  if (isa<FreezeInst>(instruction)) {
    const Shape value = shape(instruction.getOperand(0));
    return make_linear(value.stride, y, value.sext_linear, value.zext_linear);
  }
  if (isa<CastInst>(instruction)) return transfer_cast(instruction, y);
  if (auto* compare = dyn_cast<ICmpInst>(&instruction)) {
    return compare_is_uniform(*compare) ? make_linear(0, y, true, true) : varying(y);
  }
  auto operand = [&](unsigned i) { return shape(instruction.getOperand(i)); };
  if (isa<SelectInst>(instruction)) {
    const Shape a = operand(1), b = operand(2);
    if (!operand(0).uniform() || a.stride != b.stride) return varying(y);
    return make_linear(a.stride, y, a.sext_linear && b.sext_linear, a.zext_linear && b.zext_linear);
  }
  if (!instruction.getType()->isIntegerTy() || !isa<BinaryOperator>(instruction)) {
    return varying(y);
  }
  if (instruction.isIntDivRem() && assumed(&instruction, kOneQuotient)) {
    return transfer_quotient(instruction, y);
  }
  if (assumed(&instruction, kLowBits)) {
    const Shape value = operand(0).linear() ? operand(0) : operand(1);
    if (value.stride > 0 && fits(value, instruction.getType()->getIntegerBitWidth()))
      return make_linear(value.stride, y, true, true);
  }
  if (assumed(&instruction, kNoCarry) && operand(0).linear() && operand(0).stride > 0) {
    const bool keeps = instruction.getOpcode() == Instruction::And;
    return make_linear(keeps ? operand(0).stride : 0, y, true, true);
  }
  const Shape sum = linear_sum(instruction, y);
  return sum.varying() ? transfer_bits(instruction, y) : sum;
}

// All lanes have one quotient, so the remainder grows as the dividend does.
Shape ShapeAnalysis::transfer_quotient(Instruction& instruction, bool y) const {
  const Shape value = shape(instruction.getOperand(0));
  if (!value.linear() || !shape(instruction.getOperand(1)).uniform()) return varying(y);
  const bool quotient =
      instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::SDiv;
  return make_linear(quotient ? 0 : value.stride, y, true, true);
}

// The test of the tile says that the index does not wrap, in the numbers that the comparison knows.
Shape ShapeAnalysis::transfer_clamp(const Instruction& instruction, bool y) const {
  const std::optional<Clamp> clamp = find_clamp(instruction, *this);
  if (!clamp) return varying(y);
  const Shape passed = shape(clamp->passed);
  const bool itself = clamp->passed == clamp->index,
             is_signed = !CmpInst::isUnsigned(clamp->predicate);
  // Not below a bound that is not negative: then signed and unsigned numbers are the same.
  const APInt* bound = nullptr;
  const bool positive =
      (clamp->predicate == CmpInst::ICMP_SGE || clamp->predicate == CmpInst::ICMP_SGT) &&
      match(clamp->bound, m_APInt(bound)) && bound->isNonNegative();
  return make_linear(passed.stride, y, passed.sext_linear || (itself && is_signed),
                     passed.zext_linear || (itself && (!is_signed || positive)));
}

// Sums and constant multiples of linear values.
Shape ShapeAnalysis::linear_sum(Instruction& instruction, bool y) const {
  const unsigned bits = instruction.getType()->getIntegerBitWidth();
  if (bits > 64 || bits == 1) return varying(y);
  const Shape a = shape(instruction.getOperand(0)), b = shape(instruction.getOperand(1));
  auto* wraps = dyn_cast<OverflowingBinaryOperator>(&instruction);
  const bool hold = flags_hold(instruction);
  bool nsw = wraps != nullptr && hold && wraps->hasNoSignedWrap();
  bool nuw = wraps != nullptr && hold && wraps->hasNoUnsignedWrap();
  std::int64_t stride = 0;
  const APInt* constant = nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::Add:
      stride = a.stride + b.stride;
      break;
    case Instruction::Sub:
      stride = a.stride - b.stride;
      break;
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(instruction).isDisjoint()) return varying(y);
      nsw = nuw = hold;
      stride = a.stride + b.stride;
      break;
    case Instruction::Xor:
      if (!match(&instruction, m_Not(m_Value()))) return varying(y);
      stride = -a.stride;
      break;
    case Instruction::Mul:
      if (!match(instruction.getOperand(1), m_APInt(constant)) &&
          !match(instruction.getOperand(0), m_APInt(constant))) {
        return varying(y);
      }
      if (constant->getSignificantBits() > 32) return varying(y);
      stride = (a.stride + b.stride) * constant->getSExtValue();
      nuw &= constant->isNonNegative();
      break;
    case Instruction::Shl:
      if (!match(instruction.getOperand(1), m_APInt(constant)) || constant->uge(32)) {
        return varying(y);
      }
      stride = a.stride * (std::int64_t{1} << constant->getZExtValue());
      break;
    default:
      return varying(y);
  }
  const std::int64_t wrapped = SignExtend64(static_cast<std::uint64_t>(stride), bits);
  nsw &= wrapped == stride && a.sext_linear && b.sext_linear;
  nuw &= wrapped == stride && a.zext_linear && b.zext_linear;
  return make_linear(wrapped, y, nsw, nuw);
}

}  // namespace vgpu::compiler
