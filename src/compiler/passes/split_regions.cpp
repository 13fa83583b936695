// Splits a kernel at its barriers into regions that run to completion one after another.
//
// Work-items of a group meet at a barrier; on a CPU they are lanes of vectors in loops, so a loop cannot stop halfway.
// Everything between two barriers becomes one region function that returns the number of the barrier reached, and
// values that live across one are kept in the group's frame. Barriers may stand anywhere: in loops, in branches that
// all items take or only some (parted_items.h), behind returns that only some take (those items are marked as ended). In lockstep one tile is the
// whole group, so barriers are left to the vectoriser, which drops them. Knows nothing of SIMD width.
// SPDX-License-Identifier: MIT
#include "compiler/passes/split_regions.h"

#include <algorithm>

#include "compiler/passes/barrier_roles.h"
#include "compiler/passes/clean.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/parted_items.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Value;

constexpr char kRegionPasses[] =
    "mem2reg,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(licm),gvn<no-pre>,instcombine<no-verify-fixpoint>,simplifycfg";

llvm::Function* clone_item(Unit& unit, const char* suffix) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(unit.item, map);
  copy->setSubprogram(nullptr);
  copy->setName(unit.item->getName() + suffix);
  return copy;
}

// Cuts one prepared function into its regions.
class Splitter {
 public:
  Splitter(Unit& unit, llvm::Function& function, std::vector<WaitPoint> waits,
           std::vector<Slot> slots)
      : unit_(unit),
        function_(function),
        waits_(std::move(waits)),
        slots_(std::move(slots)),
        builder_(function.getContext()) {
    for (unsigned i = 0; i < waits_.size(); ++i) wait_index_[waits_[i].block] = i;
    for (unsigned i = 0; i < slots_.size(); ++i) slot_index_[slots_[i].variable] = i;
  }

  void run() {
    parts_.resize(waits_.size() + 1);
    for (unsigned i = 0; i < parts_.size(); ++i) collect(i);
    find_live_slots();
    for (unsigned i = 0; i < parts_.size(); ++i) unit_.regions.push_back(cut(i));
  }

 private:
  struct Part {
    std::vector<BasicBlock*> blocks;
    llvm::DenseSet<unsigned> exits;   // waits reached
    llvm::DenseSet<unsigned> loaded;  // slots
    llvm::DenseSet<unsigned> stored;
    llvm::DenseSet<unsigned> live_in;  // slots that this region or a later one may read
  };

  BasicBlock* start_of(unsigned region) {
    return region == 0 ? &function_.getEntryBlock()
                       : waits_[region - 1].block->getSingleSuccessor();
  }

  void collect(unsigned region) {
    Part& part = parts_[region];
    llvm::SmallVector<BasicBlock*, 16> work = {start_of(region)};
    llvm::DenseSet<BasicBlock*> seen;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (auto wait = wait_index_.find(block); wait != wait_index_.end()) {
        part.exits.insert(wait->second);
        continue;
      }
      if (!seen.insert(block).second) continue;
      part.blocks.push_back(block);
      for (llvm::Instruction& inst : *block) note_slots(part, inst);
      work.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
  }

