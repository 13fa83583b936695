// Keeps values alive across barriers: recomputes the cheap ones, gives the others slots in the group's frame.
//
// A slot is first a stack variable with loads and stores around every barrier (split_regions maps it into the frame
// region by region and LLVM rebuilds registers). Values that are the same for all items share one slot, which later
// tiles of a region may still read while earlier ones have moved on: so stores go to a shadow, committed by the driver.
// SPDX-License-Identifier: MIT
#include "compiler/kernel_abi.h"
#include "compiler/passes/slot_sharing.h"
#include "compiler/passes/split_regions.h"
#include "compiler/passes/uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

constexpr int kRecomputeDepth = 8;
constexpr int kRecomputeRounds = 4;

class SlotMaker {
 public:
  SlotMaker(Unit& unit, llvm::Function& function, const std::vector<WaitPoint>& waits)
      : unit_(unit), function_(function) {
    for (const WaitPoint& wait : waits) waits_.insert(wait.block);
  }

  std::vector<Slot> run() {
    recompute_cheap_values();
    std::vector<Instruction*> crossing = find_crossing();
    Uniformity uniformity(function_);
    std::vector<Slot> slots;
    std::vector<Instruction*> item_values;
    for (Instruction* value : crossing) {
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(value)) {
        slots.push_back({variable, false, true});
      } else if (!unit_.item_states && uniformity.is_uniform_at_all_uses(*value)) {
        slots.push_back({demote(*value), true, false});
      } else {
        // Items with states of their own are at different places at one time.
        item_values.push_back(value);
      }
    }
    llvm::DenseSet<Instruction*> shared;
    const std::vector<SharedSlot> together = find_shared_slots(item_values);
    for (const SharedSlot& slot : together) {
      shared.insert(slot.phi);
      shared.insert(slot.sources.begin(), slot.sources.end());
    }
    for (llvm::AllocaInst* variable : demote_shared(together)) {
      slots.push_back({variable, false, false});
    }
    for (Instruction* value : item_values) {
      if (!shared.contains(value)) slots.push_back({demote(*value), false, false});
    }
    std::erase_if(slots, [](const Slot& slot) { return slot.variable == nullptr; });
    place(slots);
    return slots;
  }

 private:
  // Whether a path from the definition to some use leads through a barrier.
  bool crosses_wait(Instruction& value) {
    llvm::SmallVector<BasicBlock*, 16> work;
    for (llvm::Use& use : value.uses()) {
      BasicBlock* block = use_block(use);
      if (block != value.getParent()) work.push_back(block);
    }
    llvm::DenseSet<BasicBlock*> seen;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (block == value.getParent() || !seen.insert(block).second) continue;
      if (waits_.contains(block)) return true;
      work.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
    return false;
  }

  static BasicBlock* use_block(llvm::Use& use) {
    auto* user = llvm::cast<Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
    return user->getParent();
  }

  std::vector<Instruction*> find_crossing() {
    std::vector<Instruction*> crossing;
    for (Instruction& inst : llvm::instructions(function_)) {
      if (inst.getType()->isVoidTy()) continue;
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
      if (crosses_wait(inst) || (variable != nullptr && address_survives(*variable))) {
        crossing.push_back(&inst);
      }
    }
    return crossing;
  }

  // Whether an address of the variable may be used behind a barrier: by way of a phi or select that crosses one, or
  // from memory or a callee that keeps it.
  bool address_survives(llvm::AllocaInst& variable) {
    llvm::SmallSetVector<Instruction*, 16> addresses;
    addresses.insert(&variable);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      for (llvm::User* user : addresses[i]->users()) {
        auto* inst = llvm::cast<Instruction>(user);
        if (llvm::isa<llvm::LoadInst, llvm::ICmpInst, llvm::LifetimeIntrinsic>(inst)) continue;
        auto* store = llvm::dyn_cast<llvm::StoreInst>(inst);
        if (store != nullptr && store->getValueOperand() != addresses[i]) continue;
        if (store != nullptr || llvm::isa<llvm::PtrToIntInst>(inst)) return true;
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(inst)) {
          if (!llvm::isa<llvm::IntrinsicInst>(call)) return true;
          continue;
        }
        if (!inst->getType()->isPointerTy()) continue;
        if (crosses_wait(*inst)) return true;
        addresses.insert(inst);
      }
    }
    return false;
  }

  // Address arithmetic, ids and arguments: as cheap to compute again as to load.
  static bool is_cheap(const Value& value, int depth = 0) {
    if (llvm::isa<llvm::Constant, llvm::Argument, llvm::AllocaInst>(value)) return true;
    const auto* inst = llvm::dyn_cast<Instruction>(&value);
    if (inst == nullptr || depth > kRecomputeDepth) return false;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
      if (!load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) return false;
    } else if (inst->isIntDivRem()) {
      if (!llvm::isa<llvm::ConstantInt>(inst->getOperand(1))) return false;
    } else if (!llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::ICmpInst, llvm::SelectInst,
                          llvm::MinMaxIntrinsic, llvm::SaturatingInst>(inst) &&
               !(llvm::isa<llvm::BinaryOperator>(inst) && !inst->getType()->isFPOrFPVectorTy())) {
      return false;
    }
    // Casts cost little or nothing, and an argument of the kernel is two loads deep already.
    const int below = depth + (llvm::isa<llvm::CastInst, llvm::LoadInst>(inst) ? 0 : 1);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(inst);
    return llvm::all_of(call != nullptr ? call->args() : inst->operands(),
                        [&](const Value* operand) { return is_cheap(*operand, below); });
  }

  static Value* recompute(Value* value, Instruction* before, llvm::DenseMap<Value*, Value*>& done) {
    auto* inst = llvm::dyn_cast<Instruction>(value);
    if (inst == nullptr || llvm::isa<llvm::AllocaInst>(inst)) return value;
    Value*& copy = done[value];
    if (copy != nullptr) return copy;
    Instruction* clone = inst->clone();
    for (llvm::Use& operand : clone->operands()) operand.set(recompute(operand, before, done));
    clone->insertBefore(before);
    done[value] = clone;
    return clone;
  }

  void recompute_cheap_values() {
    for (int round = 0; round < kRecomputeRounds; ++round) {
      std::vector<Instruction*> values;
      for (Instruction& inst : llvm::instructions(function_)) {
        if (inst.getType()->isVoidTy() || llvm::isa<llvm::AllocaInst>(inst)) continue;
        if (is_cheap(inst) && crosses_wait(inst)) values.push_back(&inst);
      }
      for (Instruction* value : values) recompute_at_uses(*value);
      for (BasicBlock& block : function_) {
        for (Instruction& inst : llvm::make_early_inc_range(llvm::reverse(block))) {
          if (llvm::isInstructionTriviallyDead(&inst)) inst.eraseFromParent();
        }
      }
      if (values.empty()) break;
    }
  }

  static void recompute_at_uses(Instruction& value) {
    llvm::SmallVector<llvm::Use*, 8> uses;
    for (llvm::Use& use : value.uses()) {
      if (use_block(use) != value.getParent()) uses.push_back(&use);
    }
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<Instruction>(use->getUser());
      Instruction* before = user;
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        before = phi->getIncomingBlock(*use)->getTerminator();
      }
      llvm::DenseMap<Value*, Value*> done;
      Value* copy = recompute(&value, before, done);
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        // One predecessor may stand in the phi several times; its values must stay the same.
        phi->setIncomingValueForBlock(phi->getIncomingBlock(*use), copy);
      } else {
        use->set(copy);
      }
    }
  }

  // Booleans travel as bytes: a vector of i1 in memory is packed bits, which slots of items are not.
  Instruction* as_byte(Instruction& value) {
    if (!value.getType()->isIntegerTy(1)) return &value;
    Instruction* behind = llvm::isa<llvm::PHINode>(value)
                              ? &*value.getParent()->getFirstInsertionPt()
                              : value.getNextNode();
    llvm::IRBuilder<> builder(behind);
    auto* byte = llvm::cast<Instruction>(
        builder.CreateIntCast(builder.CreateFreeze(&value), builder.getInt8Ty(), false));
    llvm::SmallVector<llvm::Use*, 8> uses;
    for (llvm::Use& use : value.uses()) {
      if (use_block(use) != value.getParent() || llvm::isa<llvm::PHINode>(use.getUser())) {
        uses.push_back(&use);
      }
    }
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<Instruction>(use->getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      builder.SetInsertPoint(phi != nullptr ? phi->getIncomingBlock(*use)->getTerminator() : user);
      Value* bit = builder.CreateTrunc(byte, builder.getInt1Ty());
      if (phi != nullptr) {
        phi->setIncomingValueForBlock(phi->getIncomingBlock(*use), bit);
      } else {
        use->set(bit);
      }
    }
    return byte;
  }

  llvm::AllocaInst* demote(Instruction& value) {
    Instruction* byte = as_byte(value);
    return llvm::DemoteRegToStack(*byte, false, function_.getEntryBlock().getFirstInsertionPt());
  }

  // Frame: uniform slots, their shadow, then one array an item slot, then private variables item by item.
  void place(std::vector<Slot>& slots) {
    const llvm::DataLayout& layout = unit_.module.getDataLayout();
    FrameLayout& frame = unit_.frame;
    for (Slot& slot : slots) {
      slot.size = layout.getTypeAllocSize(slot.variable->getAllocatedType());
      if (slot.variable->isArrayAllocation()) {
        slot.size *= llvm::cast<llvm::ConstantInt>(slot.variable->getArraySize())->getZExtValue();
      }
      if (!slot.uniform) continue;
      slot.offset = llvm::alignTo(frame.uniform_bytes, slot.variable->getAlign().value());
      frame.uniform_bytes = slot.offset + slot.size;
    }
    frame.uniform_bytes = llvm::alignTo(frame.uniform_bytes, kFrameAlignment);
    std::uint64_t bytes = frame.bytes + 2 * frame.uniform_bytes;
    for (Slot& slot : slots) {
      if (slot.uniform) continue;
      slot.size = llvm::alignTo(slot.size, slot.variable->getAlign().value());
      slot.offset = llvm::alignTo(bytes, kFrameAlignment);
      bytes = slot.offset + slot.size * unit_.schedule.items();
    }
    frame.bytes = llvm::alignTo(bytes, kFrameAlignment);
  }

  Unit& unit_;
  llvm::Function& function_;
  llvm::DenseSet<BasicBlock*> waits_;
};

}  // namespace

std::vector<Slot> make_slots(Unit& unit, llvm::Function& function,
                             const std::vector<WaitPoint>& waits) {
  return SlotMaker(unit, function, waits).run();
}

}  // namespace vgpu::compiler
