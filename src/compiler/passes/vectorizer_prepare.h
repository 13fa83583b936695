// Brings a region into the form that the vectoriser reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// One return, no switches, reducible loops with one latch and closed live-outs, 64-bit indices.
void prepare_region(llvm::Function& region);

// Empty, or why the region cannot become vector code.
std::string why_not_vectorizable(llvm::Function& region);

}  // namespace vgpu::compiler
