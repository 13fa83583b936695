// Lets all items read what one of them is about to change.
//
// "Behind the barrier everybody reads the shared task number; then item 0 fetches the next": without a barrier between the
// two that is a race, and one that no GPU loses, since its warps pass a barrier side by side. Here a tile runs all the
// way to the next barrier before another one starts, so that one would read the new number. CUDA programs with such
// queues, flags, sums and pivots are common. So where all items read a place and a write to it may follow before the next
// barrier, a barrier is put before the write; a program without the race has no such pair. The same for items that read
// what their neighbour has and then write what they have, as in a chain of filters or in a scan that adds in place
// ("if (t >= d) a[t] += a[t - d]"); where only some items do that, their branch is cut in two, with a barrier for all in
// between. Runs on the item function while variables are still told apart.
// SPDX-License-Identifier: MIT
#include <tuple>

#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/partings.h"
#include "compiler/passes/uniformity.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/waiting_calls.h"
#include "compiler/passes/warp_neighbours.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

// Bytes of a local variable, all of them where the offset is not known; or bytes at a known distance from an address.
struct Place {
  const Value* base = nullptr;  // null: no memory is meant
  std::int64_t variable = 0;    // where it starts in local memory
  bool known = true;
  std::int64_t offset = 0;
  std::uint64_t size = 0;

  bool meets(const Place& other) const {
    if (base == nullptr || base != other.base || variable != other.variable) return false;
    if (!known || !other.known) return true;
    return offset < other.offset + static_cast<std::int64_t>(other.size) &&
           other.offset < offset + static_cast<std::int64_t>(size);
  }
};

std::pair<const Value*, std::int64_t> without_constants(const Value* pointer,
                                                        const DataLayout& layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base, offset.getSExtValue()};
}

Place place_of(const Value* pointer, Type* type, const DataLayout& layout) {
  Place place;
  place.size = layout.getTypeStoreSize(type);
  const Value* at = pointer;
  while (isa<GEPOperator, AddrSpaceCastInst>(at)) {
    if (const auto* step = dyn_cast<GEPOperator>(at)) {
      APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
      place.known &= step->accumulateConstantOffset(layout, offset);
      place.offset += offset.getSExtValue();
      at = step->getPointerOperand();
      continue;
    }
    const auto* cast = llvm::cast<AddrSpaceCastInst>(at);
    at = cast->getPointerOperand();
    if (cast->getDestAddressSpace() != kLocalSpace) continue;
    // make_item gave every variable an address of its own.
    std::tie(place.base, place.variable) = without_constants(at, layout);
    return place;
  }
  std::tie(place.base, place.offset) = without_constants(pointer, layout);
  place.known = true;
  return place;
}

// What an instruction changes.
Place written_by(const Instruction& inst, const DataLayout& layout) {
  if (const auto* store = dyn_cast<StoreInst>(&inst))
    return place_of(store->getPointerOperand(), store->getValueOperand()->getType(), layout);
  if (const auto* change = dyn_cast<AtomicRMWInst>(&inst))
    return place_of(change->getPointerOperand(), change->getType(), layout);
  if (const auto* change = dyn_cast<AtomicCmpXchgInst>(&inst))
    return place_of(change->getPointerOperand(), change->getNewValOperand()->getType(), layout);
  return {};
}

bool is_cast_from_local(const Value* pointer) {
  const auto* cast = dyn_cast<AddrSpaceCastInst>(pointer);
  return cast != nullptr && cast->getSrcAddressSpace() == kLocalSpace;
}

bool points_to_local(const Value* pointer) {
  // LLVM makes one access of two that stand on both sides of a branch.
  if (const auto* choice = dyn_cast<PHINode>(pointer))
    return any_of(choice->incoming_values(),
                  [](const Use& use) { return is_cast_from_local(use); });
  return pointer->getType()->getPointerAddressSpace() == kLocalSpace || is_cast_from_local(pointer);
}

