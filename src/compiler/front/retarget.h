// Turns clang's module for spir64 or nvptx64 into one for x86-64 in the module convention.
//
// Triple, data layout, calling conventions, attributes, trusted alignment; address spaces stay as numbers. Called by front.cpp
// before the device library is linked.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

inline constexpr char kKernelAttribute[] = "vgpu.kernel";
inline constexpr char kTriple[] = "x86_64-unknown-linux-gnu";
inline constexpr char kDataLayout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

// Marks kernels, then retargets the whole module.
void retarget(llvm::Module& module);

}  // namespace vgpu::compiler
