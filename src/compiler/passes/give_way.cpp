// Lets threads that wait in a loop give way to the others.
//
// On a GPU all threads of the groups that have begun run at once; here one thread of the machine runs many of them, one
// after the other, and would wait for ever for what a later one writes. So such loops call __vg_yield in every round: the
// warp stops there, and the device lets other warps and groups go on (group_fibers.h). A kernel that waits is one of
// warps, as these are what can stop. Where a lane may wait for another lane of its warp, every item runs for itself.
// SPDX-License-Identifier: MIT
#include "compiler/kernel_abi.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/lane_waits.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/waiting_loops.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

bool sees_others(const Instruction& inst) {
  return inst.isAtomic() || isa<FenceInst>(inst) || (isa<LoadInst>(inst) && inst.isVolatile());
}

FunctionCallee yield_of(Module& module, bool in_kernel) {
  FunctionCallee yield = module.getOrInsertFunction(in_kernel ? kYieldName : kYieldService,
                                                    Type::getVoidTy(module.getContext()));
  auto* function = cast<Function>(yield.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  if (in_kernel) function->addFnAttr(Attribute::Convergent);
  return yield;
}

void add_yields(const Loop& loop, FunctionCallee yield) {
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock* latch : latches) {
    CallInst* call = CallInst::Create(yield, "", latch->getTerminator()->getIterator());
    if (cast<Function>(yield.getCallee())->isConvergent()) call->setConvergent();
  }
}

// clang leaves a loop's break as a number that is tested at the loop's end: then every value might stay for a round.
constexpr char kStraighten[] = "jump-threading,simplifycfg";

void look_into(Unit& unit, Function& function) {
  if (none_of(instructions(function), sees_others)) return;
  run_function_passes(function, kStraighten);
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  const std::vector<WaitingLoop> found = find_waiting_loops(loops);
  if (found.empty()) return;
  const bool in_kernel = &function == unit.kernel;
  if (in_kernel) {
    LaneWaits lanes(function, dominators, unit.request.local_size);
    unit.lanes_wait = any_of(found, [&](const WaitingLoop& one) { return lanes.are_in(one); });
  }
  for (const WaitingLoop& one : found) add_yields(*one.loop, yield_of(unit.module, in_kernel));
}

// Functions that stay calls run for one item, whatever the kernel is; only the group can stop there.
void stop_groups_in_calls(Unit& unit) {
  Function* yield = unit.module.getFunction(kYieldName);
  if (yield == nullptr) return;
  for (User* user : make_early_inc_range(yield->users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (call == nullptr || call->getFunction() == unit.kernel) continue;
    CallInst::Create(yield_of(unit.module, false), "", call->getIterator());
    call->eraseFromParent();
  }
}

bool is_used(Module& module, const char* name) {
  const Function* function = module.getFunction(name);
  return function != nullptr && !function->use_empty();
}

}  // namespace

bool give_way(Unit& unit) {
  for (Function& function : unit.module)
    if (!function.isDeclaration()) look_into(unit, function);
  stop_groups_in_calls(unit);
  unit.waits = is_used(unit.module, kYieldName) || is_used(unit.module, kYieldService);
  if (!unit.waits) return true;
  unit.uses_warp = unit.info.waits = true;
  unit.remarks.add("give_way",
                   unit.lanes_wait
                       ? "threads wait for others of their warp: every item runs for itself"
                       : "threads wait for others: warps take turns");
  return true;
}

}  // namespace vgpu::compiler
