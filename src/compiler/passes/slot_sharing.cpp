// Liveness of the few values in question, and the variable that takes their place.
//
// Two values may share a variable if neither is alive where the other is defined. A phi's operands count as used at the
// end of the block they come from.
// SPDX-License-Identifier: MIT
#include "compiler/passes/slot_sharing.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

// Where one value is alive.
class Lifetime {
 public:
  explicit Lifetime(Instruction& value) : value_(value) {
    for (llvm::Use& use : value.uses()) {
      auto* user = llvm::cast<Instruction>(use.getUser());
      if (auto* phi = llvm::dyn_cast<PHINode>(user)) {
        reach_end(*phi->getIncomingBlock(use));
      } else if (user->getParent() != value.getParent()) {
        reach_start(*user->getParent());
      }
    }
  }

  bool alive_at_start(BasicBlock& block) const { return starts_.contains(&block); }

  // Whether the value is needed behind an instruction that is not itself.
  bool alive_behind(Instruction& place) const {
    BasicBlock* block = place.getParent();
    bool defined =
        starts_.contains(block) || (value_.getParent() == block && value_.comesBefore(&place));
    if (!defined) return false;
    if (ends_.contains(block)) return true;
    for (llvm::User* user : value_.users()) {
      auto* inst = llvm::cast<Instruction>(user);
      if (!llvm::isa<PHINode>(inst) && inst->getParent() == block && place.comesBefore(inst)) {
        return true;
      }
    }
    return false;
  }

 private:
  void reach_end(BasicBlock& block) {
    if (ends_.insert(&block).second && &block != value_.getParent()) reach_start(block);
  }
  void reach_start(BasicBlock& block) {
    llvm::SmallVector<BasicBlock*, 16> work = {&block};
    while (!work.empty()) {
      BasicBlock* next = work.pop_back_val();
      if (!starts_.insert(next).second) continue;
      for (BasicBlock* before : llvm::predecessors(next)) {
        if (ends_.insert(before).second && before != value_.getParent()) work.push_back(before);
      }
    }
  }

  Instruction& value_;
  llvm::DenseSet<BasicBlock*> starts_, ends_;
};

bool alive_where_defined(const Lifetime& lifetime, Instruction& other) {
  if (llvm::isa<PHINode>(other)) return lifetime.alive_at_start(*other.getParent());
  return lifetime.alive_behind(other);
}

bool collide(Instruction& a, Instruction& b) {
  if (llvm::isa<PHINode>(a) && llvm::isa<PHINode>(b) && a.getParent() == b.getParent()) return true;
  return alive_where_defined(Lifetime(a), b) || alive_where_defined(Lifetime(b), a);
}

// Gives slots their variables.
//
// All phis of a block take their values at once. On the way into the block, whatever they take from variables is therefore
// loaded in front of the first store: that may be to the same variable, for another phi.
class Demoter {
 public:
  llvm::AllocaInst* demote(const SharedSlot& slot) {
    BasicBlock& entry = slot.phi->getFunction()->getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    llvm::AllocaInst* variable = builder.CreateAlloca(slot.phi->getType());
    store_on_edges(slot, *variable);
    replace_uses(*slot.phi, *variable);
    slot.phi->eraseFromParent();
    for (Instruction* source : slot.sources) {
      replace_uses(*source, *variable);
      Instruction* behind = llvm::isa<PHINode>(source)
                                ? &*source->getParent()->getFirstInsertionPt()
                                : source->getNextNode();
      llvm::IRBuilder<>(behind).CreateStore(source, variable);
    }
    return variable;
  }

 private:
  // The variable's value in front of every use.
  void replace_uses(Instruction& value, llvm::AllocaInst& variable) {
    llvm::SmallVector<llvm::Use*, 8> uses;
    for (llvm::Use& use : value.uses()) uses.push_back(&use);
    llvm::DenseMap<std::pair<PHINode*, BasicBlock*>, Value*> edges;  // one value an edge of a phi
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<Instruction>(use->getUser());
      auto* phi = llvm::dyn_cast<PHINode>(user);
      if (phi == nullptr) {
        llvm::IRBuilder<> builder(user);
        use->set(builder.CreateLoad(value.getType(), &variable));
        continue;
      }
      BasicBlock* from = phi->getIncomingBlock(*use);
      Value*& loaded = edges[{phi, from}];
      if (loaded == nullptr) {
        Instruction* store = first_stores_.lookup(from);
        llvm::IRBuilder<> builder(store != nullptr ? store : from->getTerminator());
        loaded = builder.CreateLoad(value.getType(), &variable);
      }
      use->set(loaded);
    }
  }

  // What comes into the phi from elsewhere is stored on the way.
  void store_on_edges(const SharedSlot& slot, llvm::AllocaInst& variable) {
    PHINode& phi = *slot.phi;
    llvm::SmallVector<std::pair<Value*, BasicBlock*>, 4> edges;
    llvm::SmallDenseSet<BasicBlock*, 4> seen;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      Value* value = phi.getIncomingValue(i);
      bool stored = llvm::is_contained(slot.sources, value) || value == &phi;
      if (seen.insert(phi.getIncomingBlock(i)).second && !stored) {
        edges.emplace_back(value, phi.getIncomingBlock(i));
      }
    }
    for (auto [value, from] : edges) {
      BasicBlock* at = from;
      if (from->getTerminator()->getNumSuccessors() > 1) {
        at = llvm::SplitEdge(from, phi.getParent());
      }
      auto* store = llvm::IRBuilder<>(at->getTerminator()).CreateStore(value, &variable);
      first_stores_.try_emplace(at, store);
    }
  }

  llvm::DenseMap<BasicBlock*, Instruction*> first_stores_;  // in blocks that lead to phis
};

}  // namespace

std::vector<SharedSlot> find_shared_slots(const std::vector<Instruction*>& values) {
  llvm::DenseSet<Instruction*> left(values.begin(), values.end());
  std::vector<SharedSlot> slots;
  for (Instruction* value : values) {
    auto* phi = llvm::dyn_cast<PHINode>(value);
    if (phi == nullptr || phi->getType()->isIntegerTy(1) || !left.contains(phi)) continue;
    SharedSlot slot{phi, {}};
    for (Value* incoming : phi->incoming_values()) {
      auto* source = llvm::dyn_cast<Instruction>(incoming);
      if (source == nullptr || source == phi || !left.contains(source)) continue;
      bool fits = !collide(*source, *phi) && llvm::none_of(slot.sources, [&](Instruction* other) {
        return other == source || collide(*source, *other);
      });
      if (fits) slot.sources.push_back(source);
    }
    if (slot.sources.empty()) continue;
    left.erase(phi);
    for (Instruction* source : slot.sources) left.erase(source);
    slots.push_back(std::move(slot));
  }
  return slots;
}

std::vector<llvm::AllocaInst*> demote_shared(const std::vector<SharedSlot>& slots) {
  Demoter demoter;
  std::vector<llvm::AllocaInst*> variables;
  for (const SharedSlot& slot : slots) variables.push_back(demoter.demote(slot));
  return variables;
}

}  // namespace vgpu::compiler
