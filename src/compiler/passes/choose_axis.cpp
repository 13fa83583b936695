// Lays vectors along y where memory follows y: kernels whose row is get_global_id(0) and whose column get_global_id(1).
//
// Before:  lanes are items x, x + 1, ... of a row of the group, and a[x * width + y] is a gather
// After:   the item function's x and y have changed places, and so have the group's extents
// Whether that pays is told by the accesses alone, those in loops counting eightfold.
// SPDX-License-Identifier: MIT
#include <utility>

#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/lane_pattern.h"
#include "compiler/passes/loop_weight.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr double kGather = 8, kLine = 2, kElement = 0.25;
constexpr double kWorthwhile = 0.5;

void swap_axes(Function& item, Schedule& schedule) {
  Argument *x = item.getArg(kItemX), *y = item.getArg(kItemY);
  auto* between = new Argument(x->getType());
  x->replaceAllUsesWith(between);
  y->replaceAllUsesWith(x);
  between->replaceAllUsesWith(y);
  delete between;
  // What is known of their values goes along: extents differ.
  LLVMContext& context = item.getContext();
  const AttributeList known = item.getAttributes();
  AttributeList swapped = known.removeParamAttributes(context, kItemX);
  swapped = swapped.removeParamAttributes(context, kItemY);
  swapped = swapped.addParamAttributes(context, kItemX, {context, known.getParamAttrs(kItemY)});
  swapped = swapped.addParamAttributes(context, kItemY, {context, known.getParamAttrs(kItemX)});
  item.setAttributes(swapped);
  std::swap(schedule.local_size[0], schedule.local_size[1]);
  schedule.swapped = !schedule.swapped;
}

double price(Instruction& access, const ShapeAnalysis& shapes) {
  const Shape shape = shapes.shape(getLoadStorePointerOperand(&access));
  if (shape.uniform()) return kElement;
  const DataLayout& layout = access.getModule()->getDataLayout();
  const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(getLoadStoreType(&access)));
  return shape.varying() || std::abs(shape.stride) > kWidestSpread * size ? kGather : kLine;
}

double cost_of_memory(Function& item, const Schedule& schedule) {
  ShapeAnalysis shapes(item, schedule, false);
  assume_linear(item, shapes, schedule);
  double sum = 0;
  for (Instruction& instruction : instructions(item)) {
    if (getLoadStorePointerOperand(&instruction) == nullptr) continue;
    sum += loop_weight(shapes.loops(), *instruction.getParent()) * price(instruction, shapes);
  }
  return sum;
}

bool may_swap(const Unit& unit) {
  const Schedule& schedule = unit.schedule;
  if (schedule.width == 1 || schedule.forced || schedule.linear || schedule.lockstep) return false;
  if (unit.uses_warp || unit.request.jam_x != 0 || unit.request.jam_y != 0) return false;
  return schedule.extent(1) >= schedule.width && !unit.item->getArg(kItemY)->use_empty();
}

}  // namespace

bool choose_axis(Unit& unit) {
  if (!may_swap(unit)) return true;
  const double along_x = cost_of_memory(*unit.item, unit.schedule);
  swap_axes(*unit.item, unit.schedule);
  if (cost_of_memory(*unit.item, unit.schedule) < kWorthwhile * along_x) {
    unit.remarks.add("vectorize", "vectors lie along y, as memory does");
  } else {
    swap_axes(*unit.item, unit.schedule);
  }
  return true;
}

}  // namespace vgpu::compiler
