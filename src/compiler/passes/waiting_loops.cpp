// Which reads repeat, and what they decide (see waiting_loops.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/waiting_loops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

// The exchange whose outcome a value is: whether it was made, what was found, and that written as "the expected value if
// it was that, else what was there".
const AtomicCmpXchgInst* exchange_of(const Value* value) {
  if (const auto* choice = dyn_cast<SelectInst>(value)) value = choice->getCondition();
  const auto* part = dyn_cast<ExtractValueInst>(value);
  return part != nullptr ? dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand()) : nullptr;
}

// Whether the user only asks if an exchange of this value was made. If not, somebody else has made one: no reason to wait.
bool asks_for_success(const Value& value, const Instruction& user) {
  const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&user);
  if (exchange == nullptr) exchange = exchange_of(&user);
  if (const auto* comparison = dyn_cast<ICmpInst>(&user)) {
    const bool first = comparison->getOperand(0) == &value;
    exchange = exchange_of(comparison->getOperand(first ? 1 : 0));
  }
  return exchange != nullptr && exchange->getCompareOperand() == &value;
}

// Whether both mean the same variable, and if their places in it are known, the same bytes.
bool may_read(const LoadInst& load, const StoreInst& store) {
  const Value* from = load.getPointerOperand();
  const Value* to = store.getPointerOperand();
  if (getUnderlyingObject(from) != getUnderlyingObject(to)) return false;
  const DataLayout& layout = store.getModule()->getDataLayout();
  APInt first(layout.getIndexTypeSizeInBits(from->getType()), 0);
  APInt second(layout.getIndexTypeSizeInBits(to->getType()), 0);
  if (from->stripAndAccumulateConstantOffsets(layout, first, true) !=
      to->stripAndAccumulateConstantOffsets(layout, second, true))
    return true;
  const std::int64_t distance = first.getSExtValue() - second.getSExtValue();
  const auto written = static_cast<std::int64_t>(
      layout.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue());
  const auto read =
      static_cast<std::int64_t>(layout.getTypeStoreSize(load.getType()).getFixedValue());
  return distance < written && -distance < read;
}

// One loop, asked about the reads in it.
class Waiting {
 public:
  explicit Waiting(const Loop& loop) : loop_(loop) {
    for (BasicBlock* block : loop.blocks())
      for (Instruction& inst : *block) has_fence_ |= isa<FenceInst>(inst);
  }

  bool waits_for(Instruction& read) {
    SmallPtrSet<const Value*, 16> seen;
    return sees_others(read) &&
           all_of(read.operands(),
                  [&](const Use& operand) { return may_stay(operand.get(), seen); }) &&
           decides(read);
  }

