// What is known of a kernel beside its code: execution modes and arguments, as clang would have noted them.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/translation.h"

namespace vgpu::compiler::spirv {

// `id` is the function behind the entry point that became `kernel`.
void note_kernel(Translation& state, Id id, llvm::Function& kernel, SourceModule& result);

// Notes which functions may not fuse products and sums; before any body is written.
void note_contraction(Translation& state);

// "image2d_t" and so on.
std::string image_type_name(const Instruction& type);

}  // namespace vgpu::compiler::spirv
