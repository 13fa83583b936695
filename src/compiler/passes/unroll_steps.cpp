// Unrolls short loops around barriers and warp operations.
//
// The steps of a tree or a scan are such loops, and the local size is a constant here, so the number of steps is one
// too. Unrolled, every step is a region of its own in which the distance between items is a constant: strides and
// bounds of its tiles are then known, shuffles are fixed permutations, and nothing decides at run time where to go on.
// SPDX-License-Identifier: MIT
#include "compiler/passes/clean.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/unit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

constexpr unsigned kMostSteps = 16;
constexpr unsigned kMostInstructions = 1000;
constexpr char kUnroll[] =
    "loop(loop-unroll-full),sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,gvn<no-pre>,"
    "dse,"
    "adce,simplifycfg";

bool has_operation(const Loop& loop, unsigned& instructions) {
  bool found = false;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      ++instructions;
      const auto* call = dyn_cast<CallInst>(&instruction);
      const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      found |= callee != nullptr && callee->getName().starts_with("__vg_");
    }
  }
  return found;
}

// Asks LLVM's own pass to unroll them, whatever it thinks of the size.
class MarkSteps : public PassInfoMixin<MarkSteps> {
 public:
  explicit MarkSteps(bool& found) : found_(found) {}

  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      unsigned instructions = 0;
      if (!loop->isInnermost() || !has_operation(*loop, instructions)) continue;
      const unsigned steps = evolution.getSmallConstantTripCount(loop);
      if (steps == 0 || steps > kMostSteps || steps * instructions > kMostInstructions) continue;
      addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
      found_ = true;
    }
    return PreservedAnalyses::all();
  }

 private:
  bool& found_;
};

}  // namespace

bool unroll_steps(Unit& unit) {
  bool found = false;
  FunctionPassManager passes;
  passes.addPass(MarkSteps(found));
  run_function_passes(*unit.item, passes);
  if (!found) return true;
  run_function_passes(*unit.item, kUnroll);
  canonicalize(*unit.item);
  return true;
}

}  // namespace vgpu::compiler
