// Fetches what the next round of a loop with barriers will read while this round still computes.
//
// Kernels that work on tiles read one, meet at a barrier, compute, meet again and go on. On a GPU other groups run while
// one waits for its tile; here the processor can look ahead only a few hundred instructions, far less than a round. Where
// a load's address moves by a known step from round to round, the place of the next one is touched early. Runs on the
// item function, where the loop is still whole.
// SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/unit.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace vgpu::compiler {
namespace {

constexpr std::int64_t kLine = 64;    // bytes: a shorter step stays in what this round has read
constexpr unsigned kMostFetches = 8;  // a loop; each occupies a buffer of the cache

class FetchAhead {
 public:
  explicit FetchAhead(llvm::Function& item)
      : item_(item),
        names_(llvm::Triple(item.getParent()->getTargetTriple())),
        library_(names_),
        assumptions_(item),
        dominators_(item),
        loops_(dominators_),
        evolution_(item, library_, assumptions_, dominators_, loops_) {}

  unsigned run() {
    llvm::SmallVector<llvm::LoadInst*, 16> loads;
    for (llvm::Instruction& inst : llvm::instructions(item_)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
      llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      llvm::Loop* loop = loops_.getLoopFor(inst.getParent());
      if (callee != nullptr && callee->getName() == kBarrierName) rounds_.insert(loop);
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
      if (load != nullptr && loop != nullptr && is_global(*load)) loads.push_back(load);
    }
    unsigned fetches = 0;
    for (llvm::LoadInst* load : loads) {
      bool round = rounds_.contains(loops_.getLoopFor(load->getParent()));
      if (round && fetches < kMostFetches) fetches += fetch(*load);
    }
    return fetches;
  }

 private:
  static bool is_global(const llvm::LoadInst& load) {
    if (!load.isSimple() || load.getPointerAddressSpace() == kLocalSpace) return false;
    return !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  unsigned fetch(llvm::LoadInst& load) {
    const auto* address =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(load.getPointerOperand()));
    if (address == nullptr || !address->isAffine() ||
        address->getLoop() != loops_.getLoopFor(load.getParent())) {
      return 0;
    }
    const llvm::SCEV* step = address->getStepRecurrence(evolution_);
    if (const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(step)) {
      std::int64_t bytes = known->getAPInt().getSExtValue();
      if (bytes < kLine && bytes > -kLine) return 0;
    }
    llvm::SCEVExpander expander(evolution_, item_.getParent()->getDataLayout(), "ahead");
    if (!expander.isSafeToExpandAt(step, &load)) return 0;
    llvm::IRBuilder<> builder(&load);
    llvm::Value* bytes = expander.expandCodeFor(step, builder.getInt64Ty(), &load);
    llvm::Value* next = builder.CreateGEP(builder.getInt8Ty(), load.getPointerOperand(), bytes);
    llvm::Value* read_keep_data[] = {next, builder.getInt32(0), builder.getInt32(3),
                                     builder.getInt32(1)};
    builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {next->getType()}, read_keep_data);
    return 1;
  }

  llvm::Function& item_;
  llvm::TargetLibraryInfoImpl names_;
  llvm::TargetLibraryInfo library_;
  llvm::AssumptionCache assumptions_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::ScalarEvolution evolution_;
  llvm::SmallPtrSet<llvm::Loop*, 4> rounds_;  // loops that hold a barrier themselves
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
