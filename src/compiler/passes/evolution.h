// Everything that LLVM's analysis of loops (scalar evolution) wants, for one function.
//
// Passes that ask how addresses move from round to round make one of these, ask, then change the function and throw it
// away. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

struct Evolution {
  explicit Evolution(llvm::Function& function)
      : names_info(llvm::Triple(function.getParent()->getTargetTriple())),
        names(names_info),
        assumptions(function),
        dominators(function),
        loops(dominators),
        scev(function, names, assumptions, dominators, loops) {}
  llvm::TargetLibraryInfoImpl names_info;
  llvm::TargetLibraryInfo names;
  llvm::AssumptionCache assumptions;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::ScalarEvolution scev;
};

}  // namespace vgpu::compiler
