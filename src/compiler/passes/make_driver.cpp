// Builds the exported function that runs one work-group: a switch over regions, loops over tiles in each.
//
// Region functions know one tile; here is who enumerates them. The largest number that a tile returns is the barrier
// that the group has reached, and the next region to run. A barrier of the whole grid returns to the caller, who resumes
// the group later. Kernels whose items have states of their own leave all of this to the scheduler in item_states.h.
// Where groups may run together (join_groups), the function runs several, and vgpu_group is a call of it for one.
// SPDX-License-Identifier: MIT
#include <optional>

#include "compiler/passes/kept_part.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/Constants.h"

namespace vgpu::compiler {
namespace {

using llvm::BasicBlock;
using llvm::Value;

class Driver {
 public:
  Driver(Unit& unit, std::optional<std::uint64_t> panels)
      : unit_(unit), panels_(panels), context_(unit.module.getContext()), builder_(context_) {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(
        builder_.getInt32Ty(), {pointer, pointer, pointer, pointer, builder_.getInt32Ty()}, false);
    group_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                    unit.joins_groups ? kGroupsSymbol : kGroupSymbol, unit.module);
    for (unsigned i = 0; i <= kItemFrame; ++i) {
      group_->getArg(i)->addAttr(llvm::Attribute::NoAlias);
      if (i > kItemGroup) continue;
      group_->getArg(i)->addAttr(llvm::Attribute::ReadOnly);
      group_->getArg(i)->addAttr(readable_bytes(context_, i));
    }
    for (unsigned i = kItemLocal; i <= kItemFrame; ++i) {
      group_->getArg(i)->addAttr(
          llvm::Attribute::getWithAlignment(context_, llvm::Align(kFrameAlignment)));
    }
    group_->getArg(4)->setName(unit.joins_groups ? "count" : "resume");
  }

  llvm::Function* run() {
    builder_.SetInsertPoint(block("entry"));
    if (unit_.item_states) {
      call_scheduler();
    } else if (unit_.joins_groups) {
      run_rows(unit_.regions[0]);
      builder_.CreateRet(builder_.getInt32(0));
      export_single();
    } else if (unit_.regions.size() == 1) {
      run_tiles(unit_.regions[0]);
      end_group(builder_.getInt32(0));
    } else {
      dispatch();
    }
    return group_;
  }

 private:
  BasicBlock* block(const llvm::Twine& name, llvm::Function* function = nullptr) {
    return BasicBlock::Create(context_, name, function != nullptr ? function : group_);
  }

  // Runs the body for 0, step, ... below `end`, at least once.
  template <class Body>
  void loop(Value* end, std::uint64_t step, const Body& body) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(end);
    if (constant != nullptr && constant->getZExtValue() <= step) return body(builder_.getInt64(0));
    BasicBlock* before = builder_.GetInsertBlock();
    BasicBlock* head = block("tile");
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    llvm::PHINode* index = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    index->addIncoming(builder_.getInt64(0), before);
    body(index);
    Value* next = builder_.CreateAdd(index, builder_.getInt64(step), "", true, true);
    index->addIncoming(next, builder_.GetInsertBlock());
    BasicBlock* behind = block("behind");
    builder_.CreateCondBr(builder_.CreateICmpULT(next, end), head, behind);
    builder_.SetInsertPoint(behind);
  }

