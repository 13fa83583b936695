// Fetches what the next round of a loop with barriers will read while this round still computes.
//
// Kernels that work on tiles read one, meet at a barrier, compute, meet again and go on. On a GPU other groups run while
// one waits for its tile; here the processor can look ahead only a few hundred instructions, far less than a round. Where
// a load's address moves by a known step from round to round, the place of the next one is touched early. Runs on the
// item function, where the loop is still whole.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/evolution.h"
#include "compiler/passes/prefetch.h"
#include "compiler/passes/unit.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace vgpu::compiler {
namespace {

constexpr std::int64_t kLine = 64;    // bytes: a shorter step stays in what this round has read
constexpr unsigned kMostFetches = 8;  // a loop; each occupies a buffer of the cache

// An expression as the next round of a loop will find it. What scalar evolution does not understand stays as it is: a
// wrong place costs a fetch and nothing else.
class NextRound : public llvm::SCEVRewriteVisitor<NextRound> {
 public:
  NextRound(llvm::ScalarEvolution& evolution, const llvm::Loop& round)
      : SCEVRewriteVisitor(evolution), round_(round) {}

  const llvm::SCEV* visitAddRecExpr(const llvm::SCEVAddRecExpr* value) {
    if (value->getLoop() == &round_) return value->getPostIncExpr(SE);
    return SCEVRewriteVisitor::visitAddRecExpr(value);
  }

 private:
  const llvm::Loop& round_;
};

class FetchAhead {
 public:
  explicit FetchAhead(llvm::Function& item) : item_(item), facts_(item) {}

  unsigned run() {
    llvm::SmallVector<llvm::LoadInst*, 16> loads;
    for (llvm::Instruction& inst : llvm::instructions(item_)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
      llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      llvm::Loop* loop = facts_.loops.getLoopFor(inst.getParent());
      if (callee != nullptr && callee->getName() == kBarrierName) rounds_.insert(loop);
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
      if (load != nullptr && loop != nullptr && is_global(*load)) loads.push_back(load);
    }
    unsigned fetches = 0;
    for (llvm::LoadInst* load : loads) {
      const llvm::Loop* round = round_of(*load);
      if (round != nullptr && fetches < kMostFetches) fetches += fetch(*load, *round);
    }
    return fetches;
  }

 private:
  static bool is_global(const llvm::LoadInst& load) {
    if (!load.isSimple() || load.getPointerAddressSpace() == kLocalSpace) return false;
    return !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  // The loop with barriers around a load: its own, or the next one where the load's is a loop over parts of a tile.
  const llvm::Loop* round_of(const llvm::LoadInst& load) const {
    const llvm::Loop* loop = facts_.loops.getLoopFor(load.getParent());
    if (rounds_.contains(loop)) return loop;
    return rounds_.contains(loop->getParentLoop()) ? loop->getParentLoop() : nullptr;
  }

  // Bytes by which an address moves in a round; null if that is not the same in all rounds.
  const llvm::SCEV* step_in(const llvm::SCEV* address, const llvm::Loop& round) {
    const llvm::SCEV* next = NextRound(facts_.scev, round).visit(address);
    const llvm::SCEV* step = facts_.scev.getMinusSCEV(next, address);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(step) || step->isZero()) return nullptr;
    return facts_.scev.isLoopInvariant(step, &round) ? step : nullptr;
  }

  static bool stays_in_line(const llvm::SCEV* step) {
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(step);
    return known != nullptr && known->getAPInt().abs().ult(kLine);
  }

  unsigned fetch(llvm::LoadInst& load, const llvm::Loop& round) {
    const llvm::SCEV* address = facts_.scev.getSCEV(load.getPointerOperand());
    const llvm::SCEV* step = step_in(address, round);
    if (step == nullptr || stays_in_line(step)) return 0;
    const llvm::Loop* inner = facts_.loops.getLoopFor(load.getParent());
    if (inner != &round) {
      // A loop that walks along lines would touch each of them again and again.
      const llvm::SCEV* along = step_in(address, *inner);
      if (along == nullptr || stays_in_line(along)) return 0;
    }
    llvm::SCEVExpander expander(facts_.scev, item_.getParent()->getDataLayout(), "ahead");
    if (!expander.isSafeToExpandAt(step, &load)) return 0;
    llvm::IRBuilder<> builder(&load);
    llvm::Value* bytes = expander.expandCodeFor(step, builder.getInt64Ty(), &load);
    llvm::Value* next = builder.CreateGEP(builder.getInt8Ty(), load.getPointerOperand(), bytes);
    create_prefetch(builder, next);
    return 1;
  }

  llvm::Function& item_;
  Evolution facts_;
  llvm::SmallPtrSet<const llvm::Loop*, 4> rounds_;  // loops that hold a barrier themselves
};

}  // namespace

bool fetch_ahead(Unit& unit) {
  // Without vectors every item would fetch for itself.
  if (!unit.uses_barrier || unit.schedule.width == 1) return true;
  unsigned fetches = FetchAhead(*unit.item).run();
  if (fetches != 0) {
    unit.remarks.add("fetch_ahead", std::to_string(fetches) +
                                        " loads of the next round of a loop with barriers "
                                        "are fetched in this one");
  }
  return true;
}

}  // namespace vgpu::compiler
