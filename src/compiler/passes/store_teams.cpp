// The search for stores that fill memory together.
// SPDX-License-Identifier: MIT
#include "compiler/passes/store_teams.h"

#include "compiler/passes/device_names.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

bool is_local(const Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocalSpace;
}

// An argument of the kernel never points into local memory, whatever its address space.
bool is_global(const Value* pointer) {
  const auto* base = dyn_cast<LoadInst>(getUnderlyingObject(pointer));
  return !is_local(pointer) && base != nullptr && base->hasMetadata(LLVMContext::MD_invariant_load);
}

// Whether an instruction behind the store may touch the memory that it writes.
bool may_meet(const Instruction& other, const StoreInst& store) {
  if (!other.mayReadOrWriteMemory() || other.hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const Value* mine = store.getPointerOperand();
  const Value* theirs = getLoadStorePointerOperand(&other);
  if (theirs == nullptr || other.isAtomic() || other.isVolatile()) return true;
  const bool apart = (is_local(mine) && is_global(theirs)) || (is_global(mine) && is_local(theirs));
  return !apart;
}

bool fits_team(const StoreInst& store, const LaneWindow& window, const StoreTeam& team) {
  const StoreInst& first = *team.stores[0];
  return store.getValueOperand()->getType() == first.getValueOperand()->getType() &&
         window.at == team.window.at && window.start == team.window.start &&
         getUnderlyingObject(store.getPointerOperand()) ==
             getUnderlyingObject(first.getPointerOperand());
}

}  // namespace

SmallVector<unsigned, kWidestSpread> fill(const LaneWindow& window) {
  const auto width = static_cast<unsigned>(window.at.size());
  const unsigned copies = (window.span + width - 1) / width;
  if (copies < 2) return {};
  SmallVector<unsigned, kWidestSpread> starts;
  BitVector filled(copies * width);
  for (unsigned copy = 0; copy < copies; ++copy) {
    const int gap = filled.find_first_unset();
    if (gap < 0) return {};
    starts.push_back(static_cast<unsigned>(gap));
    for (const unsigned at : window.at) {
      const unsigned place = starts.back() + at;
      if (place >= filled.size() || filled.test(place)) return {};
      filled.set(place);
    }
  }
  return starts;
}

std::optional<LaneWindow> store_window(const StoreInst& store, const ShapeAnalysis& shapes,
                                       unsigned width) {
  Type* type = store.getValueOperand()->getType();
  const Value* to = store.getPointerOperand();
  const DataLayout& layout = shapes.layout();
  const bool whole = type->isSingleValueType() && !type->isVectorTy() &&
                     layout.getTypeSizeInBits(type) == 8 * layout.getTypeAllocSize(type);
  if (!store.isSimple() || !whole || shapes.shape(to).uniform() || width < kWidestSpread) {
    return {};
  }
  auto window = lane_window(to, type, shapes, width);
  if (!window || window->span <= width) return {};
  BitVector written(window->span);
  for (const unsigned at : window->at) {
    if (written.test(at)) return {};  // two lanes write there, and one of them is the last
    written.set(at);
  }
  return window;
}

SmallVector<StoreTeam, 2> find_store_teams(BasicBlock& block, const ShapeAnalysis& shapes,
                                           unsigned width) {
  SmallVector<StoreTeam, 2> teams;
  StoreTeam open;
  for (Instruction& inst : block) {
    auto* store = dyn_cast<StoreInst>(&inst);
    const auto window = store != nullptr ? store_window(*store, shapes, width) : std::nullopt;
    if (window && !open.stores.empty() && fits_team(*store, *window, open)) {
      open.stores.push_back(store);
    } else if (window) {
      open = {{store}, *window};
    } else if (any_of(open.stores, [&](const StoreInst* one) { return may_meet(inst, *one); })) {
      open.stores.clear();
    }
    if (!open.stores.empty() && open.stores.size() == fill(open.window).size()) {
      teams.push_back(open);
      open.stores.clear();
    }
  }
  return teams;
}

const StoreTeam* BlockTeams::of(StoreInst& store, const ShapeAnalysis& shapes, unsigned width) {
  if (block_ != store.getParent()) {
    block_ = store.getParent();
    teams_ = find_store_teams(*store.getParent(), shapes, width);
  }
  for (const StoreTeam& team : teams_) {
    if (is_contained(team.stores, &store)) return &team;
  }
  return nullptr;
}

}  // namespace vgpu::compiler
