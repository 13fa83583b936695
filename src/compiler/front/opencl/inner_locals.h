// Variables of local memory that a kernel declares in an inner scope.
//
// OpenCL C wants them in the kernel's outermost scope, and clang insists; other drivers take them anywhere, and
// programs were written with those. So such text is compiled once more with the declarations moved to the kernel's begin.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "clang/AST/ASTContext.h"

namespace vgpu::compiler {

// The main file's text with the declarations moved; empty if there are none. Lines keep their numbers.
std::string move_inner_locals(clang::ASTContext& context);

}  // namespace vgpu::compiler
