// Makes the vector version of every region, and falls back where there is none.
//
// A region that cannot be vectorised runs item by item while the others stay vectors. Two settings need all of the
// kernel, though: lockstep (without barriers a scalar loop over items would be wrong) and warps (their operations are
// between lanes). If they fail, the kernel is split anew without them.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorize_region.h"

#include <algorithm>

#include "compiler/passes/choose_jam.h"
#include "compiler/passes/clip_tiles.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/item_tile.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/vectorizer_prepare.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

void erase_regions(Unit& unit) {
  for (Region& region : unit.regions) {
    if (region.tile != nullptr) region.tile->eraseFromParent();
    if (region.active != nullptr) region.active->eraseFromParent();
    region.item->eraseFromParent();
  }
  unit.regions.clear();
}

bool jam_is_forced(const Unit& unit) { return unit.request.jam_x != 0 || unit.request.jam_y != 0; }

// Warps are single vectors, and lockstep has its jam already. Regions that few items run have no use for a jam.
void find_jam(Unit& unit) {
  if (jam_is_forced(unit) || unit.uses_warp || unit.schedule.lockstep) return;
  std::vector<llvm::Function*> regions;
  for (Region& region : unit.regions) {
    if (region.active == nullptr) regions.push_back(region.item);
  }
  choose_jam(regions, unit.schedule);
}

// Items that have ended say nothing about the barrier that the others reach, so all must be asked where some may.
void find_active_items(Unit& unit) {
  if (unit.schedule.lockstep || unit.frame.has_alive) return;
  for (Region& region : unit.regions) {
    region.active = active_items(*region.item, unit);
    if (region.active == nullptr) continue;
    unit.remarks.add("vectorize", region.item->getName().str() +
                                      " runs only as many items as its guards let through");
  }
}

llvm::Function* make_tile(Unit& unit, Region& region) {
  Schedule schedule = unit.schedule;
  if (region.active != nullptr && !jam_is_forced(unit)) schedule.jam_x = 1;
  region.jam_x = schedule.jam_x;
  const std::uint64_t active = most_active_items(region.active, schedule);
  return vectorize_region(*region.item, schedule, active, unit.remarks);
}

// Whether every region has a vector version now.
bool make_tiles(Unit& unit) {
  find_active_items(unit);
  find_jam(unit);
  bool all = true;
  for (Region& region : unit.regions) {
    region.tile = make_tile(unit, region);
    all &= region.tile != nullptr;
  }
  return all;
}

bool has_warp_operation(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
    llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && callee->getName().starts_with("__vg_")) return true;
  }
  return false;
}

bool needs_vectors(Unit& unit) {
  for (Region& region : unit.regions) {
    if (region.tile == nullptr && has_warp_operation(*region.item)) return true;
  }
  return false;
}

void report(Unit& unit) {
  const Schedule& schedule = unit.schedule;
  std::string text = std::to_string(schedule.width) + " items a vector, " +
                     std::to_string(schedule.jam_x) + " x " + std::to_string(schedule.jam_y) +
                     " vectors at once, " + std::to_string(unit.regions.size()) +
                     (unit.regions.size() == 1 ? " region" : " regions");
  if (schedule.linear) text += ", items packed by linear id";
  if (schedule.lockstep) text += ", lockstep without barriers";
  if (unit.item_states) text += ", every item with a state of its own";
  unit.remarks.add("vectorize", text);
}

}  // namespace

bool vectorize(Unit& unit) {
  Schedule& schedule = unit.schedule;
  if (schedule.width > 1) {
    bool all = make_tiles(unit);
    if (!all && schedule.lockstep) {
      unit.remarks.add("vectorize", "no lockstep: part of the kernel cannot be vectorised");
      erase_regions(unit);
      schedule.lockstep = false;
      schedule.jam_x = std::max(1U, unit.request.jam_x);
      schedule.jam_y = std::max(1U, unit.request.jam_y);
      if (!split_regions(unit)) return false;
      all = make_tiles(unit);
    }
    if (!all && needs_vectors(unit)) {
      unit.remarks.add("vectorize",
                       "warps run item by item: part of the kernel cannot be vectorised");
      erase_regions(unit);
      schedule.width = schedule.jam_x = schedule.jam_y = 1;
      unit.item_states = true;
      if (!split_regions(unit)) return false;
    }
  }
  report(unit);
  unit.info.width = schedule.width;
  unit.info.jam_x = schedule.jam_x;
  unit.info.jam_y = schedule.jam_y;
  unit.info.lockstep = schedule.lockstep;
  unit.info.regions = static_cast<std::uint32_t>(unit.regions.size());
  unit.info.frame_bytes = unit.frame.bytes;
  return true;
}

}  // namespace vgpu::compiler