  // Where the loop along x ends.
  Value* end_x(const Region& region, Value* group) {
    Value* extent = builder_.getInt64(unit_.schedule.extent(0));
    if (region.active == nullptr) return extent;
    Value* active = builder_.CreateCall(
        region.active, {group_->getArg(kItemLaunch), group, group_->getArg(kItemLocal),
                        group_->getArg(kItemFrame)});
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, active, extent);
  }

  static llvm::Function* code_of(const Region& region) {
    return region.tile != nullptr ? region.tile : region.item;
  }
  std::uint64_t step_x(const Region& region) const {
    return region.tile != nullptr ? std::uint64_t{unit_.schedule.width} * region.jam_x : 1;
  }

  Value* run_tile(const Region& region, Value* group, Value* x, Value* y, Value* z) {
    return builder_.CreateCall(code_of(region),
                               {group_->getArg(kItemLaunch), group, group_->getArg(kItemLocal),
                                group_->getArg(kItemFrame), x, y, z});
  }

  // The loops over the rows of tiles in a group.
  template <class Body>
  void rows(const Region& region, const Body& body) {
    const Schedule& schedule = unit_.schedule;
    const std::uint64_t height = region.tile != nullptr ? schedule.tile_y() : 1;
    loop(builder_.getInt64(schedule.extent(2)), 1, [&](Value* z) {
      loop(builder_.getInt64(schedule.extent(1)), height, [&](Value* y) { body(y, z); });
    });
  }

  // Warps that may wait for each other: the host takes turns among them (group_fibers.h).
  Value* run_waiting_tiles(const Region& region) {
    llvm::SmallVector<Value*, 8> arguments = {code_of(region)};
    for (unsigned i = 0; i <= kItemFrame; ++i) arguments.push_back(group_->getArg(i));
    // As in the loops below, the first tile tells which barrier follows even if no item does anything.
    Value* end = end_x(region, group_->getArg(kItemGroup));
    end = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, end, builder_.getInt64(1));
    arguments.push_back(end);
    arguments.push_back(builder_.getInt64(region.tile != nullptr ? unit_.schedule.width : 1));
    llvm::SmallVector<llvm::Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), types, false);
    return builder_.CreateCall(unit_.module.getOrInsertFunction("vgpu_service_run_warps", type),
                               arguments);
  }

  // Runs all tiles of a region; the result is the barrier reached by the items that have not ended.
  Value* run_tiles(const Region& region) {
    if (unit_.waits && !unit_.schedule.lockstep) return run_waiting_tiles(region);
    llvm::IRBuilder<> first(&group_->getEntryBlock(), group_->getEntryBlock().begin());
    llvm::AllocaInst* reached = first.CreateAlloca(first.getInt32Ty());
    builder_.CreateStore(builder_.getInt32(0), reached);
    Value* group = group_->getArg(kItemGroup);
    Value* end = end_x(region, group);
    rows(region, [&](Value* y, Value* z) {
      loop(end, step_x(region), [&](Value* x) {
        Value* result = run_tile(region, group, x, y, z);
        Value* before = builder_.CreateLoad(builder_.getInt32Ty(), reached);
        Value* highest = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, before, result);
        builder_.CreateStore(highest, reached);
      });
    });
    return builder_.CreateLoad(builder_.getInt32Ty(), reached);
  }

  // Each row of tiles of all groups, whose ids stand one behind the other.
  void run_rows(const Region& region) {
    Value* count = builder_.CreateZExt(group_->getArg(4), builder_.getInt64Ty());
    llvm::Type* id = llvm::ArrayType::get(builder_.getInt64Ty(), 3);
    rows(region, [&](Value* y, Value* z) {
      loop(count, 1, [&](Value* number) {
        Value* group = builder_.CreateInBoundsGEP(id, group_->getArg(kItemGroup), number);
        loop(end_x(region, group), step_x(region),
             [&](Value* x) { run_tile(region, group, x, y, z); });
      });
    });
  }

  void export_single() {
    auto* single = llvm::Function::Create(
        group_->getFunctionType(), llvm::GlobalValue::ExternalLinkage, kGroupSymbol, unit_.module);
    single->setAttributes(group_->getAttributes());
    llvm::IRBuilder<> builder(block("entry", single));
    llvm::SmallVector<Value*, 5> arguments;
    for (llvm::Argument& argument : single->args()) arguments.push_back(&argument);
    arguments.back() = builder.getInt32(1);
    llvm::CallInst* call = builder.CreateCall(group_, arguments);
    call->setTailCallKind(llvm::CallInst::TCK_Tail);
    call->setIsNoInline();
    builder.CreateRet(call);
  }

  // What the tiles wrote into the shadow becomes what the next region reads.
  void commit(const Region& region) {
    Value* frame = group_->getArg(kItemFrame);
    for (auto [offset, size] : region.commits) {
      Value* to = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame, offset);
      Value* from = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame,
                                                        offset + unit_.frame.uniform_bytes);
      auto bits = static_cast<unsigned>(size * 8);
      llvm::Type* type = builder_.getIntNTy(bits);
      builder_.CreateAlignedStore(builder_.CreateAlignedLoad(type, from, llvm::Align(1)), to,
                                  llvm::Align(1));
    }
  }

  void dispatch() {
    llvm::Argument* resume = group_->getArg(4);
    for (unsigned i = 0; i < unit_.regions.size(); ++i) {
      starts_.push_back(block("region" + llvm::Twine(i)));
    }
    BasicBlock* done = block("done");
    llvm::SwitchInst* entries = builder_.CreateSwitch(resume, done);
    for (unsigned i = 0; i < unit_.regions.size(); ++i) {
      const bool entered = i == 0 || unit_.regions[i].kind == WaitKind::grid;
      if (entered) entries->addCase(builder_.getInt32(i), starts_[i]);
    }
    for (unsigned i = 0; i < unit_.regions.size(); ++i) {
      builder_.SetInsertPoint(starts_[i]);
      Value* reached = run_tiles(unit_.regions[i]);
      commit(unit_.regions[i]);
      go_on(unit_.regions[i], reached);
    }
    builder_.SetInsertPoint(done);
    builder_.CreateRet(builder_.getInt32(0));
  }

  // Notes whose panels the frame holds now (keep_panels), for the next group.
  void end_group(Value* result) {
    if (panels_) {
      llvm::Type* type = builder_.getInt64Ty();
      Value* group = builder_.CreateAlignedLoad(type, group_->getArg(kItemGroup), llvm::Align(8));
      Value* place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(),
                                                         group_->getArg(kItemFrame), *panels_);
      builder_.CreateAlignedStore(builder_.CreateAdd(group, builder_.getInt64(1)), place,
                                  llvm::Align(8));
    }
    builder_.CreateRet(result);
  }

  // To the next region, or back to the caller: when all items have ended and at barriers of the grid.
  void go_on(const Region& region, Value* reached) {
    BasicBlock* leave = block("leave");
    auto target = [&](unsigned next) {
      const bool leaves = next == 0 || unit_.regions[next].kind == WaitKind::grid;
      return leaves ? leave : starts_[next];
    };
    if (region.next.size() == 1) {
      reached = builder_.getInt32(region.next[0]);
      builder_.CreateBr(target(region.next[0]));
    } else {
      llvm::SwitchInst* choice = builder_.CreateSwitch(reached, leave);
      for (unsigned next : region.next) {
        if (target(next) != leave) choice->addCase(builder_.getInt32(next), target(next));
      }
    }
    builder_.SetInsertPoint(leave);
    end_group(reached);
  }

  // i32 step(launch, group, local, frame, x, state): one item from one wait to the next.
  llvm::Function* make_step() {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(
        builder_.getInt32Ty(),
        {pointer, pointer, pointer, pointer, builder_.getInt64Ty(), builder_.getInt32Ty()}, false);
    auto* step =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "vgpu_step", unit_.module);
    llvm::IRBuilder<> builder(block("entry", step));
    BasicBlock* none = block("none", step);
    llvm::SwitchInst* regions = builder.CreateSwitch(step->getArg(5), none);
    for (unsigned i = 0; i < unit_.regions.size(); ++i) {
      BasicBlock* start = block("region" + llvm::Twine(i), step);
      regions->addCase(builder.getInt32(i), start);
      builder.SetInsertPoint(start);
      Value* zero = builder.getInt64(0);
      builder.CreateRet(builder.CreateCall(unit_.regions[i].item,
                                           {step->getArg(0), step->getArg(1), step->getArg(2),
                                            step->getArg(3), step->getArg(4), zero, zero}));
    }
    builder.SetInsertPoint(none);
    builder.CreateRet(builder.getInt32(0));
    return step;
  }

  llvm::GlobalVariable* make_table() {
    std::vector<std::uint8_t> kinds;
    for (const Region& region : unit_.regions) {
      kinds.push_back(static_cast<std::uint8_t>(region.kind));
    }
    llvm::Constant* table = llvm::ConstantStruct::getAnon(
        {builder_.getInt64(unit_.schedule.items()), builder_.getInt64(unit_.frame.states),
         builder_.getInt64(unit_.frame.exchange),
         builder_.getInt32(static_cast<std::uint32_t>(kinds.size())),
         llvm::ConstantDataArray::get(context_, kinds)});
    return new llvm::GlobalVariable(unit_.module, table->getType(), true,
                                    llvm::GlobalValue::PrivateLinkage, table, "vgpu_states");
  }

  void call_scheduler() {
    llvm::Function* step = make_step();
    llvm::SmallVector<Value*, 8> arguments = {make_table(), step};
    for (llvm::Argument& argument : group_->args()) arguments.push_back(&argument);
    llvm::SmallVector<llvm::Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), types, false);
    llvm::FunctionCallee run = unit_.module.getOrInsertFunction("vgpu_service_run_states", type);
    builder_.CreateRet(builder_.CreateCall(run, arguments));
  }

  Unit& unit_;
  std::optional<std::uint64_t> panels_;  // in the frame
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  llvm::Function* group_ = nullptr;
  std::vector<BasicBlock*> starts_;  // of the regions
};

