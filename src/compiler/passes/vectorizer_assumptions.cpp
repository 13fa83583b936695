// Indices that are linear unless they wrap: what to test once a tile, before anything has happened.
//
// An item's id cut to 32 bits, or computed in unsigned arithmetic, has no flags that exclude a wrap
// in the middle of a vector. If lane 0's value can be computed from the region's arguments, one
// comparison a tile decides between code that relies on it and code that does not.
// SPDX-License-Identifier: MIT
#include "compiler/passes/region_arguments.h"
#include "compiler/passes/region_start.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 16;

// Finds the values that keep an extension from being linear and could be tested at the start.
class Blame {
 public:
  Blame(ShapeAnalysis& shapes) : shapes_(shapes) {}

  bool found = false;

  void look(Value* value, bool is_signed, unsigned depth) {
    const Shape shape = shapes_.shape(value);
    auto* node = dyn_cast<Instruction>(value);
    if (node == nullptr || !shape.linear() || depth > kDeepest) return;
    if (is_signed ? shape.sext_linear : shape.zext_linear) return;
    if (isa<PHINode, SelectInst>(node) || flags_help(*node, is_signed)) {
      for (Value* operand : node->operands()) look(operand, is_signed, depth + 1);
      return;
    }
    if (node->getType()->getIntegerBitWidth() < 16 || !known_at_start(node)) return;
    found |= shapes_.assume(node, is_signed);
  }

 private:
  bool flags_help(const Instruction& node, bool is_signed) const {
    if (shapes_.divergent(node.getParent())) return false;
    if (const auto* disjoint = dyn_cast<PossiblyDisjointInst>(&node)) return disjoint->isDisjoint();
    const auto* operation = dyn_cast<OverflowingBinaryOperator>(&node);
    if (operation == nullptr) return false;
    return is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap();
  }

  ShapeAnalysis& shapes_;
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

}  // namespace

void assume_no_wrap(Function& region, ShapeAnalysis& shapes) {
  for (unsigned round = 0; round < 8; ++round) {
    shapes.run();
    Blame blame(shapes);
    for (Instruction& node : instructions(region)) {
      if (!isa<SExtInst, ZExtInst>(node) || !shapes.shape(&node).varying()) continue;
      blame.look(node.getOperand(0), isa<SExtInst>(node), 0);
    }
    if (!blame.found) return;
    shapes.restart();
  }
  shapes.run();
}

Value* assumptions_hold(IRBuilder<>& builder, Function& tile, const ShapeAnalysis& shapes,
                        const Schedule& schedule) {
  Value* all = builder.getTrue();
  for (const auto& [node, is_signed] : shapes.assumptions()) {
    const Shape shape = shapes.shape(node);
    if (!shape.linear()) continue;
    const std::int64_t reach = shape.stride * static_cast<std::int64_t>(schedule.tile_x() - 1);
    if (std::abs(reach) >= (std::int64_t{1} << 14)) return builder.getFalse();
    const unsigned rows = shape.y ? schedule.jam_y : 1;
    for (unsigned row = 0; row < rows; ++row) {
      ValueToValueMapTy map;
      for (const Argument& argument : node->getFunction()->args()) {
        map[&argument] = tile.getArg(argument.getArgNo());
      }
      if (row != 0) {
        map[node->getFunction()->getArg(kArgumentY)] =
            builder.CreateAdd(tile.getArg(kArgumentY), builder.getInt64(row));
      }
      Value* base = copy_from_start(builder, const_cast<Instruction*>(node), map);
      all = builder.CreateAnd(all, in_range(builder, base, reach, is_signed));
    }
  }
  return builder.CreateFreeze(all);
}

}  // namespace vgpu::compiler