bool is_item_id(const Value* value) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  const auto* id = dyn_cast<Argument>(value);
  return id != nullptr && id->getArgNo() == kItemX;
}

// A comparison that holds for the items of a branch.
struct Condition {
  CmpInst::Predicate predicate;
  const Value* left;
  const Value* right;
};

void add_conditions(const Value* choice, bool outcome, SmallVectorImpl<Condition>& all) {
  const Value *left, *right;
  if (outcome ? match(choice, m_LogicalAnd(m_Value(left), m_Value(right)))
              : match(choice, m_LogicalOr(m_Value(left), m_Value(right)))) {
    add_conditions(left, outcome, all);
    add_conditions(right, outcome, all);
  } else if (const auto* compare = dyn_cast<ICmpInst>(choice)) {
    const CmpInst::Predicate predicate =
        outcome ? compare->getPredicate() : compare->getInversePredicate();
    all.push_back({predicate, compare->getOperand(0), compare->getOperand(1)});
    all.push_back({CmpInst::getSwappedPredicate(predicate), all.back().right, all.back().left});
  }
}

bool is_above(CmpInst::Predicate predicate) {
  return ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
}

bool is_below(CmpInst::Predicate predicate) {
  return ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
}

// "t >= by" and "t - by >= 0" read below themselves, "t + by < n" and "t < n - by" above; the "t < by" of a tree reads
// what nobody writes.
bool is_of_shift(const Condition& condition, const Shift& shift) {
  const bool asks_id = is_item_id(condition.left);
  if (shift.down)
    return is_above(condition.predicate) &&
           (asks_id || match(condition.left, m_Sub(m_Value(), m_Specific(shift.by))));
  return is_below(condition.predicate) &&
         (match(condition.left, m_c_Add(m_Value(), m_Specific(shift.by))) ||
          (asks_id && match(condition.right, m_Sub(m_Value(), m_Specific(shift.by)))));
}

// "if (t > n) { x = l[t - 1]; ... l[t] = y; }": some items do both, and those of several warps.
class BranchCutter {
 public:
  explicit BranchCutter(Unit& unit)
      : unit_(unit), uniformity_(*unit.item), partings_(*unit.item, uniformity_) {}

  // Cuts one branch; false if there is none.
  bool cut() {
    for (Instruction& inst : instructions(*unit_.item)) {
      auto* load = dyn_cast<LoadInst>(&inst);
      if (load == nullptr || !load->isSimple() || !points_to_local(load->getPointerOperand()))
        continue;
      BasicBlock* start = load->getParent()->getSinglePredecessor();
      if (start == nullptr || !partings_.is_for_all(start)) continue;
      if (isa<PHINode>(load->getParent()->front()) || !is_written_behind(*load)) continue;
      cut_behind(*load, *start);
      return true;
    }
    return false;
  }

