// Entry point of the vectoriser: which versions a region needs, and the choice between them.
//
// Where the group is not a multiple of the tile, full tiles run code without entry masks and only
// the tile at the edge pays for them. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorize_region.h"

#include "compiler/passes/region_arguments.h"
#include "compiler/passes/vectorizer.h"
#include "compiler/passes/vectorizer_prepare.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

std::string refusal(Function& region, const Schedule& schedule) {
  if (schedule.width < 2 || schedule.width > 64) return "its width is 1";
  if ((schedule.width & (schedule.width - 1)) != 0) return "its width is not a power of two";
  if (std::string reason = why_not_vectorizable(region); !reason.empty()) return reason;
  for (const Instruction& instruction : instructions(region)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr) continue;
    const StringRef name = callee->getName();
    const bool warp = name == "__vg_ballot" || name == "__vg_active_mask" ||
                      name.starts_with("__vg_shuffle") || name == "__vg_warp_barrier";
    if (warp && (schedule.width != 32 || schedule.jam_x != 1 || schedule.jam_y != 1)) {
      return "warp operations need one tile of 32 lanes";
    }
    if (name == "__vg_grid_barrier" || (name == "__vg_barrier" && !schedule.lockstep)) {
      return "a barrier is left in it";
    }
  }
  return {};
}

// Calls `full` for tiles that lie wholly inside the group, else `edge`.
Function* choose_by_tile(Function& region, const Schedule& schedule, Function* full,
                         Function* edge) {
  Function* chooser = Function::Create(region.getFunctionType(), GlobalValue::InternalLinkage,
                                       region.getName() + ".tile", region.getParent());
  chooser->copyAttributesFrom(&region);
  IRBuilder<> builder(BasicBlock::Create(region.getContext(), "entry", chooser));
  Value* inside = builder.getTrue();
  const std::uint64_t tile[2] = {schedule.tile_x(), schedule.tile_y()};
  for (unsigned dim = 0; dim < 2; ++dim) {
    if (schedule.extent(dim) % tile[dim] == 0) continue;
    Value* limit = builder.getInt64(schedule.extent(dim) / tile[dim] * tile[dim]);
    inside =
        builder.CreateAnd(inside, builder.CreateICmpULT(chooser->getArg(kArgumentX + dim), limit));
  }
  BasicBlock* blocks[2];
  Function* targets[2] = {full, edge};
  for (unsigned i = 0; i < 2; ++i) {
    blocks[i] = BasicBlock::Create(region.getContext(), i == 0 ? "full" : "edge", chooser);
    IRBuilder<> at(blocks[i]);
    SmallVector<Value*, 8> arguments;
    for (Argument& argument : chooser->args()) arguments.push_back(&argument);
    at.CreateRet(at.CreateCall(targets[i], arguments));
    targets[i]->addFnAttr(Attribute::AlwaysInline);
  }
  builder.CreateCondBr(inside, blocks[0], blocks[1]);
  return chooser;
}

}  // namespace

Function* vectorize_region(Function& region, const Schedule& schedule, Remarks& remarks) {
  prepare_region(region);
  if (std::string reason = refusal(region, schedule); !reason.empty()) {
    remarks.add("vectorize", region.getName().str() + " runs item by item: " + reason);
    return nullptr;
  }
  const bool ragged_x = schedule.extent(0) % schedule.tile_x() != 0;
  const bool ragged_y = schedule.extent(1) % schedule.tile_y() != 0;
  if (!ragged_x && !ragged_y) {
    return Vectorizer(region, schedule, false, remarks).run(region.getName() + ".tile");
  }
  Function* edge = Vectorizer(region, schedule, true, remarks).run(region.getName() + ".edge");
  const bool has_full = (!ragged_x || schedule.extent(0) > schedule.tile_x()) &&
                        (!ragged_y || schedule.extent(1) > schedule.tile_y());
  if (!has_full) return edge;
  Function* full = Vectorizer(region, schedule, false, remarks).run(region.getName() + ".full");
  return choose_by_tile(region, schedule, full, edge);
}

}  // namespace vgpu::compiler
