// Gives functions that stay real calls the context of the work-item that calls them.
//
// Recursive functions and the targets of function pointers may ask for ids, local memory or host services like any
// other code. All of them get the seven item parameters behind their own, and every call, direct or through a pointer,
// passes the caller's on. Used by make_item.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/unit.h"

namespace vgpu::compiler {

// Rewrites every function with a body but `item` (which has the parameters already), and all calls.
void pass_item_context(llvm::Module& module, llvm::Function& item);

}  // namespace vgpu::compiler
