// Lets all items have their part of an array ready before one of them reads the others'.
//
// "for (i = t; i < n; i += 256) a[i] -= b[i];" makes an array together, each item every 256th element. A loop behind it
// that goes through rows or columns reads what other items made, and wants a barrier. Programs that forget it run as meant on
// GPUs, whose warps go through the loops side by side; here a tile would run both before another one starts. So where such a
// fill is followed by reads of elements that need not be the item's own, with no barrier between them, one is put behind the
// fill. The same for "h[t] = 0;" before atomic operations on h, as in histograms, and for a mark that one item puts into
// an array which all clear: "if (t == 0) a[seed] = 1;". A program without the race has no such pair.
// SPDX-License-Identifier: MIT
#include <optional>
#include <tuple>

#include "compiler/passes/evolution.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/partings.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/waiting_calls.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

constexpr int kDeepest = 8;
constexpr unsigned kConstantSpace = 4;  // of CUDA

// Whether both are the same pointer, or read from the same place that no kernel changes.
bool is_same(const Value* a, const Value* b, int depth = 0) {
  if (a == b) return true;
  const auto* first = dyn_cast<Instruction>(a);
  const auto* second = dyn_cast<Instruction>(b);
  if (first == nullptr || second == nullptr || depth > kDeepest) return false;
  if (first->getNumOperands() == 0 || isa<PHINode>(first)) return false;
  if (!first->isSameOperationAs(second)) return false;
  if (const auto* load = dyn_cast<LoadInst>(first)) {
    if (!load->hasMetadata(LLVMContext::MD_invariant_load) &&
        load->getPointerAddressSpace() != kConstantSpace)
      return false;
  } else if (first->mayReadOrWriteMemory()) {
    return false;
  }
  for (const auto& [left, right] : zip(first->operands(), second->operands()))
    if (!is_same(left, right, depth + 1)) return false;
  return true;
}

// A variable in local memory, or where a pointer to other memory comes from.
struct Array {
  const Value* base = nullptr;
  std::int64_t variable = 0;
  bool local = false;

  Array(const Value* pointer, const DataLayout& layout) : base(pointer) {
    while (isa<GEPOperator, AddrSpaceCastInst>(base)) {
      const auto* cast = dyn_cast<AddrSpaceCastInst>(base);
      if (cast != nullptr && cast->getDestAddressSpace() == kLocalSpace) {
        // make_item gave every variable an address of its own.
        APInt offset(layout.getIndexTypeSizeInBits(cast->getOperand(0)->getType()), 0);
        base = cast->getOperand(0)->stripAndAccumulateConstantOffsets(layout, offset, true);
        variable = offset.getSExtValue();
        local = true;
        return;
      }
      base = cast != nullptr ? cast->getPointerOperand()
                             : llvm::cast<GEPOperator>(base)->getPointerOperand();
    }
  }
  bool is(const Array& other) const {
    return variable == other.variable && is_same(base, other.base);
  }
};

// Where a pointer points to behind its base. Widths are looked through: an index that wraps would be outside of its array.
class Places {
 public:
  explicit Places(ScalarEvolution& scev) : scev_(scev) {}

  const SCEV* place_of(const Value* pointer) {
    return wide(scev_.removePointerBase(scev_.getSCEV(const_cast<Value*>(pointer))));
  }

 private:
  const SCEV* wide(const SCEV* value) {
    if (const auto* cast = dyn_cast<SCEVCastExpr>(value);
        cast != nullptr && !isa<SCEVTruncateExpr, SCEVPtrToIntExpr>(value)) {
      return wide(cast->getOperand());
    }
    SmallVector<const SCEV*, 4> parts;
    if (const auto* rounds = dyn_cast<SCEVAddRecExpr>(value)) {
      for (const SCEV* part : rounds->operands()) parts.push_back(wide(part));
      return scev_.getAddRecExpr(parts, rounds->getLoop(), SCEV::FlagAnyWrap);
    }
    if (const auto* sum = dyn_cast<SCEVNAryExpr>(value); isa<SCEVAddExpr, SCEVMulExpr>(value)) {
      for (const SCEV* part : sum->operands()) parts.push_back(wide(part));
      return isa<SCEVAddExpr>(value) ? scev_.getAddExpr(parts) : scev_.getMulExpr(parts);
    }
    return scev_.getTruncateOrSignExtend(value, Type::getInt64Ty(scev_.getContext()));
  }

  ScalarEvolution& scev_;
};

// What a store of all items makes: elements start, start + step, ... in bytes; step 0: only one, or it is not known.
struct Fill {
  StoreInst* store;
  Array array;
  const SCEV* start;
  std::uint64_t step;
  bool in_rounds;
};

class Settler {
 public:
  explicit Settler(Unit& unit)
      : unit_(unit),
        layout_(unit.module.getDataLayout()),
        uniformity_(*unit.item),
        partings_(*unit.item, uniformity_),
        evolution_(*unit.item),
        places_(evolution_.scev) {}

