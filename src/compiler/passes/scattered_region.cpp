// The comparison of both ways: in cycles an item for straight code, in instructions for loops.
//
// Lanes that walk different numbers of elements at unrelated addresses (sparse rows) turn every access into a masked
// gather, which x86 without AVX-512 does lane by lane, and wait for the longest of them; loops count eightfold.
// SPDX-License-Identifier: MIT
#include "compiler/passes/scattered_region.h"

#include <cstdlib>
#include <optional>

#include "compiler/passes/access_group.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/evolution.h"
#include "compiler/passes/loop_weight.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/store_teams.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// Measured on AVX2 machines: a lane of a gather, a lane of a scatter, an instruction of scalar code.
constexpr double kGatherLane = 1.5, kScatterLane = 2.5, kScalar = 0.4;
// In loops: with a test and a jump for each lane, uniform code beside the vectors, lanes that have left.
constexpr double kMaskedGatherLane = 3, kMaskedScatterLane = 5;
constexpr double kAtomicLane = 6;  // lanes take turns, and those with the same address come again
constexpr double kBeside = 0.3, kDivergentLoop = 1 / 0.6;
// A gather that waits until the scatter of the last round has reached the cache.
constexpr double kRoundTrip = 16;
constexpr unsigned kMostTrips = 64;

class Accesses {
 public:
  Accesses(Function& region, const Schedule& schedule)
      : region_(region),
        schedule_(schedule),
        shapes_(region, schedule, false),
        dominators_(region) {
    assume_linear(region, shapes_, schedule);
    for (BasicBlock& block : region) find_joined(block);
    for (Instruction& instruction : instructions(region)) find_rare(instruction);
    for (Instruction& instruction : instructions(region)) {
      if (is_rare(*instruction.getParent())) continue;
      count(instruction);
      weigh(instruction, schedule.width);
    }
  }

  // Loops are another matter: in them vectors have other ways to save.
  bool has_loops() const { return !shapes_.loops().empty(); }
  bool loops_lose() const { return loops_in_vectors_ >= loops_by_items_; }
  // Of an item, if `active` of them share vectors that may have room for more.
  double in_vectors(std::uint64_t active) const {
    const unsigned width = schedule_.width;
    const std::uint64_t lanes = (active + width - 1) / width * width;
    const double lane = kGatherLane * gathers_ + kScatterLane * scatters_ + double(others_) / width;
    return lane * double(lanes) / double(active);
  }
  double item_by_item() const { return 1 + kScalar * (gathers_ + scatters_ + others_); }

