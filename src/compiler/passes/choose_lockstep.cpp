// Runs a group as one tile where that keeps the sums of a loop with barriers in registers.
//
// A matrix product by tiles meets at two barriers a round and carries one sum an item. Cut at the barriers, every round
// reads the sums from the frame and writes them back; as one tile, there is nothing to cut. choose_schedule does this
// for groups of one or two vectors; larger ones fill the registers, so it must be seen what they hold, and that is known
// only here, where steps between barriers have been unrolled. Code that only some items run would be slower in lockstep:
// a region of its own visits only those. SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/uniformity.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

constexpr unsigned kLargestCode = 6000;

bool is_open(const Unit& unit) {
  const CodeRequest& request = unit.request;
  const Schedule& schedule = unit.schedule;
  return unit.uses_barrier && !unit.uses_grid_barrier && !unit.uses_warp && !schedule.lockstep &&
         request.lockstep == -1 && request.jam_x == 0 && request.jam_y == 0 && schedule.width > 1 &&
         schedule.extent(0) % schedule.width == 0 && schedule.extent(2) == 1;
}

bool waits(const Loop& loop) {
  return any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& inst) {
      const auto* call = dyn_cast<CallInst>(&inst);
      const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      return callee != nullptr && callee->getName() == kBarrierName;
    });
  });
}

// How many values of an item loops with barriers carry, at most; 0 if none does.
unsigned carried(Function& item, const Uniformity& uniformity) {
  DominatorTree dominators(item);
  LoopInfo loops(dominators);
  unsigned most = 0;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!waits(*loop)) continue;
    unsigned values = 0;
    for (const PHINode& phi : loop->getHeader()->phis()) {
      if (!uniformity.is_uniform(phi)) values += phi.getType()->getScalarSizeInBits() > 32 ? 2 : 1;
    }
    most = std::max(most, values);
  }
  return most;
}

}  // namespace

bool choose_lockstep(Unit& unit) {
  if (!is_open(unit)) return true;
  Schedule& schedule = unit.schedule;
  const std::uint64_t vectors = schedule.extent(0) / schedule.width * schedule.extent(1);
  const unsigned half = schedule.vector_registers / 2;
  if (vectors > half || vectors * unit.item->getInstructionCount() > kLargestCode) return true;
  const Uniformity uniformity(*unit.item);
  if (any_of(*unit.item,
             [&](const BasicBlock& block) { return uniformity.is_divergent_branch(block); })) {
    return true;
  }
  const unsigned values = carried(*unit.item, uniformity);
  if (values == 0 || values * vectors > half) return true;
  schedule.jam_x = static_cast<unsigned>(schedule.extent(0) / schedule.width);
  schedule.jam_y = static_cast<unsigned>(schedule.extent(1));
  schedule.lockstep = true;
  return true;
}

}  // namespace vgpu::compiler
