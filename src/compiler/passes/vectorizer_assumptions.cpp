// Indices that are nearly always linear: what to test once a tile, before anything has happened.
//
// An item's id cut to 32 bits, or computed in unsigned arithmetic, has no flags that exclude a wrap
// in the middle of a vector. An id divided by a width has one quotient in the whole tile unless a
// row ends there. A clamped index is the index itself but for tiles at a border. If lane 0's value can be computed from the region's arguments, one comparison a
// tile decides between code that relies on it and code that does not.
// SPDX-License-Identifier: MIT
#include "compiler/passes/clamps.h"
#include "compiler/passes/region_arguments.h"
#include "compiler/passes/region_start.h"
#include "compiler/passes/row_steps.h"
#include "compiler/passes/uniform_division.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 16;
constexpr std::int64_t kFarthest = std::int64_t{1} << 14;  // from the first lane to the last

// Finds the values that keep an address from being linear and could be tested at the start.
class Blame {
 public:
  Blame(ShapeAnalysis& shapes, const Schedule& schedule) : shapes_(shapes), schedule_(schedule) {}

  bool found = false;

  // Division of a linear value by a uniform one.
  void look_at_division(Instruction& node) {
    const Shape number = shapes_.shape(node.getOperand(0));
    if (!number.linear() || number.stride <= 0 || !shapes_.shape(node.getOperand(1)).uniform())
      return;
    const auto reach = static_cast<std::uint64_t>(number.stride) * (schedule_.tile_x() - 1);
    const auto* constant = dyn_cast<ConstantInt>(node.getOperand(1));
    const bool hopeless = constant != nullptr && constant->getLimitedValue() < 2 * reach;
    if (hopeless || node.getType()->getIntegerBitWidth() < 32) return;
    if (!known(node.getOperand(0)) || !known(node.getOperand(1))) return;
    found |= shapes_.assume(&node, ShapeAnalysis::kOneQuotient);
  }

  void look_at_clamp(const Instruction& node) {
    const std::optional<Clamp> clamp = find_clamp(node, shapes_);
    if (!clamp || clamp->index->getType()->getIntegerBitWidth() < 32) return;
    if (!known(clamp->index) || !known(clamp->bound) || !leads_to_address(node)) return;
    found |= shapes_.assume(&node, ShapeAnalysis::kPasses);
  }

  // The rest of an id by a power of two that only the launch knows: id & (size - 1).
  void look_at_mask(Instruction& node) {
    const bool first = shapes_.shape(node.getOperand(0)).linear();
    const Shape number = shapes_.shape(node.getOperand(first ? 0 : 1));
    Value* mask = node.getOperand(first ? 1 : 0);
    if (!number.linear() || number.stride <= 0 || !shapes_.shape(mask).uniform()) return;
    if (isa<Constant>(mask) || node.getType()->getIntegerBitWidth() < 32 || !known(mask)) return;
    found |= shapes_.assume(&node, ShapeAnalysis::kLowBits);
  }

  // An id of which only the low bits count, `id & 1023`, or the others, `id >> 10`. Casts from 32 bits and back that
  // LLVM has simplified look the same, with bits enough for every index.
  void look_at_low_bits(Instruction& node, bool rows) {
    const unsigned bits = low_bits(node);
    if (bits == 0 || (!rows && bits < kBitsOfIndices)) return;
    const Shape number = shapes_.shape(node.getOperand(0));
    if (!number.linear() || number.stride <= 0 || !known(node.getOperand(0))) return;
    const auto reach = static_cast<std::uint64_t>(number.stride) * (schedule_.tile_x() - 1);
    const bool hopeless = (std::uint64_t{1} << std::min(bits, 62U)) < 2 * reach;
    if (!hopeless) found |= shapes_.assume(&node, ShapeAnalysis::kNoCarry);
  }

  // Stores that are consecutive along y where narrow ids do not wrap.
  void look_at_store(StoreInst& store) {
    if (schedule_.jam_y == 1 || !shapes_.shape(store.getPointerOperand()).varying()) return;
    const RowSteps steps(shapes_, schedule_, *store.getFunction());
    const auto conditions = steps.conditions(*store.getPointerOperand());
    if (!conditions) return;
    for (const Instruction* node : *conditions) {
      found |= shapes_.assume(node, ShapeAnalysis::kRowsExtend);
    }
  }

  void look(Value* value, bool is_signed, unsigned depth) {
    const Shape shape = shapes_.shape(value);
    auto* node = dyn_cast<Instruction>(value);
    if (node == nullptr || !shape.linear() || depth > kDeepest) return;
    if (is_signed ? shape.sext_linear : shape.zext_linear) return;
    if (isa<PHINode, SelectInst>(node) || flags_help(*node, is_signed)) {
      for (Value* operand : node->operands()) look(operand, is_signed, depth + 1);
      return;
    }
    if (node->getType()->getIntegerBitWidth() < 16 || !known(node)) return;
    found |= shapes_.assume(node, kind_of(is_signed));
  }

 private:
  static unsigned kind_of(bool is_signed) {
    return is_signed ? ShapeAnalysis::kSignExtends : ShapeAnalysis::kZeroExtends;
  }

