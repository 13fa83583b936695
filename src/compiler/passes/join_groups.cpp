// Decides whether neighbouring groups may run together, row by row (make_driver then exports vgpu_groups).
//
// Before:  group 0 runs its rows from top to bottom, then group 1 its own, ...
// After:   row 0 of all of them, row 1 of all of them, ...
// A row of a narrow group is a line of memory or two. Where rows lie a power of two apart, all rows of a group fall into
// the same few sets of the first cache and push each other out; along x they do not. Calls are saved as well.
//
// Groups must not notice: no barriers or local memory, and no loops, in which a group could wait for another. Kernels
// that walk down memory as x grows (transpositions) want the rows of one group together.
// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "compiler/passes/kept_part.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/lane_pattern.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// Loops are left to the caller, calls may print or wait, deferred additions live in the frame of one group.
bool is_independent(Instruction& instruction) {
  if (instruction.hasMetadata(kDeferredMark)) return false;
  return !isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction);
}

// Whether an address moves far with x: by what is known, or by a factor that only the launch knows (x * height + y).
bool walks_down(Instruction& instruction, const ShapeAnalysis& shapes) {
  if (instruction.getOpcode() == Instruction::Mul) {
    return any_of(instruction.operands(), [&](const Use& one) {
      const Use& other = instruction.getOperandUse(1 - one.getOperandNo());
      return !shapes.shape(one.get()).uniform() && !isa<Constant>(other.get());
    });
  }
  const Value* address = getLoadStorePointerOperand(&instruction);
  if (address == nullptr) return false;
  const Shape shape = shapes.shape(address);
  const DataLayout& layout = instruction.getModule()->getDataLayout();
  const auto size =
      static_cast<std::int64_t>(layout.getTypeStoreSize(getLoadStoreType(&instruction)));
  return shape.linear() && std::abs(shape.stride) > kWidestSpread * size;
}

bool uses_group_memory(Function& item) {
  return !item_parameter(item, kItemLocal)->use_empty() ||
         !item_parameter(item, kItemFrame)->use_empty();
}

}  // namespace

bool join_groups(Unit& unit) {
  const Schedule& schedule = unit.schedule;
  if (unit.regions.size() != 1 || unit.item_states || schedule.swapped) return true;
  Function& item = *unit.regions[0].item;
  if (uses_group_memory(item) || !all_of(instructions(item), is_independent)) return true;
  ShapeAnalysis shapes(item, schedule, false);
  assume_linear(item, shapes, schedule);
  if (!shapes.loops().empty()) return true;
  const bool has_rows = schedule.extent(1) > 1 || schedule.extent(2) > 1;
  unit.joins_groups = !has_rows || none_of(instructions(item), [&](Instruction& instruction) {
    return walks_down(instruction, shapes);
  });
  if (unit.joins_groups) unit.remarks.add("join_groups", "neighbouring groups run row by row");
  return true;
}

}  // namespace vgpu::compiler