 private:
  // Whether a number that all have in common parts the items, and not just one warp from the others.
  bool chooses_warps(const BasicBlock& start) const {
    const auto* branch = dyn_cast<BranchInst>(start.getTerminator());
    if (branch == nullptr || branch->isUnconditional() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    const auto* choice = dyn_cast<ICmpInst>(branch->getCondition());
    if (choice == nullptr || choice->isEquality()) return false;
    const Value* limit = choice->getOperand(is_item_id(choice->getOperand(0)) ? 1 : 0);
    const Value* id = choice->getOperand(is_item_id(choice->getOperand(0)) ? 0 : 1);
    return is_item_id(id) && uniformity_.is_uniform(*limit) && !isa<Constant>(limit);
  }

  // Whether the items of the load's branch read what others of them write, all as far away.
  bool is_shifted(const LoadInst& load, const StoreInst& store) const {
    const std::optional<Shift> shift = shift_between(load, store);
    if (!shift || !uniformity_.is_uniform(*shift->by)) return false;
    const BasicBlock* reads = load.getParent();
    const auto* branch = dyn_cast<BranchInst>(reads->getSinglePredecessor()->getTerminator());
    if (branch == nullptr || branch->isUnconditional()) return false;
    SmallVector<Condition, 4> conditions;
    add_conditions(branch->getCondition(), branch->getSuccessor(0) == reads, conditions);
    return any_of(conditions, [&](const Condition& one) { return is_of_shift(one, *shift); });
  }

  // Whether those that load then write what a neighbour of theirs loads, before any barrier.
  bool is_written_behind(LoadInst& load) const {
    const bool by_a_number = chooses_warps(*load.getParent()->getSinglePredecessor());
    SmallVector<BasicBlock::iterator, 8> work = {std::next(load.getIterator())};
    DenseSet<const BasicBlock*> seen;
    while (!work.empty()) {
      BasicBlock::iterator inst = work.pop_back_val();
      BasicBlock* block = inst->getParent();
      for (; inst != block->end() && !is_barrier_of_warp(*inst); ++inst) {
        const auto* store = dyn_cast<StoreInst>(&*inst);
        if (store != nullptr && points_to_local(store->getPointerOperand()) &&
            (is_shifted(load, *store) || (by_a_number && is_at_a_number(load, *store))))
          return true;
      }
      if (inst != block->end()) continue;
      for (BasicBlock* next : successors(block))
        if (partings_.are_for_the_same(load.getParent(), next) && seen.insert(next).second)
          work.push_back(next->begin());
    }
    return false;
  }

  // start -> reads -> rest becomes start -> reads -> meeting (all wait) -> rest.
  void cut_behind(LoadInst& load, BasicBlock& start) {
    BasicBlock* reads = load.getParent();
    auto* branch = cast<BranchInst>(start.getTerminator());
    const unsigned way = branch->getSuccessor(0) == reads ? 0 : 1;
    BasicBlock* others = branch->getSuccessor(1 - way);
    BasicBlock::iterator at = std::next(load.getIterator());
    while (!at->isTerminator() && !at->mayWriteToMemory()) ++at;
    BasicBlock* rest = reads->splitBasicBlock(at, "rest");
    BasicBlock* meeting = BasicBlock::Create(load.getContext(), "meeting", unit_.item, rest);
    reads->getTerminator()->setSuccessor(0, meeting);
    branch->setSuccessor(1 - way, meeting);
    others->replacePhiUsesWith(&start, meeting);
    const FunctionCallee barrier =
        unit_.module.getOrInsertFunction(kBarrierName, Type::getVoidTy(load.getContext()));
    CallInst::Create(barrier, "", meeting)->setConvergent();
    BranchInst::Create(way == 0 ? rest : others, way == 0 ? others : rest, branch->getCondition(),
                       meeting);
    for (Instruction& inst : *reads) carry_over(inst, start, *meeting);
  }

  void carry_over(Instruction& inst, BasicBlock& start, BasicBlock& meeting) {
    const BasicBlock* reads = inst.getParent();
    const auto is_outside = [&](const Use& use) {
      return cast<Instruction>(use.getUser())->getParent() != reads;
    };
    if (none_of(inst.uses(), is_outside)) return;
    PHINode* kept = PHINode::Create(inst.getType(), 2, "", meeting.begin());
    inst.replaceUsesWithIf(kept, is_outside);
    kept->addIncoming(&inst, inst.getParent());
    kept->addIncoming(PoisonValue::get(inst.getType()), &start);
  }

  Unit& unit_;
  const Uniformity uniformity_;
  const Partings partings_;
};

class Settler {
 public:
  explicit Settler(Unit& unit)
      : unit_(unit),
        layout_(unit.module.getDataLayout()),
        uniformity_(*unit.item),
        partings_(*unit.item, uniformity_) {}

