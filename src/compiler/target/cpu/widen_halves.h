// Comparisons, roundings, roots and extremes of vectors of halves, as those of floats.
//
// Without instructions for halves LLVM takes them apart lane by lane: a hundred instructions where three do, and minutes
// of scheduling for vectors of vectors. Comes after optimisation, which would turn it back. Called by CpuTarget::emit.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

void widen_halves(llvm::Module& module);

}  // namespace vgpu::compiler
