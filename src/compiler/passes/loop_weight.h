// How often code runs, as far as loops tell: every level counts eightfold. The unit of the passes' comparisons of cost.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace vgpu::compiler {

inline constexpr double kLoopWeight = 8;

inline double loop_weight(const llvm::LoopInfo& loops, const llvm::BasicBlock& block) {
  double weight = 1;
  for (unsigned depth = loops.getLoopDepth(&block); depth > 0; --depth) weight *= kLoopWeight;
  return weight;
}

}  // namespace vgpu::compiler
