// The table of work-item queries and how each is answered.
//
// Sizes of a group are constants of the compile; ids come from the parameters; the rest is read from the launch frame
// with loads that may be repeated and hoisted.
// SPDX-License-Identifier: MIT
#include "compiler/passes/item_queries.h"

#include <cstddef>

#include "compiler/passes/device_names.h"
#include "compiler/passes/kernel_frame.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

// Answers the queries of one function.
class Queries {
 public:
  Queries(Unit& unit, llvm::Function& function)
      : unit_(unit), function_(function), builder_(function.getContext()) {}

  void lower(llvm::CallInst& call) {
    llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->getName().starts_with("__vg_")) return;
    builder_.SetInsertPoint(&call);
    Value* answer = find_answer(callee->getName().drop_front(5), call);
    if (answer == nullptr) return;
    if (answer->getType() != call.getType() && !call.getType()->isVoidTy()) {
      answer = call.getType()->isPointerTy()
                   ? builder_.CreateAddrSpaceCast(answer, call.getType())
                   : builder_.CreateIntCast(answer, call.getType(), false);
    }
    if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(answer);
    call.eraseFromParent();
  }

 private:
  using PerDimension = Value* (Queries::*)(unsigned dim);
  struct Row {
    const char* name;
    PerDimension answer;
    unsigned outside;  // what the query gives beyond the third dimension
  };

  Value* parameter(ItemParameter which) { return item_parameter(function_, which); }
  Value* constant(std::uint64_t value) { return builder_.getInt64(value); }

  Value* find_answer(llvm::StringRef name, llvm::CallInst& call) {
    static constexpr Row kRows[] = {
        {"local_id", &Queries::local_id, 0},
        {"group_id", &Queries::group_id, 0},
        {"local_size", &Queries::local_size, 1},
        {"enqueued_size", &Queries::enqueued_size, 1},
        {"group_count", &Queries::group_count, 1},
        {"global_size", &Queries::global_size, 1},
        {"global_offset", &Queries::global_offset, 0},
    };
    for (const Row& row : kRows) {
      if (name == row.name) return by_dimension(row, call.getArgOperand(0));
    }
    if (name == "work_dim") {
      return load_launch(builder_, parameter(kItemLaunch), offsetof(LaunchFrame, work_dim),
                         builder_.getInt32Ty(), "work_dim");
    }
    if (name == "dynamic_local") {
      return local_address(unit_.info.local_bytes);
    }
    if (name == "group_scratch") return local_address(unit_.scratch_offset);
    if (name == "local_begin") return parameter(kItemLocal);
    if (name == "local_end") return parameter(kItemFrame);  // which lies right behind
    return service(name, call);
  }

  Value* by_dimension(const Row& row, Value* dim) {
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(dim)) {
      std::uint64_t index = known->getZExtValue();
      return index < 3 ? (this->*row.answer)(static_cast<unsigned>(index)) : constant(row.outside);
    }
    Value* result = constant(row.outside);
    for (unsigned i = 0; i < 3; ++i) {
      Value* here = builder_.CreateICmpEQ(dim, llvm::ConstantInt::get(dim->getType(), i));
      result = builder_.CreateSelect(here, (this->*row.answer)(i), result);
    }
    return result;
  }

  Value* local_id(unsigned dim) {
    const Schedule& schedule = unit_.schedule;
    if (schedule.local_size[dim] == 1) return constant(0);
    if (!schedule.linear) return parameter(static_cast<ItemParameter>(kItemX + dim));
    Value* id = parameter(kItemX);
    std::uint64_t below = 1;
    for (unsigned i = 0; i < dim; ++i) below *= schedule.local_size[i];
    if (below > 1) id = builder_.CreateUDiv(id, constant(below));
    if (below * schedule.local_size[dim] < schedule.items()) {
      id = builder_.CreateURem(id, constant(schedule.local_size[dim]));
    }
    return id;
  }

  Value* group_id(unsigned dim) {
    Value* address =
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt64Ty(), parameter(kItemGroup), dim);
    return mark_invariant(builder_.CreateLoad(builder_.getInt64Ty(), address, "group_id"));
  }

  Value* local_size(unsigned dim) { return constant(unit_.request.local_size[dim]); }
  Value* enqueued_size(unsigned dim) {
    std::uint32_t size = unit_.request.enqueued_size[dim];
    return constant(size != 0 ? size : unit_.request.local_size[dim]);
  }
  Value* launch_row(std::size_t offset, unsigned dim, const char* name) {
    return load_launch(builder_, parameter(kItemLaunch), offset + dim * sizeof(std::uint64_t),
                       builder_.getInt64Ty(), name);
  }
  Value* group_count(unsigned dim) {
    return launch_row(offsetof(LaunchFrame, group_count), dim, "group_count");
  }
  Value* global_size(unsigned dim) {
    return launch_row(offsetof(LaunchFrame, global_size), dim, "global_size");
  }
  Value* global_offset(unsigned dim) {
    return launch_row(offsetof(LaunchFrame, global_offset), dim, "global_offset");
  }

  Value* local_address(std::uint64_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), parameter(kItemLocal), offset);
  }

  // A host function: the same arguments behind the launch's services.
  Value* service(llvm::StringRef name, llvm::CallInst& call) {
    static constexpr const char* kServices[] = {"printf",   "assert_fail", "trap",
                                                "malloc",   "free",        "clock",
                                                "timer_ns", "memory_kind", "launch"};
    if (!llvm::is_contained(kServices, name)) return nullptr;
    llvm::SmallVector<Value*, 8> arguments = {load_launch(builder_, parameter(kItemLaunch),
                                                          offsetof(LaunchFrame, services),
                                                          builder_.getPtrTy(), "services")};
    for (Value* argument : call.args()) {
      bool cast = argument->getType()->isPointerTy();
      arguments.push_back(cast ? builder_.CreateAddrSpaceCast(argument, builder_.getPtrTy())
                               : argument);
    }
    llvm::SmallVector<llvm::Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(call.getType(), types, false);
    llvm::FunctionCallee host =
        unit_.module.getOrInsertFunction(("vgpu_service_" + name).str(), type);
    llvm::cast<llvm::Function>(host.getCallee())->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::CallInst* result = builder_.CreateCall(host, arguments);
    result->setDebugLoc(call.getDebugLoc());
    if (name == "assert_fail" || name == "trap") end_behind(call);
    return result;
  }

  // The item ends where it failed; the host has noted why.
  void end_behind(llvm::CallInst& call) {
    llvm::Instruction* next = call.getNextNode();
    if (llvm::isa<llvm::ReturnInst>(next)) return;
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* rest = block->splitBasicBlock(next);
    block->getTerminator()->eraseFromParent();
    llvm::Type* type = function_.getReturnType();
    Value* value = type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type);
    llvm::ReturnInst::Create(block->getContext(), value, block);
    for (llvm::PHINode& phi : llvm::make_early_inc_range(rest->phis())) {
      if (phi.getBasicBlockIndex(block) >= 0) phi.removeIncomingValue(block);
    }
  }

  Unit& unit_;
  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

void lower_item_queries(Unit& unit, llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*, 32> calls;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&inst)) calls.push_back(call);
  }
  Queries queries(unit, function);
  for (llvm::CallInst* call : calls) queries.lower(*call);
  llvm::removeUnreachableBlocks(function);
}

}  // namespace vgpu::compiler