  bool known(const Value* value) const {
    return known_at_start(value, [&](const Instruction& division) {
      return shapes_.assumed(&division, ShapeAnalysis::kOneQuotient);
    });
  }

  bool flags_help(const Instruction& node, bool is_signed) const {
    if (shapes_.divergent(node.getParent())) return false;
    if (const auto* disjoint = dyn_cast<PossiblyDisjointInst>(&node)) return disjoint->isDisjoint();
    const auto* operation = dyn_cast<OverflowingBinaryOperator>(&node);
    if (operation == nullptr) return false;
    return is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap();
  }

  ShapeAnalysis& shapes_;
  const Schedule& schedule_;
};

Value* in_range(IRBuilder<>& builder, Value* base, std::int64_t growth, bool is_signed) {
  Type* type = base->getType();
  const unsigned bits = type->getIntegerBitWidth();
  const APInt step(bits, static_cast<std::uint64_t>(growth), true);
  if (growth >= 0) {
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    Value* limit = ConstantInt::get(type, most - step);
    return is_signed ? builder.CreateICmpSLE(base, limit) : builder.CreateICmpULE(base, limit);
  }
  const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
  Value* limit = ConstantInt::get(type, least - step);
  return is_signed ? builder.CreateICmpSGE(base, limit) : builder.CreateICmpUGE(base, limit);
}

// Whether number / divisor = (number + reach) / divisor and none of the three is negative.
Value* one_quotient(IRBuilder<>& builder, Value* number, Value* divisor, std::int64_t reach) {
  Type* type = number->getType();
  const unsigned bits = type->getIntegerBitWidth();
  const APInt step(bits, static_cast<std::uint64_t>(reach));
  Value* most = ConstantInt::get(type, APInt::getSignedMaxValue(bits) - step);
  Value* positive = builder.CreateICmpSGT(divisor, Constant::getNullValue(type));
  Value* rest = divide_positive(builder, number, divisor, false);
  Value* last = builder.CreateAdd(rest, ConstantInt::get(type, step));
  Value* same = builder.CreateICmpULT(last, divisor);
  return builder.CreateAnd(builder.CreateAnd(same, positive), builder.CreateICmpULE(number, most));
}

// The tests for one tile, from the arguments of the function that chooses the version.
class Tests {
 public:
  Tests(IRBuilder<>& builder, Function& tile, const ShapeAnalysis& shapes, const Schedule& schedule)
      : builder_(builder), tile_(tile), shapes_(shapes), schedule_(schedule) {}