 private:
  // What stands behind a failed test of all lanes runs once or twice a launch.
  void find_rare(Instruction& instruction) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->getName() != kAllLanes) return;
    for (User* user : call->users()) {
      if (auto* branch = dyn_cast<BranchInst>(user)) rare_.push_back(branch->getSuccessor(1));
    }
  }

  bool is_rare(const BasicBlock& block) const {
    return any_of(rare_,
                  [&](const BasicBlock* rare) { return dominators_.dominates(rare, &block); });
  }

  void find_joined(BasicBlock& block) {
    if (shapes_.divergent(&block)) return;
    for (const StoreTeam& team : find_store_teams(block, shapes_, schedule_.width)) {
      joined_.insert(team.stores.begin(), team.stores.end());
    }
  }

  // Elements from lane to lane that whole vectors serve.
  std::int64_t widest_spread(const Instruction& instruction) const {
    const auto* store = dyn_cast<StoreInst>(&instruction);
    if (store == nullptr || joined_.contains(store)) return kWidestSpread;
    const bool local = store->getPointerAddressSpace() == kLocalSpace;
    const bool masks = local || schedule_.vector_bits >= 512;
    return masks && !shapes_.divergent(store->getParent()) ? kWidestSpread : 1;
  }

  void weigh(Instruction& instruction, unsigned width) {
    if (isa<PHINode>(instruction) || instruction.isDebugOrPseudoInst()) return;
    double often = 1, waste = 1;
    for (const Loop* loop = shapes_.loops().getLoopFor(instruction.getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
      often *= trips(*loop);
      if (shapes_.divergent(loop)) waste *= kDivergentLoop;
    }
    // What is the same for all items leaves the loop over them, as it stays out of the vectors.
    const bool shared = often == 1 && shapes_.shape(&instruction).uniform();
    loops_by_items_ += shared ? kBeside : often * width;
    loops_in_vectors_ += often * waste * price(instruction, width);
  }

  // Of a loop whose length is known; others count as the rest of the compiler counts them.
  double trips(const Loop& loop) {
    if (!evolution_) evolution_.emplace(region_);
    const Loop* same = evolution_->loops.getLoopFor(loop.getHeader());
    const unsigned known = evolution_->scev.getSmallConstantTripCount(same);
    return known != 0 ? std::min(known, kMostTrips) : kLoopWeight;
  }

  // Counters and the like in private memory: what is loaded was stored a round ago, at a place like this.
  static bool goes_around(const LoadInst& load) {
    const Value* address = load.getPointerOperand();
    return isa<AllocaInst>(getUnderlyingObject(address)) &&
           any_of(address->users(), [&](const User* user) {
             const auto* store = dyn_cast<StoreInst>(user);
             return store != nullptr && store->getPointerOperand() == address;
           });
  }

  double price(const Instruction& instruction, unsigned width) const {
    if (instruction.isAtomic()) return width * kAtomicLane;
    if (const Value* address = getLoadStorePointerOperand(&instruction)) {
      if (!shapes_.shape(address).varying()) return 1;
      const bool masked = shapes_.divergent(instruction.getParent());
      const bool loads = isa<LoadInst>(instruction);
      if (loads && goes_around(cast<LoadInst>(instruction))) return width * kRoundTrip;
      if (!masked) return width * (loads ? kGatherLane : kScatterLane);
      return width * (loads ? kMaskedGatherLane : kMaskedScatterLane);
    }
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) return 2.0 * width;
    return shapes_.shape(&instruction).varying() ? 1 : kBeside;
  }

  void count(Instruction& instruction) {
    if (isa<PHINode, BranchInst, ReturnInst>(instruction)) return;
    Type* type = accessed(&instruction);
    Value* address = getLoadStorePointerOperand(&instruction);
    if (address == nullptr || is_grouped(instruction) ||
        !scattered(address, type, widest_spread(instruction))) {
      others_ += isa<CallBase>(instruction) ? 8 : 1;
    } else {
      ++(isa<LoadInst>(instruction) ? gathers_ : scatters_);
    }
  }

  // Members of small structs are read and written together, as whole vectors.
  bool is_grouped(Instruction& access) {
    if (grouped_.contains(&access)) return true;
    const AccessGroup group = find_access_group(access, shapes_);
    grouped_.insert(group.members.begin(), group.members.end());
    return !group.members.empty();
  }

  static Type* accessed(Instruction* instruction) {
    if (auto* store = dyn_cast<StoreInst>(instruction)) return store->getValueOperand()->getType();
    return instruction->getType();
  }

  // Indices that are linear but for a wrap are tested when the code runs, so they count as linear.
  bool scattered(Value* address, Type* type, std::int64_t spread) const {
    const DataLayout& layout = region_.getParent()->getDataLayout();
    const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
    Shape shape = shapes_.shape(address);
    std::int64_t stride = shape.stride;
    auto* node = dyn_cast<GetElementPtrInst>(address);
    if (shape.varying() && node != nullptr && !shapes_.shape(node->getPointerOperand()).varying()) {
      stride = shapes_.shape(node->getPointerOperand()).stride;
      for (auto step = gep_type_begin(node), end = gep_type_end(node); step != end; ++step) {
        Value* index = step.getOperand();
        while (isa<SExtInst, ZExtInst>(index)) index = cast<CastInst>(index)->getOperand(0);
        if (shapes_.shape(index).varying()) return true;
        if (step.isStruct()) continue;
        stride += shapes_.shape(index).stride *
                  static_cast<std::int64_t>(step.getSequentialElementStride(layout));
      }
    } else if (shape.varying()) {
      return true;
    }
    return stride != 0 && std::abs(stride) != size && (stride < 0 || stride > spread * size);
  }

  Function& region_;
  const Schedule& schedule_;
  ShapeAnalysis shapes_;
  DominatorTree dominators_;
  std::optional<Evolution> evolution_;
  SmallVector<const BasicBlock*, 4> rare_;
  SmallPtrSet<const Instruction*, 16> grouped_;
  SmallPtrSet<const StoreInst*, 8> joined_;  // fill memory together with others
  double loops_by_items_ = 0, loops_in_vectors_ = 0;
  unsigned gathers_ = 0, scatters_ = 0, others_ = 0;
};

}  // namespace

bool is_scattered(Function& region, const Schedule& schedule, std::uint64_t active) {
  const Accesses accesses(region, schedule);
  if (accesses.has_loops()) return accesses.loops_lose();
  return accesses.item_by_item() < accesses.in_vectors(active);
}

void keep_loops_short(Function& region) {
  DominatorTree dominators(region);
  LoopInfo loops(dominators);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable");
  }
}

}  // namespace vgpu::compiler
