// The way from a tile to its vectors (see vector_by_vector.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/vector_by_vector.h"

#include "compiler/passes/item_tile.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

std::string copy_name(const Function& region) { return (region.getName() + ".some").str(); }

bool is_ragged(const Schedule& schedule) {
  return schedule.extent(0) % schedule.tile_x() != 0 || schedule.extent(1) % schedule.tile_y() != 0;
}

Function* copy_region(Function& region) {
  ValueToValueMapTy map;
  Function* copy = CloneFunction(&region, map);
  copy->setName(copy_name(region));
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->addFnAttr(kVectorByVector);
  return copy;
}

// The region's return, with a way to it for another result.
BasicBlock* add_result(Function& region, BasicBlock& from, Value* result) {
  auto* ret = cast<ReturnInst>(find_if(region, [](BasicBlock& block) {
                                 return isa<ReturnInst>(block.getTerminator());
                               })->getTerminator());
  BasicBlock* before = ret->getParent();
  BasicBlock* last = SplitBlock(before, ret);
  auto* phi = PHINode::Create(ret->getReturnValue()->getType(), 2, "result", last->begin());
  phi->addIncoming(ret->getReturnValue(), before);
  phi->addIncoming(result, &from);
  ret->setOperand(0, phi);
  return last;
}

}  // namespace

bool is_whole_guard(const BasicBlock& head, const DivergentRegion& guarded,
                    const ShapeAnalysis& shapes, const Schedule& schedule) {
  const Function& region = *head.getParent();
  if (schedule.jam_x * schedule.jam_y == 1 || is_ragged(schedule)) return false;
  if (!may_run_by_items(region, schedule) || !shapes.loops().empty()) return false;
  return all_of(instructions(region), [&](const Instruction& instruction) {
    return guarded.blocks.contains(instruction.getParent()) || !instruction.mayHaveSideEffects();
  });
}

void leave_to_vectors(BasicBlock& head, const DivergentRegion& guarded) {
  Function& region = *head.getParent();
  Function* copy = copy_region(region);
  auto* branch = cast<BranchInst>(head.getTerminator());
  const unsigned side = branch->getSuccessor(0) == guarded.join ? 1 : 0;
  BasicBlock* body = branch->getSuccessor(side);
  BasicBlock* some = BasicBlock::Create(region.getContext(), "some", &region);
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : region.args()) arguments.push_back(&argument);
  IRBuilder<> builder(some);
  Value* result = builder.CreateCall(copy, arguments);
  builder.CreateBr(add_result(region, *some, result));
  builder.SetInsertPoint(branch);
  Value* condition = branch->getCondition();
  if (side == 1) condition = builder.CreateNot(condition);
  guarded.join->removePredecessor(&head);
  builder.CreateCondBr(ask_all_lanes(builder, condition), body, some, likely(builder));
  branch->eraseFromParent();
}

Function* vector_tile_of(const Function& copy, const Schedule& schedule) {
  const std::string name =
      (copy.getName() + "." + Twine(schedule.jam_x) + "x" + Twine(schedule.jam_y)).str();
  auto& module = const_cast<Module&>(*copy.getParent());
  if (Function* tile = module.getFunction(name)) return tile;
  return Function::Create(copy.getFunctionType(), GlobalValue::ExternalLinkage, name, module);
}

Function* copy_for_vectors(const Function& region) {
  return const_cast<Module&>(*region.getParent()).getFunction(copy_name(region));
}

}  // namespace vgpu::compiler
