// Runs a loop that carries more vectors than the machine has registers several times, each time for a part of them.
//
// A kernel that keeps a block of results an item (sum[4][4]) carries one vector for each of them, and whatever does not
// fit is written to the stack and read back in every iteration. Sums that do not depend on each other need not be made
// in one loop, though: the loop is copied and every copy keeps its share. Only loops that write nothing are split, and
// only where little has to be computed twice. Works on the vector code, where the registers can be counted.
// SPDX-License-Identifier: MIT
#include <numeric>

#include "compiler/passes/unit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kTemporaries = 4;  // registers that operands of the sums need

// One loop: what it carries, which sums belong together, and the copies.
class LoopSplit {
 public:
  LoopSplit(Loop& loop, const Schedule& schedule) : loop_(loop), schedule_(schedule) {}

  void run(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators) {
    if (!has_simple_form() || !find_sums() || !writes_nothing() || control_needs_sums()) return;
    llvm::formLCSSA(loop_, dominators, &loops, nullptr);
    group_sums();
    if (choose_parts()) make_copies();
  }

 private:
  bool has_simple_form() const {
    return loop_.isInnermost() && loop_.isLoopSimplifyForm() && loop_.getExitBlock() != nullptr &&
           loop_.getExitingBlock() != nullptr;
  }

