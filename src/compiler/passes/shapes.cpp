// The fixpoint over shapes: what each kind of instruction makes of its operands' shapes.
//
// Everything starts as unknown and only grows less regular, so loops are taken at their best until
// the opposite is seen. Divergence stands in divergence.cpp, the rules for single linear
// operations in shape_rules.cpp. SPDX-License-Identifier: MIT
#include "compiler/passes/shapes.h"

#include "compiler/passes/region_arguments.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

unsigned zeros_of(const Value* value) {
  const auto* constant = dyn_cast<ConstantInt>(value);
  if (constant == nullptr) return 0;
  return constant->isZero() ? 64 : std::min(64U, constant->getValue().countr_zero());
}

Shape join(const Shape& a, const Shape& b) {
  if (a.unknown()) return b;
  if (b.unknown()) return a;
  Shape result;
  result.y = a.y || b.y;
  result.sext_linear = a.sext_linear && b.sext_linear;
  result.zext_linear = a.zext_linear && b.zext_linear;
  result.zeros = std::min(a.zeros, b.zeros);
  const bool same = !a.varying() && !b.varying() && a.stride == b.stride;
  result.kind = same ? a.kind : Shape::Kind::varying;
  result.stride = same ? a.stride : 0;
  return result;
}

}  // namespace

ShapeAnalysis::ShapeAnalysis(Function& region, const Schedule& schedule, bool masked_entry)
    : region_(region),
      schedule_(schedule),
      masked_entry_(masked_entry),
      lanes_(static_cast<std::int64_t>(schedule.tile_x())),
      layout_(region.getParent()->getDataLayout()),
      dominators_(region),
      post_dominators_(region),
      loops_(dominators_),
      private_memory_(region) {
  restart();
}

void ShapeAnalysis::restart() {
  shapes_.clear();
  regions_.clear();
  divergent_.clear();
  joins_.clear();
  divergent_loops_.clear();
  const Schedule& schedule = schedule_;
  for (Argument& argument : region_.args()) {
    Shape shape{Shape::Kind::uniform, false, true, true, 0, 0};
    if (argument.getArgNo() == kArgumentX) {
      shape.kind = Shape::Kind::linear;
      shape.stride = 1;
      shape.zeros = static_cast<std::uint8_t>(
          schedule.extent(0) <= schedule.tile_x() ? 64 : countr_zero(schedule.tile_x()));
    }
    shape.y = argument.getArgNo() == kArgumentY && schedule.jam_y > 1;
    shapes_[&argument] = shape;
  }
  masks_y_ = masked_entry_ && schedule.jam_y > 1 && schedule.extent(1) % schedule.jam_y != 0;
}

void ShapeAnalysis::run() {
  bool changed = true;
  while (changed) {
    changed = update_shapes();
    if (update_divergence()) changed = true;
  }
}

Shape ShapeAnalysis::shape(const Value* value) const {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value) || isa<InlineAsm>(value)) {
    return {Shape::Kind::uniform, false, true, true, static_cast<std::uint8_t>(zeros_of(value)), 0};
  }
  return shapes_.lookup(value);
}

bool ShapeAnalysis::update_shapes() {
  bool changed = false;
  ReversePostOrderTraversal<Function*> order(&region_);
  for (BasicBlock* block : order) {
    for (Instruction& instruction : *block) {
      if (instruction.getType()->isVoidTy()) continue;
      const Shape old = shapes_.lookup(&instruction);
      Shape next = join(old, transfer(instruction));
      if (schedule_.jam_y == 1) next.y = false;
      if (next == old) continue;
      shapes_[&instruction] = next;
      changed = true;
    }
  }
  return changed;
}

// Whether the phi reads a value of a loop that its block lies outside of, and lanes leave that loop
// in different iterations: then the value differs between lanes even if it never does inside.
bool ShapeAnalysis::leaves_divergent_loop(const PHINode& phi) const {
  for (const BasicBlock* from : phi.blocks()) {
    for (const Loop* loop = loops_.getLoopFor(from); loop != nullptr && !loop->contains(&phi);
         loop = loop->getParentLoop()) {
      if (divergent(loop)) return true;
    }
  }
  return false;
}

Shape ShapeAnalysis::transfer_phi(const PHINode& phi) const {
  Shape result;
  for (const Value* value : phi.incoming_values()) result = join(result, shape(value));
  if (result.unknown() || loops_.isLoopHeader(phi.getParent())) return result;
  const bool merges = joins_.contains(phi.getParent()) && !phi.hasConstantValue();
  if (merges || leaves_divergent_loop(phi)) {
    return {Shape::Kind::varying, result.y || masks_y_, false, false, 0, 0};
  }
  return result;
}

Shape ShapeAnalysis::transfer_call(const CallBase& call, const Shape& operands) const {
  const Shape varying{Shape::Kind::varying, true, false, false, 0, 0};
  const Shape uniform{Shape::Kind::uniform, operands.y, true, true, 0, 0};
  const Function* callee = call.getCalledFunction();
  const StringRef name = callee != nullptr ? callee->getName() : "";
  const bool whole_tile = callee != nullptr && callee->hasFnAttribute(kVectorByVector);
  if (name == kAllLanes || whole_tile) return {Shape::Kind::uniform, false, true, true, 0, 0};
  if (name == "__vg_ballot" || name == "__vg_active_mask") return uniform;
  if (name.starts_with("__vg_shuffle")) {
    return shape(call.getArgOperand(1)).uniform() ? uniform : varying;
  }
  const bool pure = call.doesNotAccessMemory() && call.doesNotThrow() && !call.isInlineAsm();
  if (pure && operands.uniform()) return uniform;
  return {Shape::Kind::varying, operands.y || !pure, false, false, 0, 0};
}

Shape ShapeAnalysis::transfer(Instruction& instruction) const {
  if (auto* phi = dyn_cast<PHINode>(&instruction)) return transfer_phi(*phi);
  if (auto* variable = dyn_cast<AllocaInst>(&instruction)) {
    return {Shape::Kind::linear,
            true,
            true,
            true,
            0,
            static_cast<std::int64_t>(private_memory_.lane_stride(*variable))};
  }
  Shape operands{Shape::Kind::uniform, false, true, true, 0, 0};
  for (const Value* operand : instruction.operands()) {
    if (isa<BasicBlock>(operand)) continue;
    const Shape one = shape(operand);
    if (one.unknown()) return {};
    operands.y |= one.y;
    if (!one.uniform() && !operands.varying()) operands.kind = one.kind;
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
    return {Shape::Kind::varying, true, false, false, 0, 0};
  }
  if (assumed(&instruction, kPasses) && !operands.uniform()) {
    return finish(instruction, transfer_clamp(instruction, operands.y));
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) return transfer_call(*call, operands);
  if (operands.uniform()) return finish(instruction, operands);
  if (operands.varying() || isa<LoadInst>(instruction)) {
    return {Shape::Kind::varying, operands.y, false, false, 0, 0};
  }
  return finish(instruction, transfer_linear(instruction, operands.y));
}

}  // namespace vgpu::compiler
