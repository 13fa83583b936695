// Masked loads and stores of the first lanes only, as plain ones of shorter vectors.
//
// The last steps of a tree run in one vector of which 4, 2 or 1 lanes are active, known once everything is inlined. A
// masked store takes many cycles on some machines and its data cannot be forwarded to the load of the next step; a short
// plain one has neither fault. A pass of CpuTarget's optimisation. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/PassManager.h"

namespace vgpu::compiler {

class NarrowMasks : public llvm::PassInfoMixin<NarrowMasks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace vgpu::compiler