// Panels lie behind everything else in the frame. The result says where, or nothing if there are none.
std::optional<std::uint64_t> place_panels(Unit& unit) {
  llvm::GlobalVariable* panels = unit.module.getGlobalVariable(kPanelsName);
  if (panels == nullptr) return {};
  KeptFrame kept;
  kept.bytes = sizeof(std::uint64_t);
  panels->getAttribute(kBandAttribute).getValueAsString().getAsInteger(10, kept.band);
  const std::uint64_t size = unit.module.getDataLayout().getTypeAllocSize(panels->getValueType());
  const std::uint64_t offset = keep_part(unit, size, kept);
  llvm::Type* type = llvm::Type::getInt64Ty(unit.module.getContext());
  panels->replaceAllUsesWith(
      llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(type, offset), panels->getType()));
  panels->eraseFromParent();
  return offset;
}

}  // namespace

bool make_driver(Unit& unit) {
  unit.group = Driver(unit, place_panels(unit)).run();
  llvm::DISubprogram* subprogram = unit.item->getSubprogram();
  unit.item->eraseFromParent();
  unit.item = nullptr;
  unit.group->setSubprogram(subprogram);
  for (Region& region : unit.regions) {
    if (region.tile != nullptr) {
      region.item->eraseFromParent();
      region.item = nullptr;
    }
    llvm::Function* used = region.tile != nullptr ? region.tile : region.item;
    used->removeFnAttr(llvm::Attribute::NoInline);
    used->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return true;
}

}  // namespace vgpu::compiler