  void settle(StoreInst& store) {
    const std::optional<Fill> fill = fill_of(store);
    Instruction* meeting = fill ? partings_.behind(store) : nullptr;
    if (meeting == nullptr || !is_used_behind(*fill, *meeting)) return;
    if (unit_.waits && !all_come_without_waiting(*meeting)) return;
    const FunctionCallee barrier =
        unit_.module.getOrInsertFunction(kBarrierName, Type::getVoidTy(store.getContext()));
    CallInst::Create(barrier, "", meeting->getIterator())->setConvergent();
    added_ = true;
  }

  bool has_added() const { return added_; }

 private:
  // Beyond this the search would take longer than the rest of the compile.
  static constexpr unsigned kMostLooks = 3'000'000;

  std::optional<Fill> fill_of(StoreInst& store) {
    Value* pointer = store.getPointerOperand();
    if (!store.isSimple() || uniformity_.is_uniform(*pointer)) return std::nullopt;
    const Array array(pointer, layout_);
    const SCEV* place = places_.place_of(pointer);
    const std::uint64_t size = layout_.getTypeStoreSize(store.getValueOperand()->getType());
    const auto* rounds = dyn_cast<SCEVAddRecExpr>(place);
    if (rounds == nullptr) {
      if (!array.local) return std::nullopt;
      return Fill{&store, array, place, 0, false};
    }
    const auto* step = dyn_cast<SCEVConstant>(rounds->getStepRecurrence(evolution_.scev));
    if (step == nullptr) return Fill{&store, array, rounds->getStart(), 0, true};
    // An item that goes from element to element fills an array of its own.
    if (step->getAPInt().slt(kWarpSize * size)) return std::nullopt;
    return Fill{&store, array, rounds->getStart(), step->getAPInt().getZExtValue(), true};
  }

  // Some of the items write to one place. Constant ones are as a rule beside what the others make: "if (t == 0) s[0] = edge;".
  bool is_mark(const StoreInst& store) {
    const Value* pointer = store.getPointerOperand();
    return uniformity_.is_uniform(*pointer) && !partings_.is_for_all(store.getParent()) &&
           !isa<SCEVConstant>(places_.place_of(pointer));
  }

  // Whether an access may be to an element that another item made.
  bool uses_others(const Instruction& inst, const Fill& fill) {
    const Value* pointer = nullptr;
    if (const auto* change = dyn_cast<AtomicRMWInst>(&inst))
      pointer = change->getPointerOperand();
    else if (const auto* load = dyn_cast<LoadInst>(&inst); load != nullptr && fill.step != 0)
      pointer = load->getPointerOperand();
    else if (const auto* mark = dyn_cast<StoreInst>(&inst); mark != nullptr && fill.in_rounds)
      pointer = is_mark(*mark) ? mark->getPointerOperand() : nullptr;
    if (pointer == nullptr || !fill.array.is(Array(pointer, layout_))) return false;
    const SCEV* distance = evolution_.scev.getMinusSCEV(places_.place_of(pointer), fill.start);
    if (distance->isZero()) return false;
    return fill.step == 0 || evolution_.scev.getConstantMultiple(distance).urem(fill.step) != 0;
  }

  bool is_used_behind(const Fill& fill, Instruction& start) {
    SmallVector<BasicBlock::iterator, 8> work = {start.getIterator()};
    DenseSet<const BasicBlock*> seen;
    while (!work.empty()) {
      BasicBlock::iterator inst = work.pop_back_val();
      BasicBlock* block = inst->getParent();
      for (; inst != block->end() && !is_barrier(*inst); ++inst) {
        if (++looks_ > kMostLooks) return false;
        if (inst->mayReadOrWriteMemory() && uses_others(*inst, fill)) return true;
      }
      if (inst != block->end()) continue;
      for (BasicBlock* next : successors(block))
        if (seen.insert(next).second) work.push_back(next->begin());
    }
    return false;
  }

  Unit& unit_;
  const DataLayout& layout_;
  const Uniformity uniformity_;
  const Partings partings_;
  Evolution evolution_;
  Places places_;
  unsigned looks_ = 0;
  bool added_ = false;
};

// Behind each loop a block that only its items come to.
void give_loops_exits(Function& item) {
  DominatorTree dominators(item);
  LoopInfo loops(dominators);
  for (Loop* loop : loops.getLoopsInPreorder())
    formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
}

}  // namespace

bool settle_fills(Unit& unit) {
  if (!unit.uses_barrier || !unit.counts_on_warps())
    return true;  // in lockstep barriers cost nothing
  give_loops_exits(*unit.item);
  Settler settler(unit);
  for (Instruction& inst : instructions(*unit.item))
    if (auto* store = dyn_cast<StoreInst>(&inst)) settler.settle(*store);
  if (settler.has_added())
    unit.remarks.add("settle_fills", "items use what others make: all wait until it is made");
  return true;
}

}  // namespace vgpu::compiler
