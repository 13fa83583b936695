// The calls at which an item waits for others.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/device_names.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// The name of the function that a call calls; empty for all else.
inline llvm::StringRef callee_name(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr ? callee->getName() : "";
}

// All items of the group, or of the grid, meet here.
inline bool is_barrier(const llvm::Instruction& inst) {
  const llvm::StringRef name = callee_name(&inst);
  return name == kBarrierName || name == kGridBarrierName;
}

// So do at least the items of a warp.
inline bool is_barrier_of_warp(const llvm::Instruction& inst) {
  return is_barrier(inst) || callee_name(&inst) == kWarpBarrierName;
}

// An item that waits in a loop lets others go on.
inline bool is_yield(const llvm::Instruction& inst) {
  const llvm::StringRef name = callee_name(&inst);
  return name == kYieldName || name == kYieldService;
}

}  // namespace vgpu::compiler
