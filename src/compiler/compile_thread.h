// Runs the compiler on a thread with a large stack.
//
// clang recurses deeply over nested expressions and templates, and callers may live on small stacks
// (threads of a host program, pool workers). Called by service.cpp around every call into
// libvgpu_compiler.so.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/function_ref.h"

namespace vgpu::compiler {

// Calls `work` and returns when it is done; what it throws is thrown here.
void run_with_large_stack(FunctionRef<void()> work);

}  // namespace vgpu::compiler
