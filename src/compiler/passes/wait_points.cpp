// Finds barriers and gives each a block of its own.
//
// On the scalar path a warp operation is a barrier as well: an item leaves what it offers in the frame, stops, and
// finds the result there when the group's scheduler (item_states.h) lets it go on.
// SPDX-License-Identifier: MIT
#include "compiler/item_states.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/split_regions.h"
#include "compiler/passes/uniformity.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace vgpu::compiler {

WaitKind kind_of(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr) return WaitKind::none;
  return llvm::StringSwitch<WaitKind>(callee->getName())
      .Case(kBarrierName, WaitKind::group)
      .Case(kGridBarrierName, WaitKind::grid)
      .Case(kBallotName, WaitKind::ballot)
      .Case(kActiveMaskName, WaitKind::active)
      .Cases(kShuffle32Name, kShuffle64Name, WaitKind::shuffle)
      .Case(kWarpBarrierName, WaitKind::warp)
      .Case(kYieldName, WaitKind::yield)
      .Default(WaitKind::none);
}

bool is_warp(WaitKind kind) { return kind > WaitKind::grid; }

namespace {

// The address of this item's exchange record; `after` decides where the code goes.
llvm::Value* exchange_address(Unit& unit, llvm::IRBuilder<>& builder, llvm::Function& function) {
  llvm::Value* item = item_parameter(function, kItemX);
  llvm::Value* bytes = builder.CreateMul(item, builder.getInt64(sizeof(ItemExchange)));
  bytes = builder.CreateAdd(bytes, builder.getInt64(unit.frame.exchange));
  return builder.CreateGEP(builder.getInt8Ty(), item_parameter(function, kItemFrame), bytes);
}

void offer_operands(Unit& unit, llvm::CallInst& call) {
  if (call.arg_empty()) return;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* address = exchange_address(unit, builder, *call.getFunction());
  llvm::Value* value = builder.CreateZExt(call.getArgOperand(0), builder.getInt64Ty());
  builder.CreateStore(value, address);
  if (call.arg_size() < 2) return;
  llvm::Value* lane =
      builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offsetof(ItemExchange, lane));
  builder.CreateStore(call.getArgOperand(1), lane);
}

void take_result(Unit& unit, llvm::CallInst& call, llvm::BasicBlock& behind) {
  if (call.getType()->isVoidTy()) return;
  llvm::IRBuilder<> builder(&*behind.getFirstInsertionPt());
  llvm::Value* address = exchange_address(unit, builder, *call.getFunction());
  llvm::Value* value = builder.CreateLoad(builder.getInt64Ty(), address);
  call.replaceAllUsesWith(builder.CreateTrunc(value, call.getType()));
}

}  // namespace

std::vector<WaitPoint> isolate_waits(Unit& unit, llvm::Function& function) {
  std::vector<std::pair<llvm::CallInst*, WaitKind>> calls;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    WaitKind kind = kind_of(inst);
    if (kind == WaitKind::none || (is_warp(kind) && !unit.item_states)) continue;
    if (kind == WaitKind::group && unit.schedule.lockstep) continue;
    calls.emplace_back(llvm::cast<llvm::CallInst>(&inst), kind);
  }
  std::vector<WaitPoint> waits;
  for (auto [call, kind] : calls) {
    if (is_warp(kind)) offer_operands(unit, *call);
    llvm::BasicBlock* block = llvm::SplitBlock(call->getParent(), call);
    llvm::BasicBlock* behind = llvm::SplitBlock(block, call->getNextNode());
    block->setName("wait");
    behind->setName("resume");
    if (is_warp(kind)) take_result(unit, *call, *behind);
    call->eraseFromParent();
    waits.push_back({block, kind});
  }
  return waits;
}

bool items_may_end_early(llvm::Function& function, const std::vector<WaitPoint>& waits) {
  Uniformity uniformity(function);
  llvm::PostDominatorTree meetings(function);
  llvm::DenseSet<llvm::BasicBlock*> wait_blocks;
  for (const WaitPoint& wait : waits) wait_blocks.insert(wait.block);
  for (llvm::BasicBlock& block : function) {
    if (!uniformity.is_divergent_branch(block)) continue;
    auto* node = meetings.getNode(&block);
    llvm::BasicBlock* meeting =
        node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    // Items that come to the meeting without waiting where others wait have nothing to do but to end, wherever that is.
    llvm::SmallVector<llvm::BasicBlock*, 16> work(llvm::successors(&block));
    llvm::DenseSet<llvm::BasicBlock*> seen;
    while (!work.empty()) {
      llvm::BasicBlock* next = work.pop_back_val();
      if (next == meeting || !seen.insert(next).second) continue;
      if (wait_blocks.contains(next)) return true;
      work.append(llvm::succ_begin(next), llvm::succ_end(next));
    }
  }
  return false;
}

}  // namespace vgpu::compiler
