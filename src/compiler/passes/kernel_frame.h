// The compiler's mirror of kernel_abi.h, and the parameters that item and region functions share.
//
// An item function runs one work-item: i32 K.item(launch, group, local, frame, x, y, z). A region
// function has the same signature and runs an item from one barrier to the next. Everything a
// kernel reads of its surroundings comes through these seven; code that keeps them last in its own
// parameter list (functions that stay calls) finds them with item_parameter().
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "compiler/kernel_abi.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {

enum ItemParameter : unsigned {
  kItemLaunch,  // const LaunchFrame*
  kItemGroup,   // const uint64_t[3]
  kItemLocal,   // the group's local memory
  kItemFrame,   // the group's slots for values that live across barriers
  kItemX,       // local ids, or (linear mode) the linear id, 0 and 0
  kItemY,
  kItemZ,
  kItemParameters,
};

llvm::FunctionType* item_function_type(llvm::LLVMContext& context);

// Says that launch or group can be read as a whole: then loads from it may move out of loops and branches.
llvm::Attribute readable_bytes(llvm::LLVMContext& context, unsigned parameter);

// Gives the last seven parameters their names and what is known of them: nobody writes launch and group. Local memory
// is shared with other items, which may write it at any barrier, so nothing is said of it here.
void describe_item_parameters(llvm::Function& function);

inline llvm::Argument* item_parameter(llvm::Function& function, ItemParameter which) {
  return function.getArg(function.arg_size() - kItemParameters + which);
}

// A member of the launch frame, as an invariant load.
llvm::Value* load_launch(llvm::IRBuilderBase& builder, llvm::Value* launch, std::size_t offset,
                         llvm::Type* type, const llvm::Twine& name = "");

// Marks a load as one whose memory nobody changes while the group runs, so it may be repeated and
// hoisted.
llvm::LoadInst* mark_invariant(llvm::LoadInst* load);

}  // namespace vgpu::compiler
