// Keeps the items of a warp together at local memory through which they pass values on.
//
// Programs from before Volta reduce their last 32 values without barriers: on the hardware a warp stepped together, and
// "volatile" kept the values out of registers. So a volatile store to local memory stands between two barriers of the
// warp here: what other items read before it is read, and what they read behind it is written. Some programs forgot
// "volatile", so stores whose values plainly go to the neighbours (warp_neighbours.h), or that one warp alone writes and
// reads (lone_warp.h), are taken for such. Runs when it is known which pointers are local, and before the width is
// chosen, as a warp has its own.
// SPDX-License-Identifier: MIT
#include "compiler/passes/lone_warp.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/warp_neighbours.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

// The pointers of volatile accesses stay generic, so what they are made from is looked at.
bool points_to_local(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
  return llvm::any_of(objects, [](const llvm::Value* object) {
    return object->getType()->getPointerAddressSpace() == kLocalSpace;
  });
}

bool is_volatile_and_local(const llvm::Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && store->isVolatile() && points_to_local(store->getPointerOperand());
}

// What the warp must see at once.
class Shown {
 public:
  explicit Shown(Unit& unit)
      : plain_too_(unit.counts_on_warps()), lone_warp_(*unit.kernel, unit.request.local_size) {}

  bool operator()(llvm::Instruction& instruction) const {
    if (is_volatile_and_local(instruction)) return true;
    if (!plain_too_) return false;
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return (store != nullptr && is_read_by_neighbours(*store)) || lone_warp_.shows(instruction);
  }

 private:
  bool plain_too_;  // without the word "volatile"
  LoneWarp lone_warp_;
};

llvm::FunctionCallee warp_barrier(llvm::Module& module) {
  llvm::FunctionCallee barrier =
      module.getOrInsertFunction(kWarpBarrierName, llvm::Type::getVoidTy(module.getContext()));
  auto* function = llvm::cast<llvm::Function>(barrier.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::Convergent);
  return barrier;
}

}  // namespace

bool step_together(Unit& unit) {
  llvm::SmallVector<llvm::Instruction*, 16> stores;
  const Shown is_shown(unit);
  for (llvm::Instruction& instruction : llvm::instructions(*unit.kernel))
    if (is_shown(instruction)) stores.push_back(&instruction);
  if (stores.empty()) return true;
  const llvm::FunctionCallee barrier = warp_barrier(unit.module);
  for (llvm::Instruction* store : stores) {
    llvm::CallInst::Create(barrier, "", store->getIterator())->setConvergent();
    llvm::CallInst::Create(barrier, "", std::next(store->getIterator()))->setConvergent();
  }
  unit.uses_warp = true;
  return true;
}

}  // namespace vgpu::compiler
