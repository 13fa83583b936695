// Finds runs of consecutive elements and makes one access of each (see join_elements.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/join_elements.h"

#include <algorithm>
#include <map>

#include "compiler/passes/access_place.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr std::size_t kMost = 16;
constexpr unsigned kLeastBytes = 8;
constexpr std::size_t kLeast = 2,
                      kLeastMasked = 4;  // to be worth a choice of address for every lane

using Run = SmallVector<Instruction*, kMost>;  // by address

class Joiner {
 public:
  Joiner(Function& region, const Schedule& schedule)
      : layout_(region.getParent()->getDataLayout()), shapes_(region, schedule, false) {
    assume_linear(region, shapes_, schedule);
  }

  void run(BasicBlock& block) {
    SmallVector<Instruction*, 32> accesses;
    for (Instruction& instruction : block) {
      if (may_start(instruction)) accesses.push_back(&instruction);
    }
    for (Instruction* access : accesses) {
      if (done_.contains(access)) continue;
      const Run run = find(*access);
      if (run.size() < least(block) || bytes(run) < kLeastBytes) continue;
      for (Instruction* member : run) done_.insert(member);
      isa<LoadInst>(access) ? join_loads(run) : join_stores(run);
    }
    for (Instruction* joined : joined_) joined->eraseFromParent();
    joined_.clear();
  }

 private:
  bool may_start(Instruction& access) const {
    if (!is_simple_access(access)) return false;
    const Value* address = getLoadStorePointerOperand(&access);
    Type* type = getLoadStoreType(&access);
    const bool plain = type->isIntegerTy() || type->isFloatingPointTy();
    const bool whole = plain && layout_.typeSizeEqualsStoreSize(type) &&
                       layout_.getTypeSizeInBits(type).getFixedValue() <= 64;
    return whole && shapes_.shape(address).varying() &&
           !shapes_.private_memory().interleaved(address);
  }

  std::size_t least(const BasicBlock& block) const {
    return shapes_.divergent(&block) ? kLeastMasked : kLeast;
  }

  std::uint64_t size(const Run& run) const {
    return layout_.getTypeStoreSize(getLoadStoreType(run[0])).getFixedValue();
  }
  std::uint64_t bytes(const Run& run) const { return run.size() * size(run); }

  // The run that the access belongs to, as far as nothing in between speaks against moving its members together.
  Run find(Instruction& first) const {
    const Place place(getLoadStorePointerOperand(&first), layout_);
    std::map<std::int64_t, Instruction*> near;
    unsigned steps = 0;
    for (Instruction* at = &first; at != nullptr && steps < kFarthestMember;
         at = at->getNextNode()) {
      ++steps;
      if (is_like(*at, first)) {
        const Place there(getLoadStorePointerOperand(at), layout_);
        if (place.differs_by_constant(there) && near.try_emplace(there.constant, at).second) {
          continue;
        }
      }
      if (keeps_apart(*at, first)) break;
    }
    return around(near, place.constant, Run{&first});
  }

  bool is_like(Instruction& access, Instruction& first) const {
    return access.getOpcode() == first.getOpcode() && is_simple_access(access) &&
           getLoadStoreType(&access) == getLoadStoreType(&first) && !done_.contains(&access);
  }

  Run around(const std::map<std::int64_t, Instruction*>& near, std::int64_t from,
             const Run& first) const {
    const auto step = static_cast<std::int64_t>(size(first));
    while (near.count(from - step) != 0) from -= step;
    Run run;
    for (auto at = near.find(from); at != near.end() && run.size() < kMost;
         at = near.find(from += step)) {
      run.push_back(at->second);
    }
    return is_contained(run, first[0]) ? run : Run{};
  }

  static Instruction* end_of(const Run& run, bool last) {
    return *std::max_element(run.begin(), run.end(), [&](Instruction* a, Instruction* b) {
      return last ? a->comesBefore(b) : b->comesBefore(a);
    });
  }

  // The lowest element's address, from that of one whose operands are there already.
  Value* lowest(IRBuilder<>& builder, const Instruction& known, const Run& run) const {
    const Place there(getLoadStorePointerOperand(&known), layout_);
    const Place low(getLoadStorePointerOperand(run[0]), layout_);
    auto* address = const_cast<Value*>(getLoadStorePointerOperand(&known));
    return builder.CreatePtrAdd(address, builder.getInt64(low.constant - there.constant));
  }

  FixedVectorType* joined_type(const Run& run) const {
    return FixedVectorType::get(getLoadStoreType(run[0]), static_cast<unsigned>(run.size()));
  }

  void join_loads(const Run& run) {
    Instruction* first = end_of(run, false);
    IRBuilder<> builder(first);
    auto* load = builder.CreateAlignedLoad(joined_type(run), lowest(builder, *first, run),
                                           cast<LoadInst>(run[0])->getAlign());
    propagateMetadata(load, SmallVector<Value*, kMost>(run.begin(), run.end()));
    for (std::size_t i = 0; i < run.size(); ++i) {
      run[i]->replaceAllUsesWith(builder.CreateExtractElement(load, builder.getInt64(i)));
      joined_.push_back(run[i]);
    }
  }

  void join_stores(const Run& run) {
    Instruction* last = end_of(run, true);
    IRBuilder<> builder(last);
    Value* all = PoisonValue::get(joined_type(run));
    for (std::size_t i = 0; i < run.size(); ++i) {
      Value* one = cast<StoreInst>(run[i])->getValueOperand();
      all = builder.CreateInsertElement(all, one, builder.getInt64(i));
      joined_.push_back(run[i]);
    }
    auto* store = builder.CreateAlignedStore(all, lowest(builder, *last, run),
                                             cast<StoreInst>(run[0])->getAlign());
    propagateMetadata(store, SmallVector<Value*, kMost>(run.begin(), run.end()));
  }

  const DataLayout& layout_;
  ShapeAnalysis shapes_;
  SmallPtrSet<const Instruction*, 16> done_;
  SmallVector<Instruction*, 16> joined_;  // to be erased
};

}  // namespace

void join_elements(Function& region, const Schedule& schedule) {
  Joiner joiner(region, schedule);
  for (BasicBlock& block : region) joiner.run(block);
}

}  // namespace vgpu::compiler
