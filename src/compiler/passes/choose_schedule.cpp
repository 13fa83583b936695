// Chooses how many work-items share a vector and how groups are cut into tiles.
//
// The width follows the machine's registers and the kernel's usual element; warps fix it to 32 because shuffles and
// votes are between lanes. Groups that are narrow along x are packed by their linear id. A group that fits one tile
// runs in lockstep, without barriers. Whatever the request forces is taken, as far as it is legal: tests use that.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "compiler/kernel_abi.h"
#include "compiler/passes/barrier_roles.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

constexpr unsigned kLockstepVectors = 2;         // more would not fit the registers
constexpr unsigned kForcedLockstepVectors = 64;  // the request may insist up to here

unsigned vector_bits(InstructionSet set) {
  switch (set) {
    case InstructionSet::baseline:
      return 128;
    case InstructionSet::avx2:
      return 256;
    case InstructionSet::avx512:
      return 512;
  }
  return 128;
}

// Bits of the element that most arithmetic and memory traffic of the kernel is made of: 32 or 64.
unsigned dominant_bits(llvm::Function& kernel) {
  unsigned wide = 0, narrow = 0;
  for (llvm::Instruction& inst : llvm::instructions(kernel)) {
    llvm::Type* type = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) type = load->getType();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
      type = store->getValueOperand()->getType();
    }
    if (inst.getType()->isFPOrFPVectorTy() && inst.isBinaryOp()) type = inst.getType();
    if (type == nullptr || type->isPtrOrPtrVectorTy() || type->isAggregateType()) continue;
    unsigned& count = type->getScalarSizeInBits() == 64 ? wide : narrow;
    ++count;
  }
  return wide > narrow ? 64 : 32;
}

unsigned choose_width(Unit& unit) {
  const Schedule& schedule = unit.schedule;
  if (unit.request.width != 0) return unit.request.width;
  if (unit.uses_warp) return kWarpSize;
  unsigned width = schedule.vector_bits / dominant_bits(*unit.kernel);
  // Rows of half a vector: two of them in one would be gathered, since only the launch knows how far apart they lie.
  // Local memory is another matter, there the rows of a group lie side by side.
  const bool half_rows = schedule.local_size[0] * 2 == width && schedule.items() > width / 2;
  if (half_rows && !unit.uses_barrier) return width / 2;
  auto items = static_cast<unsigned>(std::min<std::uint64_t>(schedule.items(), width));
  return std::min(width, std::bit_ceil(items));
}

unsigned tiles(std::uint64_t extent, unsigned width) {
  return static_cast<unsigned>((extent + width - 1) / width);
}

void choose_jam_and_lockstep(Unit& unit) {
  Schedule& schedule = unit.schedule;
  unsigned cover_x = tiles(schedule.extent(0), schedule.width);
  auto cover_y = static_cast<unsigned>(schedule.extent(1));
  schedule.jam_x = std::clamp(unit.request.jam_x, 1U, cover_x);
  schedule.jam_y = std::clamp(unit.request.jam_y, 1U, cover_y);
  bool can = unit.uses_barrier && !unit.uses_grid_barrier && schedule.extent(2) == 1;
  // Warps that wait for each other cannot be one tile.
  can &= !unit.waits || schedule.items() <= kWarpSize;
  if (!can || unit.request.lockstep == 0) return;
  bool forced_jam = unit.request.jam_x != 0 || unit.request.jam_y != 0;
  unsigned limit = unit.request.lockstep == 1 ? kForcedLockstepVectors : kLockstepVectors;
  if (!forced_jam && std::uint64_t{cover_x} * cover_y <= limit) {
    schedule.jam_x = cover_x;
    schedule.jam_y = cover_y;
  }
  schedule.lockstep = schedule.jam_x == cover_x && schedule.jam_y == cover_y;
}

}  // namespace

bool choose_schedule(Unit& unit) {
  Schedule& schedule = unit.schedule;
  std::copy_n(unit.request.local_size, 3, schedule.local_size);
  if (schedule.items() == 0) return unit.fail("the local size must not be zero");
  schedule.vector_bits = vector_bits(unit.request.instruction_set);
  schedule.vector_registers = schedule.vector_bits == 512 ? 32 : 16;
  schedule.width = unit.lanes_wait ? 1 : choose_width(unit);
  schedule.forced = unit.request.width != 0;
  // The lanes of a warp are its members, so no other width can run its operations.
  if (unit.uses_warp && schedule.width != 1) schedule.width = kWarpSize;
  unit.item_states = unit.uses_warp && schedule.width == 1;
  // Items that may wait at different barriers have states of their own, by linear id.
  schedule.linear = unit.uses_warp ||
                    (unit.counts_on_warps() && has_rival_barriers(*unit.kernel)) ||
                    (schedule.width > 1 && schedule.local_size[0] < schedule.width &&
                     schedule.items() > schedule.local_size[0]);
  if (schedule.width > 1) choose_jam_and_lockstep(unit);
  // A warp is one vector: several of them at once would mix their lanes.
  if (unit.uses_warp && !schedule.lockstep) schedule.jam_x = 1;
  return true;
}

}  // namespace vgpu::compiler