  void note_slots(Part& part, llvm::Instruction& inst) {
    for (Value* operand : inst.operands()) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(operand);
      auto slot = variable != nullptr ? slot_index_.find(variable) : slot_index_.end();
      if (slot == slot_index_.end()) continue;
      (llvm::isa<llvm::StoreInst>(inst) ? part.stored : part.loaded).insert(slot->second);
    }
  }

  void find_live_slots() {
    for (Part& part : parts_) part.live_in = part.loaded;
    for (bool changed = true; changed;) {
      changed = false;
      for (Part& part : parts_) {
        std::size_t before = part.live_in.size();
        for (unsigned exit : part.exits) {
          llvm::DenseSet<unsigned>& next = parts_[exit + 1].live_in;
          part.live_in.insert(next.begin(), next.end());
        }
        changed |= part.live_in.size() != before;
      }
    }
  }

  // Linear number of the item, the index of slots that every item has.
  Value* item_index(llvm::Function& region) {
    const Schedule& schedule = unit_.schedule;
    Value* index = item_parameter(region, kItemX);
    if (schedule.linear) return index;
    Value* rows = item_parameter(region, kItemY);
    if (schedule.extent(2) > 1) {
      Value* planes = builder_.CreateMul(item_parameter(region, kItemZ),
                                         builder_.getInt64(schedule.extent(1)), "", true, true);
      rows = builder_.CreateAdd(planes, rows, "", true, true);
    }
    if (schedule.extent(1) == 1 && schedule.extent(2) == 1) return index;
    rows = builder_.CreateMul(rows, builder_.getInt64(schedule.extent(0)), "", true, true);
    return builder_.CreateAdd(rows, index, "", true, true);
  }

  Value* item_address(std::uint64_t offset, std::uint64_t size) {
    Value* bytes = builder_.CreateMul(index_, builder_.getInt64(size), "", true, true);
    Value* base = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame_, offset);
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), base, bytes);
  }

  Value* address(const Slot& slot, bool shadow) {
    if (!slot.uniform) return item_address(slot.offset, slot.size);
    std::uint64_t offset = slot.offset + (shadow ? unit_.frame.uniform_bytes : 0);
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame_, offset);
  }

  llvm::IntegerType* place_type() { return builder_.getIntNTy(unit_.frame.parted ? 16 : 8); }
  Value* place_address() { return item_address(unit_.frame.alive, unit_.frame.parted ? 2 : 1); }
  void note_place(unsigned place) {
    builder_.CreateStore(llvm::ConstantInt::get(place_type(), place), place_address());
  }

  // Items that ended before must not run again, nor those that wait elsewhere.
  void skip_other_items(unsigned index, llvm::Function& region) {
    Value* place = builder_.CreateLoad(place_type(), place_address());
    auto* away = BasicBlock::Create(builder_.getContext(), "away", &region);
    auto* running = BasicBlock::Create(builder_.getContext(), "running", &region);
    const bool parted = unit_.frame.parted;
    Value* other = llvm::ConstantInt::get(place_type(), parted ? index : 0);
    Value* skips =
        parted ? builder_.CreateICmpNE(place, other) : builder_.CreateICmpEQ(place, other);
    builder_.CreateCondBr(skips, away, running);
    builder_.SetInsertPoint(away);
    builder_.CreateRet(parted ? builder_.CreateZExt(place, builder_.getInt32Ty())
                              : builder_.getInt32(0));
    builder_.SetInsertPoint(running);
  }

  // Variables stand in the function's first block, or LLVM would not turn them into registers.
  void map_slots(llvm::ValueToValueMapTy& map) {
    for (const Slot& slot : slots_) {
      map[slot.variable] = slot.memory ? address(slot, false)
                                       : builder_.CreateAlloca(slot.variable->getAllocatedType());
    }
  }

  void load_slots(unsigned region, llvm::ValueToValueMapTy& map) {
    const Part& part = parts_[region];
    if (region == 0) return;
    for (unsigned i = 0; i < slots_.size(); ++i) {
      bool touched = part.loaded.contains(i) || part.stored.contains(i);
      if (slots_[i].memory || !touched || !part.live_in.contains(i)) continue;
      llvm::Type* type = slots_[i].variable->getAllocatedType();
      Value* value = builder_.CreateLoad(type, address(slots_[i], false));
      builder_.CreateStore(value, map[slots_[i].variable]);
    }
  }

  BasicBlock* make_exit(unsigned region, unsigned wait, llvm::Function& function,
                        llvm::ValueToValueMapTy& map) {
    const Part& part = parts_[region];
    auto* block = BasicBlock::Create(builder_.getContext(), "reached", &function);
    builder_.SetInsertPoint(block);
    for (unsigned i = 0; i < slots_.size(); ++i) {
      if (slots_[i].memory || !part.stored.contains(i)) continue;
      if (!parts_[wait + 1].live_in.contains(i)) continue;
      Value* value =
          builder_.CreateLoad(slots_[i].variable->getAllocatedType(), map[slots_[i].variable]);
      builder_.CreateStore(value, address(slots_[i], true));
    }
    if (unit_.frame.parted) {
      note_place(wait + 1);
    } else if (unit_.frame.has_alive && region == 0) {
      note_place(1);
    }
    builder_.CreateRet(builder_.getInt32(wait + 1));
    return block;
  }

  void copy_blocks(unsigned region, llvm::Function& function, llvm::ValueToValueMapTy& map) {
    const Part& part = parts_[region];
    for (BasicBlock* block : part.blocks) {
      map[block] = llvm::CloneBasicBlock(block, map, "", &function);
    }
    for (Slot& slot : slots_) restore_slot(slot, function, map);
    llvm::DenseSet<BasicBlock*> inside(part.blocks.begin(), part.blocks.end());
    for (BasicBlock* block : part.blocks) {
      auto* copy = llvm::cast<BasicBlock>(map[block]);
      for (llvm::PHINode& phi : copy->phis()) {
        for (int i = static_cast<int>(phi.getNumIncomingValues()) - 1; i >= 0; --i) {
          if (!inside.contains(phi.getIncomingBlock(i))) phi.removeIncomingValue(i, false);
        }
      }
      for (llvm::Instruction& inst : *copy) {
        llvm::RemapInstruction(&inst, map,
                               llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      }
      if (unit_.frame.has_alive && llvm::isa<llvm::ReturnInst>(copy->getTerminator())) {
        builder_.SetInsertPoint(copy->getTerminator());
        note_place(0);
      }
    }
  }

  // Copying the entry block also copied the slot's variable, which must not replace the mapped one.
  void restore_slot(Slot& slot, llvm::Function& function, llvm::ValueToValueMapTy& map) {
    auto* copy = llvm::dyn_cast<llvm::AllocaInst>(map[slot.variable]);
    if (copy == nullptr || copy->getParent() == entry_) return;
    copy->eraseFromParent();
    map[slot.variable] = saved_[slot.variable];
  }

  // The regions that may follow, 0 for the end.
  std::vector<unsigned> successors_of(unsigned index) const {
    const Part& part = parts_[index];
    std::vector<unsigned> next;
    const bool ends = llvm::any_of(part.blocks, [](const BasicBlock* block) {
      return llvm::isa<llvm::ReturnInst>(block->getTerminator());
    });
    if (ends || unit_.frame.has_alive) next.push_back(0);
    for (unsigned exit = 0; exit < waits_.size(); ++exit) {
      if (unit_.frame.parted || part.exits.contains(exit)) next.push_back(exit + 1);
    }
    return next;
  }

  Region cut(unsigned index) {
    Region region;
    if (index > 0) region.kind = waits_[index - 1].kind;
    llvm::LLVMContext& context = function_.getContext();
    auto* function =
        llvm::Function::Create(function_.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                               unit_.request.symbol + ".r" + std::to_string(index), unit_.module);
    function->copyAttributesFrom(&function_);
    describe_item_parameters(*function);
    llvm::ValueToValueMapTy map;
    for (unsigned i = 0; i < function->arg_size(); ++i) {
      map[function_.getArg(i)] = function->getArg(i);
    }
    entry_ = BasicBlock::Create(context, "start", function);
    builder_.SetInsertPoint(entry_);
    frame_ = item_parameter(*function, kItemFrame);
    index_ = item_index(*function);
    map_slots(map);
    if (unit_.frame.has_alive && index > 0) skip_other_items(index, *function);
    load_slots(index, map);
    saved_.clear();
    for (Slot& slot : slots_) saved_[slot.variable] = map[slot.variable];
    BasicBlock* last = builder_.GetInsertBlock();
    for (unsigned wait : parts_[index].exits) {
      map[waits_[wait].block] = make_exit(index, wait, *function, map);
    }
    copy_blocks(index, *function, map);
    region.next = successors_of(index);
    builder_.SetInsertPoint(last);
    builder_.CreateBr(llvm::cast<BasicBlock>(map[start_of(index)]));
    for (unsigned i : parts_[index].stored) {
      if (slots_[i].uniform) region.commits.emplace_back(slots_[i].offset, slots_[i].size);
    }
    run_function_passes(*function, kRegionPasses);
    canonicalize(*function);
    region.item = function;
    return region;
  }

  Unit& unit_;
  llvm::Function& function_;
  std::vector<WaitPoint> waits_;
  std::vector<Slot> slots_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<BasicBlock*, unsigned> wait_index_;
  llvm::DenseMap<Value*, unsigned> slot_index_;
  std::vector<Part> parts_;
  BasicBlock* entry_ = nullptr;
  Value* frame_ = nullptr;
  Value* index_ = nullptr;
  llvm::DenseMap<Value*, Value*> saved_;
};