 private:
  bool sees_others(const Instruction& read) const {
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&read)) return !tries_again(*exchange);
    if (const auto* change = dyn_cast<AtomicRMWInst>(&read)) return repeats(*change);
    const auto* load = dyn_cast<LoadInst>(&read);
    if (load == nullptr || isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
      return false;
    return load->isVolatile() || load->isAtomic() || has_fence_;
  }

  // With a value that this round has read: it fails only if somebody else has got on.
  bool tries_again(const AtomicCmpXchgInst& exchange) const {
    const auto* expected = dyn_cast<LoadInst>(exchange.getCompareOperand());
    return expected != nullptr && loop_.contains(expected);
  }

  // Whether doing it twice is doing it once: a lock that is taken, a flag that is read by an addition of zero.
  static bool repeats(const AtomicRMWInst& change) {
    switch (change.getOperation()) {
      case AtomicRMWInst::Add:
      case AtomicRMWInst::Sub:
      case AtomicRMWInst::Xor: {
        const auto* value = dyn_cast<ConstantInt>(change.getValOperand());
        return value != nullptr && value->isZero();
      }
      case AtomicRMWInst::Xchg:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::And:
      case AtomicRMWInst::Max:
      case AtomicRMWInst::Min:
      case AtomicRMWInst::UMax:
      case AtomicRMWInst::UMin:
        return true;
      default:
        return false;
    }
  }

  // Whether the value may be the same in the next round.
  bool may_stay(const Value* value, SmallPtrSetImpl<const Value*>& seen) const {
    const auto* inst = dyn_cast<Instruction>(value);
    if (inst == nullptr || !loop_.contains(inst) || !seen.insert(inst).second) return true;
    const auto* phi = dyn_cast<PHINode>(inst);
    if (phi != nullptr && phi->getParent() == loop_.getHeader()) return keeps_itself(*phi);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(inst)) return false;
    return all_of(inst->operands(), [&](const Use& use) { return may_stay(use.get(), seen); });
  }

  bool keeps_itself(const PHINode& phi) const {
    SmallSetVector<const Value*, 8> work;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      if (loop_.contains(phi.getIncomingBlock(i))) work.insert(phi.getIncomingValue(i));
    for (unsigned i = 0; i < work.size(); ++i) {
      if (work[i] == &phi) return true;
      const auto* inst = dyn_cast<Instruction>(work[i]);
      if (inst == nullptr || !loop_.contains(inst)) continue;
      if (const auto* choice = dyn_cast<SelectInst>(inst); choice && !exchange_of(choice)) {
        work.insert(choice->getTrueValue());
        work.insert(choice->getFalseValue());
      } else if (const auto* join = dyn_cast<PHINode>(inst)) {
        work.insert(join->value_op_begin(), join->value_op_end());
      }
    }
    return false;
  }

  // Whether the loop may end or go on because of this value.
  bool decides(Instruction& read) {
    touched_.clear();
    touched_.insert(&read);
    for (unsigned i = 0; i < touched_.size(); ++i) {
      Instruction* inst = touched_[i];
      if (inst->isTerminator()) {
        if (inst->getNumSuccessors() > 1 && loop_.isLoopExiting(inst->getParent())) return true;
        touch_joins(*inst);
      } else if (auto* store = dyn_cast<StoreInst>(inst)) {
        touch_readers(*store);
      } else {
        touch_users(*inst);
      }
    }
    return false;
  }

  void touch_users(Instruction& inst) {
    for (User* user : inst.users()) {
      auto* next = cast<Instruction>(user);
      const auto* store = dyn_cast<StoreInst>(next);
      if (store != nullptr && store->getPointerOperand() == &inst) continue;
      const auto* exchange = dyn_cast<AtomicCmpXchgInst>(next);
      if (exchange != nullptr && tries_again(*exchange)) continue;
      if (asks_for_success(inst, *next)) continue;
      if (loop_.contains(next)) touched_.insert(next);
    }
  }

  // What is the one or the other behind this branch, in the same round.
  void touch_joins(Instruction& branch) {
    SmallSetVector<BasicBlock*, 16> work;
    work.insert(succ_begin(&branch), succ_end(&branch));
    for (unsigned i = 0; i < work.size(); ++i) {
      BasicBlock* block = work[i];
      if (!loop_.contains(block) || block == loop_.getHeader()) continue;
      for (PHINode& phi : block->phis())
        if (!phi.hasConstantOrUndefValue()) touched_.insert(&phi);
      work.insert(succ_begin(block), succ_end(block));
    }
    const bool many_ways = loop_.getLoopLatch() == nullptr;
    for (PHINode& phi : loop_.getHeader()->phis())
      if (many_ways || keeps_itself(phi)) touched_.insert(&phi);
  }

  // One thread reads a flag and tells the others by a variable.
  void touch_readers(StoreInst& store) {
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& inst : *block) {
        auto* load = dyn_cast<LoadInst>(&inst);
        if (load != nullptr && may_read(*load, store)) touched_.insert(load);
      }
    }
  }

  const Loop& loop_;
  bool has_fence_ = false;
  SmallSetVector<Instruction*, 32> touched_;
};

bool may_be_read(const Instruction& inst) {
  return isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(inst);
}

}  // namespace

std::vector<WaitingLoop> find_waiting_loops(const llvm::LoopInfo& loops) {
  std::vector<WaitingLoop> found;
  llvm::DenseSet<const llvm::Instruction*> named;
  auto order = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(order)) {
    WaitingLoop one{loop, {}};
    Waiting waiting(*loop);
    for (llvm::BasicBlock* block : loop->blocks()) {
      for (llvm::Instruction& inst : *block) {
        if (!may_be_read(inst) || named.contains(&inst) || !waiting.waits_for(inst)) continue;
        one.reads.push_back(&inst);
        named.insert(&inst);
      }
    }
    if (!one.reads.empty()) found.push_back(std::move(one));
  }
  return found;
}

}  // namespace vgpu::compiler