  bool writes_nothing() const {
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& inst : *block) {
        if (inst.mayHaveSideEffects() || inst.isVolatile() || inst.isAtomic()) return false;
      }
    }
    return true;
  }

  unsigned registers(const Value& value) const {
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    if (type == nullptr) return 0;
    unsigned bits = type->getNumElements() * type->getScalarSizeInBits();
    return (bits + schedule_.vector_bits - 1) / schedule_.vector_bits;
  }

  // False if all that the loop carries fits.
  bool find_sums() {
    for (PHINode& phi : loop_.getHeader()->phis()) {
      if (registers(phi) == 0) continue;
      carried_ += registers(phi);
      sums_.push_back(&phi);
    }
    return carried_ + kTemporaries > schedule_.vector_registers && sums_.size() > 1;
  }

  // Everything in the loop that a value is computed from.
  void add_sources(Value* value, llvm::SmallPtrSetImpl<Instruction*>& sources) const {
    llvm::SmallVector<Value*, 16> work = {value};
    while (!work.empty()) {
      auto* inst = llvm::dyn_cast<Instruction>(work.pop_back_val());
      if (inst == nullptr || !loop_.contains(inst) || !sources.insert(inst).second) continue;
      work.append(inst->op_begin(), inst->op_end());
    }
  }

  bool control_needs_sums() const {
    llvm::SmallPtrSet<Instruction*, 32> control;
    for (BasicBlock* block : loop_.blocks()) add_sources(block->getTerminator(), control);
    return llvm::any_of(sums_, [&](PHINode* phi) { return control.contains(phi); });
  }

  unsigned leader(unsigned sum) const {
    while (leaders_[sum] != sum) sum = leaders_[sum];
    return sum;
  }

  // Sums that some value needs together stay together.
  void join(const llvm::SmallPtrSetImpl<Instruction*>& sources, unsigned first) {
    for (unsigned i = 0; i < sums_.size(); ++i) {
      if (!sources.contains(sums_[i])) continue;
      if (first == sums_.size()) first = i;
      unsigned a = leader(first), b = leader(i);
      leaders_[std::max(a, b)] = std::min(a, b);
    }
  }

  void group_sums() {
    leaders_.resize(sums_.size());
    std::iota(leaders_.begin(), leaders_.end(), 0U);
    auto none = static_cast<unsigned>(sums_.size());
    for (unsigned i = 0; i < sums_.size(); ++i) {
      llvm::SmallPtrSet<Instruction*, 32> sources;
      add_sources(sums_[i], sources);
      join(sources, i);
    }
    for (PHINode& phi : loop_.getExitBlock()->phis()) {
      llvm::SmallPtrSet<Instruction*, 32> sources;
      for (Value* value : phi.incoming_values()) add_sources(value, sources);
      join(sources, none);
    }
  }

  // Deals the sums out in their order, so that neighbours, which share operands, stay together.
  bool choose_parts() {
    unsigned room = schedule_.vector_registers * 5 / 8;
    unsigned count = (carried_ + room - 1) / room, share = (carried_ + count - 1) / count;
    part_of_.assign(sums_.size(), 0);
    unsigned part = 0, filled = 0;
    for (unsigned i = 0; i < sums_.size(); ++i) {
      if (leader(i) != i) {
        part_of_[i] = part_of_[leader(i)];
        continue;
      }
      if (filled >= share) {
        ++part;
        filled = 0;
      }
      part_of_[i] = part;
      for (unsigned j = i; j < sums_.size(); ++j) {
        if (leader(j) == i) filled += registers(*sums_[j]);
      }
    }
    parts_ = part + 1;
    return parts_ > 1 && computed_twice() <= carried_ / 2;
  }

  // Vector instructions that more than one part needs.
  unsigned computed_twice() const {
    llvm::SmallPtrSet<Instruction*, 32> seen;
    unsigned twice = 0;
    for (unsigned part = 0; part < parts_; ++part) {
      llvm::SmallPtrSet<Instruction*, 32> sources;
      for (unsigned i = 0; i < sums_.size(); ++i) {
        if (part_of_[i] == part) add_sources(sums_[i], sources);
      }
      for (Instruction* inst : sources) {
        if (!seen.insert(inst).second) twice += registers(*inst);
      }
    }
    return twice;
  }

  // The part that makes a value; what no sum goes into is made by all, and read from the first.
  unsigned part_of(Value* value) const {
    llvm::SmallPtrSet<Instruction*, 32> sources;
    add_sources(value, sources);
    for (unsigned i = 0; i < sums_.size(); ++i) {
      if (sources.contains(sums_[i])) return part_of_[i];
    }
    return 0;
  }

  // The first part is the loop itself; the others follow it, before its exit.
  void make_copies() {
    BasicBlock* exit = loop_.getExitBlock();
    BasicBlock* last = loop_.getExitingBlock();
    std::vector<llvm::ValueToValueMapTy> maps(parts_);
    std::vector<BasicBlock*> entries;
    for (unsigned part = 1; part < parts_; ++part) {
      BasicBlock* between = BasicBlock::Create(exit->getContext(), "part", exit->getParent(), exit);
      copy_loop(*between, maps[part]);
      entries.push_back(between);
    }
    for (unsigned part = 1; part < parts_; ++part) {
      last->getTerminator()->replaceSuccessorWith(exit, entries[part - 1]);
      last = llvm::cast<BasicBlock>(maps[part][loop_.getExitingBlock()]);
    }
    for (PHINode& phi : exit->phis()) {
      Value* value = phi.getIncomingValue(0);
      if (unsigned part = part_of(value); part != 0 && maps[part].count(value) != 0) {
        phi.setIncomingValue(0, maps[part][value]);
      }
      phi.setIncomingBlock(0, last);
    }
    // The original last: the maps of the copies forget what is deleted there.
    for (unsigned part = parts_; part-- > 0;) drop_other_sums(part, maps[part]);
    for (BasicBlock* entry : entries) move_loads(*entry);
  }

  // What a part starts with is loaded where it starts: nothing between has written, and registers are few.
  void move_loads(BasicBlock& entry) const {
    BasicBlock* before = loop_.getLoopPreheader();
    for (PHINode& phi : entry.getSingleSuccessor()->phis()) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(phi.getIncomingValueForBlock(&entry));
      if (load == nullptr || !load->isSimple() || !load->hasOneUse() || load->getParent() != before)
        continue;
      const auto behind = llvm::make_range(std::next(load->getIterator()), before->end());
      if (llvm::any_of(behind, [](const Instruction& inst) { return inst.mayWriteToMemory(); }))
        continue;
      load->moveBefore(entry.getTerminator());
    }
  }

  void copy_loop(BasicBlock& before, llvm::ValueToValueMapTy& map) {
    llvm::SmallVector<BasicBlock*, 8> copies;
    map[loop_.getLoopPreheader()] = &before;
    for (BasicBlock* block : loop_.blocks()) {
      BasicBlock* copy = llvm::CloneBasicBlock(block, map, "", before.getParent());
      copy->moveBefore(loop_.getExitBlock());
      map[block] = copy;
      copies.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(copies, map);
    llvm::BranchInst::Create(llvm::cast<BasicBlock>(map[loop_.getHeader()]), &before);
  }

  void drop_other_sums(unsigned part, llvm::ValueToValueMapTy& map) {
    llvm::SmallVector<llvm::WeakTrackingVH, 16> unused;
    for (unsigned i = 0; i < sums_.size(); ++i) {
      if (part_of_[i] == part) continue;
      auto* phi = part == 0 ? sums_[i] : llvm::cast<PHINode>(map[sums_[i]]);
      for (Value* value : phi->incoming_values()) unused.emplace_back(value);
      phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
      phi->eraseFromParent();
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  }

  Loop& loop_;
  const Schedule& schedule_;
  std::vector<PHINode*> sums_;  // vectors that the loop carries, in the order of the code
  std::vector<unsigned>
      leaders_;  // the first sum that must share a loop with this one, or one before
  std::vector<unsigned> part_of_;
  unsigned carried_ = 0;  // registers
  unsigned parts_ = 1;
};

}  // namespace

bool split_loops(Unit& unit) {
  for (llvm::Function& function : unit.module) {
    if (function.isDeclaration() || function.hasOptSize()) continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      LoopSplit(*loop, unit.schedule).run(loops, dominators);
    }
  }
  return true;
}

}  // namespace vgpu::compiler
