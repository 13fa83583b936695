// Finds the divisor of short rows and puts constants in its place.
// SPDX-License-Identifier: MIT
#include "compiler/passes/small_divisors.h"

#include <cstdlib>

#include "compiler/passes/device_names.h"
#include "compiler/passes/region_start.h"
#include "compiler/passes/store_teams.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kLongestRegion = 80;  // instructions: every copy of it takes time to compile

// What replaces a division with operands that are not negative.
Instruction::BinaryOps unsigned_form(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::UDiv ? Instruction::UDiv
                                                                    : Instruction::URem;
}

// Whether it divides an id, more or less, by something else. Its operands are tested before the region starts.
bool is_row(const Instruction& division, const ShapeAnalysis& shapes) {
  const Value *number = division.getOperand(0), *divisor = division.getOperand(1);
  return !isa<Constant>(divisor) && shapes.shape(number).linear() &&
         shapes.shape(number).stride == 1 && known_at_start(divisor) && known_at_start(number);
}

bool is_vector_access(Instruction& inst, const ShapeAnalysis& shapes, unsigned width) {
  const Value* address = getLoadStorePointerOperand(&inst);
  if (address == nullptr) return !inst.mayReadOrWriteMemory();
  Type* type = getLoadStoreType(&inst);
  const Shape shape = shapes.shape(address);
  const DataLayout& layout = shapes.layout();
  const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
  if (shape.uniform() || (shape.linear() && std::abs(shape.stride) == size)) return true;
  return !shapes.divergent(inst.getParent()) && lane_window(address, type, shapes, width);
}

}  // namespace

Value* row_divisor(Function& region, const ShapeAnalysis& shapes) {
  if (region.getInstructionCount() > kLongestRegion) return nullptr;
  for (const ShapeAnalysis::Assumption& assumption : shapes.assumptions()) {
    if (assumption.second != ShapeAnalysis::kOneQuotient) continue;
    if (is_row(*assumption.first, shapes)) return assumption.first->getOperand(1);
  }
  return nullptr;
}

Function* with_divisor(Function& region, Value* divisor, std::uint64_t value,
                       const ShapeAnalysis& shapes) {
  ValueToValueMapTy map;
  Function* copy = CloneFunction(&region, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  Constant* constant = ConstantInt::get(divisor->getType(), value);
  for (User* user : divisor->users()) {
    auto* original = cast<Instruction>(user);
    if (!original->isIntDivRem() || !is_row(*original, shapes)) continue;
    auto* node = cast<Instruction>(map[original]);
    IRBuilder<> builder(node);
    Value* result =
        builder.CreateBinOp(unsigned_form(node->getOpcode()), node->getOperand(0), constant);
    node->replaceAllUsesWith(result);
    node->eraseFromParent();
  }
  Value* place = map[divisor];
  place->replaceAllUsesWith(constant);
  // The first drops phis that only carry a value out of a loop; lanes leave divergent loops one by one and need them.
  run_function_passes(*copy, "instsimplify,adce,lcssa");
  return copy;
}

void assume_aligned(Function& copy, ShapeAnalysis& shapes, const Schedule& schedule) {
  for (Instruction& node : instructions(copy)) {
    const bool quotient = node.getOpcode() == Instruction::UDiv;
    if (!quotient && node.getOpcode() != Instruction::URem) continue;
    const auto* divisor = dyn_cast<ConstantInt>(node.getOperand(1));
    auto* number = dyn_cast<Instruction>(node.getOperand(0));
    if (divisor == nullptr || number == nullptr || !divisor->getValue().isPowerOf2()) continue;
    const bool tested = divisor->getValue().ult(schedule.width) && known_at_start(number);
    if (tested) shapes.assume(number, ShapeAnalysis::kAligned);
  }
}

bool needs_no_gathers(Function& copy, const ShapeAnalysis& shapes, const Schedule& schedule) {
  SmallPtrSet<const Instruction*, 8> joined;
  for (BasicBlock& block : copy) {
    if (shapes.divergent(&block)) continue;
    for (const StoreTeam& team : find_store_teams(block, shapes, schedule.width)) {
      joined.insert(team.stores.begin(), team.stores.end());
    }
  }
  for (Instruction& inst : instructions(copy)) {
    if (!is_vector_access(inst, shapes, schedule.width)) return false;
    const auto* store = dyn_cast<StoreInst>(&inst);
    if (store == nullptr || joined.contains(store) || schedule.vector_bits >= 512) continue;
    const bool spread = store_window(*store, shapes, schedule.width).has_value();
    if (spread && store->getPointerAddressSpace() != kLocalSpace) return false;
  }
  return true;
}

}  // namespace vgpu::compiler
