// Remarks about values that found no register: what LLVM's register allocator says of each loop and function.
//
// A kernel that spills inside its hot loop wants a smaller jam; `vgpu compile --explain` shows where. Used by generate.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/remarks.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

namespace vgpu::compiler {

// From now on code generated in this context adds its spills to the list, which must live as long.
void collect_spills(llvm::LLVMContext& context, Remarks& remarks);

// Ends this thread's compile if it is an error: LLVM would print one that nobody takes, and end the process.
void abandon_on_error(const llvm::DiagnosticInfo& diagnostic);

}  // namespace vgpu::compiler
