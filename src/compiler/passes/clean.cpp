// Brings the item function into the simple form that splitting and vectorising want.
//
// Stack slots become registers, small loops over private arrays unroll so that the arrays become registers too, vector
// types become scalars (lanes are work-items), switches become branches, loops get one header. All of it LLVM's own
// passes; the order is what matters.
// SPDX-License-Identifier: MIT
#include "compiler/passes/clean.h"

#include "compiler/passes/own_vectors.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

namespace vgpu::compiler {
namespace {

constexpr char kSimplify[] =
    "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(licm),gvn<no-pre>,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop(loop-rotate<no-header-duplication>),loop-mssa(licm),loop(indvars,loop-unroll-full),sroa,"
    "early-cse,instcombine<no-verify-fixpoint>,simplifycfg,gvn<no-pre>,dse,adce,simplifycfg";
constexpr char kAfterScalarize[] =
    "instcombine<no-verify-fixpoint>,sroa,gvn<no-pre>,simplifycfg,adce";
constexpr char kCanonical[] = "lower-switch,fix-irreducible,mergereturn,loop-simplify,lcssa";

bool has_vector_values(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (inst.getType()->isVectorTy()) return true;
    for (llvm::Value* operand : inst.operands()) {
      if (operand->getType()->isVectorTy()) return true;
    }
  }
  return false;
}

// Lanes are work-items, so a kernel's own vectors become several scalars.
void scalarize(llvm::Function& function) {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  options.ScalarizeVariableInsertExtract = true;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ScalarizerPass(options));
  run_function_passes(function, passes);
  run_function_passes(function, kAfterScalarize);
}

// Unreachable code may do anything, so it may as well end the item: masks have no way to express "never".
void end_unreachable_paths(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator());
    if (end == nullptr) continue;
    llvm::Constant* value = llvm::Constant::getNullValue(function.getReturnType());
    llvm::ReturnInst::Create(function.getContext(), value, end->getIterator());
    end->eraseFromParent();
  }
}

// Hints that have served their purpose and would only have to be kept true from here on.
void drop_markers(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (call == nullptr) continue;
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::assume:
      case llvm::Intrinsic::sideeffect:
      case llvm::Intrinsic::experimental_noalias_scope_decl:
        call->eraseFromParent();
        break;
      default:
        break;
    }
  }
}

}  // namespace

void canonicalize(llvm::Function& function) { run_function_passes(function, kCanonical); }

// From here on items are not lanes.
void keep_own_vectors(Unit& unit) {
  Schedule& schedule = unit.schedule;
  schedule.width = schedule.jam_x = schedule.jam_y = 1;
  unit.remarks.add("vectorize", "items run one by one: their own vectors fill registers");
}

bool clean(Unit& unit) {
  run_function_passes(*unit.item, kSimplify);
  if (has_vector_values(*unit.item)) {
    if (prefers_own_vectors(unit)) {
      keep_own_vectors(unit);
    } else {
      scalarize(*unit.item);
    }
  }
  end_unreachable_paths(*unit.item);
  drop_markers(*unit.item);
  canonicalize(*unit.item);
  return true;
}

}  // namespace vgpu::compiler