  void settle(LoadInst& load) {
    const Value* pointer = load.getPointerOperand();
    if (uniformity_.is_uniform(*pointer)) {
      if (!partings_.is_for_all(load.getParent())) return;
      const Place place = place_of(pointer, load.getType(), layout_);
      wait_before_writes(
          load, [&](const Instruction& inst) { return written_by(inst, layout_).meets(place); });
    } else if (points_to_local(pointer)) {
      if (!unit_.waits) wait_within_step(load);
      wait_before_writes(load, [&](const Instruction& inst) {
        const auto* store = dyn_cast<StoreInst>(&inst);
        return store != nullptr && points_to_local(store->getPointerOperand()) &&
               !partings_.are_for_the_same(load.getParent(), store->getParent()) &&
               is_of_neighbour(load, *store);
      });
    }
  }

  bool has_added() const { return added_; }

 private:
  // Beyond this the search would take longer than the rest of the compile.
  static constexpr unsigned kMostLooks = 3'000'000;

  // "__syncthreads(); a[t] += a[t - step];" in a loop that items leave one after another: who came to the one barrier
  // comes to another behind it.
  void wait_within_step(LoadInst& load) {
    BasicBlock& block = *load.getParent();
    if (none_of(make_range(block.begin(), load.getIterator()), is_barrier)) return;
    for (auto inst = load.getIterator(); inst != block.end() && !is_barrier(*inst); ++inst) {
      const auto* store = dyn_cast<StoreInst>(&*inst);
      if (store == nullptr || !points_to_local(store->getPointerOperand())) continue;
      const std::optional<Shift> shift = shift_between(load, *store);
      if (shift && uniformity_.is_uniform(*shift->by)) return add_barrier(*inst);
    }
  }

  void add_barrier(Instruction& before) {
    const FunctionCallee barrier =
        unit_.module.getOrInsertFunction(kBarrierName, Type::getVoidTy(before.getContext()));
    CallInst::Create(barrier, "", before.getIterator())->setConvergent();
    added_ = true;
  }

  // Puts barriers before all writes that matter to the load.
  template <class Matters>
  void wait_before_writes(LoadInst& load, const Matters& matters) {
    const Instruction* last = nullptr;
    while (Instruction* write = write_behind(load, matters)) {
      Instruction* before = partings_.before(*write);
      if (before == nullptr || write == last) return;
      if (unit_.waits && !all_come_without_waiting(*before)) return;
      last = write;
      add_barrier(*before);
    }
  }

  // The first write that matters to the load on a way from it on which no barrier stands.
  template <class Matters>
  Instruction* write_behind(LoadInst& load, const Matters& matters) {
    SmallVector<BasicBlock::iterator, 8> work = {std::next(load.getIterator())};
    DenseSet<const BasicBlock*> seen;
    while (!work.empty()) {
      BasicBlock::iterator inst = work.pop_back_val();
      BasicBlock* block = inst->getParent();
      for (; inst != block->end() && !is_barrier(*inst); ++inst) {
        if (++looks_ > kMostLooks) return nullptr;
        if (inst->mayWriteToMemory() && matters(*inst)) return &*inst;
      }
      if (inst != block->end()) continue;
      for (BasicBlock* next : successors(block))
        if (seen.insert(next).second) work.push_back(next->begin());
    }
    return nullptr;
  }

  Unit& unit_;
  const DataLayout& layout_;
  const Uniformity uniformity_;
  const Partings partings_;
  unsigned looks_ = 0;
  bool added_ = false;
};

}  // namespace

bool settle_reads(Unit& unit) {
  // Where groups then run in lockstep, barriers cost nothing.
  if (!unit.uses_barrier || !unit.counts_on_warps()) return true;
  // Branches are cut where no item waits for others in a loop: a barrier there could hold up the one who is waited for.
  while (!unit.waits && BranchCutter(unit).cut()) {
  }
  Settler settler(unit);
  for (Instruction& inst : instructions(*unit.item)) {
    auto* load = dyn_cast<LoadInst>(&inst);
    if (load != nullptr && load->isSimple()) settler.settle(*load);
  }
  if (settler.has_added())
    unit.remarks.add("settle_reads", "items write what others may still read: all wait before");
  return true;
}

}  // namespace vgpu::compiler