  Value* hold(const ShapeAnalysis::Assumption& assumption) {
    auto* node = const_cast<Instruction*>(assumption.first);
    if (assumption.second == ShapeAnalysis::kRowsExtend) return rows_extend(*node);
    if (assumption.second == ShapeAnalysis::kAligned) return aligned(*node);
    if (assumption.second == ShapeAnalysis::kPasses) return passes(*node);
    if (assumption.second == ShapeAnalysis::kLowBits) return low_bits_pass(*node);
    if (assumption.second == ShapeAnalysis::kNoCarry) return no_carry(*node);
    const bool division = assumption.second == ShapeAnalysis::kOneQuotient;
    const Shape shape = shapes_.shape(division ? node->getOperand(0) : node);
    if (!shape.linear()) return builder_.getTrue();
    const std::int64_t reach = shape.stride * static_cast<std::int64_t>(schedule_.tile_x() - 1);
    if (std::abs(reach) >= kFarthest) return builder_.getFalse();
    Value* all = builder_.getTrue();
    const unsigned rows = shapes_.shape(node).y ? schedule_.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      Value* one = division ? one_quotient(builder_, at_row(node->getOperand(0), row),
                                           at_row(node->getOperand(1), row), reach)
                            : in_range(builder_, at_row(node, row), reach,
                                       assumption.second == ShapeAnalysis::kSignExtends);
      all = builder_.CreateAnd(all, one);
    }
    return all;
  }

 private:
  // All those below the first power of two that is beyond the last lane.
  Value* low_bits_pass(Instruction& node) {
    const bool first = shapes_.shape(node.getOperand(0)).linear();
    const Shape number = shapes_.shape(node.getOperand(first ? 0 : 1));
    const auto reach = static_cast<std::uint64_t>(number.stride) * (schedule_.tile_x() - 1);
    if (!number.linear() || reach >= static_cast<std::uint64_t>(kFarthest))
      return builder_.getFalse();
    Value* low = ConstantInt::get(node.getType(), bit_ceil(reach + 1) - 1);
    Value* all = builder_.getTrue();
    const unsigned rows = shapes_.shape(&node).y ? schedule_.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      Value* passed = builder_.CreateAnd(at_row(node.getOperand(first ? 1 : 0), row), low);
      all = builder_.CreateAnd(all, builder_.CreateICmpEQ(passed, low));
    }
    return all;
  }

  // The low bits of lane 0 leave room for the last lane.
  Value* no_carry(Instruction& node) {
    const Shape number = shapes_.shape(node.getOperand(0));
    const auto reach = static_cast<std::uint64_t>(number.stride) * (schedule_.tile_x() - 1);
    const unsigned width = node.getType()->getIntegerBitWidth();
    const APInt low = APInt::getLowBitsSet(width, low_bits(node));
    if (!number.linear() || number.stride <= 0) return builder_.getTrue();  // nobody relies on it
    if (reach >= static_cast<std::uint64_t>(kFarthest) || low.ult(reach))
      return builder_.getFalse();
    Value* all = builder_.getTrue();
    const unsigned rows = number.y ? schedule_.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      Value* rest = builder_.CreateAnd(at_row(node.getOperand(0), row), low);
      Value* limit = ConstantInt::get(node.getType(), low - reach);
      all = builder_.CreateAnd(all, builder_.CreateICmpULE(rest, limit));
    }
    return all;
  }

  // In all rows; and not negative, so that signed divisions may be unsigned ones.
  Value* aligned(Instruction& node) {
    Value* all = builder_.getTrue();
    const unsigned rows = shapes_.shape(&node).y ? schedule_.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      Value* base = at_row(&node, row);
      const unsigned bits = node.getType()->getIntegerBitWidth();
      const APInt none = APInt::getSignMask(bits) | APInt(bits, schedule_.width - 1);
      Value* wrong = builder_.CreateAnd(base, ConstantInt::get(base->getType(), none));
      all = builder_.CreateAnd(all, builder_.CreateIsNull(wrong));
    }
    return all;
  }

  Value* passes(Instruction& node) {
    const std::optional<Clamp> clamp = find_clamp(node, shapes_);
    if (!clamp) return builder_.getTrue();  // nobody relies on it
    const std::int64_t reach =
        shapes_.shape(clamp->index).stride * static_cast<std::int64_t>(schedule_.tile_x() - 1);
    if (std::abs(reach) >= kFarthest) return builder_.getFalse();
    Value* all = builder_.getTrue();
    const unsigned rows = shapes_.shape(&node).y ? schedule_.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      Value* index = at_row(clamp->index, row);
      Value* bound = at_row(clamp->bound, row);
      const bool is_signed = !CmpInst::isUnsigned(clamp->predicate);
      all = builder_.CreateAnd(all, in_range(builder_, index, reach, is_signed));
      all = builder_.CreateAnd(all, holds_between(builder_, clamp->predicate, index, reach, bound));
    }
    return all;
  }

  Value* rows_extend(Instruction& node) {
    const auto step = RowSteps(shapes_, schedule_, *node.getFunction()).step(*node.getOperand(0));
    if (!step) return builder_.getFalse();
    return in_range(builder_, at_row(&node, 0), *step * (schedule_.jam_y - 1), true);
  }

  // The value of lane 0 in that row of the tile.
  Value* at_row(Value* value, unsigned row) {
    const auto* node = dyn_cast<Instruction>(value);
    if (node == nullptr) return copy_argument(value, row);
    ValueToValueMapTy map;
    for (const Argument& argument : node->getFunction()->args()) {
      map[&argument] = copy_argument(const_cast<Argument*>(&argument), row);
    }
    return copy_from_start(builder_, value, map);
  }

  Value* copy_argument(Value* value, unsigned row) {
    auto* argument = dyn_cast<Argument>(value);
    if (argument == nullptr) return value;
    Value* same = tile_.getArg(argument->getArgNo());
    const bool moves = argument->getArgNo() == kArgumentY && row != 0;
    return moves ? builder_.CreateAdd(same, builder_.getInt64(row)) : same;
  }

  IRBuilder<>& builder_;
  Function& tile_;
  const ShapeAnalysis& shapes_;
  const Schedule& schedule_;
};

}  // namespace

void assume_linear(Function& region, ShapeAnalysis& shapes, const Schedule& schedule, bool rows) {
  for (unsigned round = 0; round < 8; ++round) {
    shapes.run();
    Blame blame(shapes, schedule);
    for (Instruction& node : instructions(region)) {
      if (auto* store = dyn_cast<StoreInst>(&node)) blame.look_at_store(*store);
      if (!shapes.shape(&node).varying()) continue;
      if (rows && node.isIntDivRem()) blame.look_at_division(node);
      if (rows) blame.look_at_clamp(node);
      if (rows && node.getOpcode() == Instruction::And) blame.look_at_mask(node);
      blame.look_at_low_bits(node, rows);
      if (isa<SExtInst, ZExtInst>(node)) blame.look(node.getOperand(0), isa<SExtInst>(node), 0);
    }
    if (!blame.found) return;
    shapes.restart();
  }
  shapes.run();
}

Value* assumptions_hold(IRBuilder<>& builder, Function& tile, const ShapeAnalysis& shapes,
                        const Schedule& schedule) {
  Tests tests(builder, tile, shapes, schedule);
  Value* all = builder.getTrue();
  for (const ShapeAnalysis::Assumption& assumption : shapes.assumptions()) {
    all = builder.CreateAnd(all, tests.hold(assumption));
  }
  return builder.CreateFreeze(all);
}

}  // namespace vgpu::compiler