// Bytes of the frame that do not depend on slots: flags and item states.
void reserve_frame(Unit& unit) {
  FrameLayout& frame = unit.frame;
  frame = {};
  if (!unit.item_states) return;
  frame.states = 0;
  frame.exchange = llvm::alignTo(4 * unit.schedule.items(), kFrameAlignment);
  frame.bytes =
      llvm::alignTo(frame.exchange + sizeof(ItemExchange) * unit.schedule.items(), kFrameAlignment);
}

// Regions take all items to the same barrier.
void run_items_apart(Unit& unit) {
  unit.remarks.add("split_regions", "items wait at different barriers: every item runs for itself");
  Schedule& schedule = unit.schedule;
  schedule.width = schedule.jam_x = schedule.jam_y = 1;
  schedule.lockstep = false;
  unit.item_states = true;
}

}  // namespace

bool split_regions(Unit& unit) {
  unit.regions.clear();
  if (!unit.item_states && unit.uses_barrier && unit.counts_on_warps() &&
      items_wait_apart(*unit.item)) {
    run_items_apart(unit);
  }
  reserve_frame(unit);
  llvm::Function* work = clone_item(unit, ".work");
  const bool barriers_stay = unit.uses_barrier && !unit.item_states && !unit.schedule.lockstep;
  if (barriers_stay) make_items_meet(*work);
  std::vector<WaitPoint> waits = isolate_waits(unit, *work);
  if (waits.empty()) {
    work->setName(unit.request.symbol + ".r0");
    canonicalize(*work);
    Region whole;
    whole.item = work;
    whole.next = {0};
    unit.regions.push_back(std::move(whole));
    return true;
  }
  unit.frame.has_alive = !unit.item_states && items_may_end_early(*work, waits);
  unit.frame.parted = unit.frame.has_alive && items_may_part(*work, waits);
  // The earliest that items wait at goes on first. The scheduler of item states takes the lowest number for it, the
  // driver of other kernels the highest.
  if (unit.item_states || unit.frame.parted) put_earlier_first(*work, waits);
  if (unit.frame.parted) std::reverse(waits.begin(), waits.end());
  std::vector<Slot> slots = make_slots(unit, *work, waits);
  if (unit.frame.has_alive) {
    unit.frame.alive = unit.frame.bytes;
    const std::uint64_t bytes = unit.schedule.items() * (unit.frame.parted ? 2 : 1);
    unit.frame.bytes = llvm::alignTo(unit.frame.bytes + bytes, kFrameAlignment);
  }
  Splitter(unit, *work, std::move(waits), std::move(slots)).run();
  work->eraseFromParent();
  return true;
}

}  // namespace vgpu::compiler
