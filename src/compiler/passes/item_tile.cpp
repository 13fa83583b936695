// Two loops around a call (see item_tile.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/item_tile.h"

#include "compiler/passes/region_arguments.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

struct ItemLoop {
  BasicBlock* body;
  PHINode* index;
};

ItemLoop open_loop(IRBuilder<>& builder) {
  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* body = BasicBlock::Create(before->getContext(), "item", before->getParent());
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode* index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(builder.getInt64(0), before);
  return {body, index};
}

void close_loop(IRBuilder<>& builder, const ItemLoop& loop, std::uint64_t count) {
  BasicBlock* last = builder.GetInsertBlock();
  BasicBlock* behind = BasicBlock::Create(last->getContext(), "behind", last->getParent());
  Value* next = builder.CreateAdd(loop.index, builder.getInt64(1), "", true, true);
  loop.index->addIncoming(next, last);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt64(count)), loop.body, behind);
  builder.SetInsertPoint(behind);
}

// A copy of the region for one item.
Function* make_item(Function& region) {
  ValueToValueMapTy map;
  Function* item = CloneFunction(&region, map);
  item->setLinkage(GlobalValue::InternalLinkage);
  forget_versions(*item);
  return item;
}

}  // namespace

void forget_versions(Function& region) {
  for (Instruction& instruction : make_early_inc_range(instructions(region))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    if (call->getCalledFunction()->getName() != kAllLanes) continue;
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

bool may_run_by_items(const Function& region, const Schedule& schedule) {
  if (schedule.lockstep) return false;
  return none_of(instructions(region), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && callee->getName().starts_with("__vg_") &&
           callee->getName() != kAllLanes;
  });
}

namespace {

// Calls `part` for every column of a tile, `step` items wide, in every row.
Function* make_tile(Function& part, std::uint64_t columns, std::uint64_t step, std::uint64_t rows,
                    const Twine& name) {
  Function* tile = Function::Create(part.getFunctionType(), GlobalValue::InternalLinkage, name,
                                    part.getParent());
  tile->copyAttributesFrom(&part);
  IRBuilder<> builder(BasicBlock::Create(part.getContext(), "entry", tile));
  Value* reached = builder.CreateAlloca(builder.getInt32Ty());
  builder.CreateStore(builder.getInt32(0), reached);
  ItemLoop row = open_loop(builder);
  ItemLoop column = open_loop(builder);
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : tile->args()) arguments.push_back(&argument);
  Value* x = builder.CreateMul(column.index, builder.getInt64(step), "", true, true);
  arguments[kArgumentX] = builder.CreateAdd(tile->getArg(kArgumentX), x);
  arguments[kArgumentY] = builder.CreateAdd(tile->getArg(kArgumentY), row.index);
  Value* result = builder.CreateCall(&part, arguments);
  Value* before = builder.CreateLoad(builder.getInt32Ty(), reached);
  builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::umax, before, result), reached);
  close_loop(builder, column, columns);
  close_loop(builder, row, rows);
  builder.CreateRet(builder.CreateLoad(builder.getInt32Ty(), reached));
  return tile;
}

}  // namespace

Function* make_item_tile(Function& region, const Schedule& schedule) {
  return make_tile(*make_item(region), schedule.tile_x(), 1, schedule.tile_y(),
                   region.getName() + ".items");
}

Function* make_vector_tile(Function& vector, const Schedule& schedule, std::uint64_t rows) {
  return make_tile(vector, schedule.jam_x, schedule.width, rows, vector.getName() + ".vectors");
}

}  // namespace vgpu::compiler
