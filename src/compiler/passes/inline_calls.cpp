// Moves all code that a kernel can reach into the kernel itself.
//
// Vectors hold one value of many items; a call would have to pass all of them, so there are no calls where that can be
// helped. Recursive functions and, where there are many, those reached only through pointers stay calls (item_calls.h
// gives them the item's context). Several rounds, because inlining turns pointers to lambdas and virtual functions into
// known callees. First in the pass list; also notes which barriers and warp operations the kernel uses.
// SPDX-License-Identifier: MIT
#include "compiler/front/number_functions.h"
#include "compiler/function_numbers.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/function_pointers.h"
#include "compiler/passes/unit.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace vgpu::compiler {
namespace {

constexpr int kInlineRounds = 4;

// Functions that call each other in a tree grow without bounds when they are inlined; what does not fit stays a call.
constexpr std::uint64_t kMostInstructions = 50'000;
constexpr char kTidy[] = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,gvn)";

void forget_lists(llvm::Module& module) {
  for (const char* name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors"}) {
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  }
}

// Functions that only pointers name must outlive the first rounds.
void keep_targets(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*, 8> targets;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function_number(function)) targets.push_back(&function);
  if (targets.empty()) return;
  targets.push_back(module.getNamedGlobal(kFunctionTable));
  llvm::appendToCompilerUsed(module, targets);
}

// Only the kernel asked for is compiled; what others alone use must not cost time.
void forget_other_roots(llvm::Module& module, llvm::Function& kernel) {
  forget_lists(module);
  if (llvm::NamedMDNode* notes = module.getNamedMetadata("nvvm.annotations")) {
    notes->eraseFromParent();
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setComdat(nullptr);
    function.setLinkage(&function == &kernel ? llvm::GlobalValue::ExternalLinkage
                                             : llvm::GlobalValue::InternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.setCallingConv(llvm::CallingConv::C);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration()) continue;
    variable.setComdat(nullptr);
    variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    variable.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  keep_targets(module);
  run_module_passes(module, "globaldce");
}

// Line numbers stay; variables would only stand in the way of every rewrite.
void drop_variable_records(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      inst.dropDbgRecords();
      if (llvm::isa<llvm::DbgInfoIntrinsic>(inst)) inst.eraseFromParent();
    }
  }
}

void unify_calling_conventions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic()) function.setCallingConv(llvm::CallingConv::C);
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      call->setCallingConv(llvm::CallingConv::C);
      call->removeFnAttr(llvm::Attribute::NoInline);
    }
  }
}

// The functions' sizes once everything is inlined into them, callees first; what would make a caller too large is marked
// as not to be inlined.
class InlinedSizes {
 public:
  void add(llvm::Function& function) {
    std::uint64_t size = function.getInstructionCount();
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
      llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || !callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) continue;
      const std::uint64_t more = sizes_.lookup(callee);
      if (more > 1000 && size + more > kMostInstructions) {
        callee->removeFnAttr(llvm::Attribute::AlwaysInline);
        callee->addFnAttr(llvm::Attribute::NoInline);
      } else {
        size += more;
      }
    }
    sizes_[&function] = size;
  }

 private:
  llvm::DenseMap<llvm::Function*, std::uint64_t> sizes_;
};

// Everything inlines but members of call cycles, what would grow too large and what the library wants to be called.
void mark_inlinable(llvm::Module& module, llvm::Function& kernel) {
  llvm::CallGraph graph(module);
  InlinedSizes sizes;
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    bool recursive = scc.hasCycle();
    for (llvm::CallGraphNode* node : *scc) {
      llvm::Function* function = node->getFunction();
      if (function == nullptr || function->isDeclaration()) continue;
      function->removeFnAttr(llvm::Attribute::NoInline);
      function->removeFnAttr(llvm::Attribute::OptimizeNone);
      function->removeFnAttr(llvm::Attribute::AlwaysInline);
      if (function == &kernel) {
        sizes.add(*function);
        continue;
      }
      // "restrict" of an inlined function holds for one call only, which unrolled copies would forget.
      for (llvm::Argument& argument : function->args())
        argument.removeAttr(llvm::Attribute::NoAlias);
      const bool stays = recursive || function->getName().starts_with(kCalledPrefix);
      function->addFnAttr(stays ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
      sizes.add(*function);
    }
  }
}

bool has_inlinable_call(llvm::Function& kernel) {
  for (llvm::Instruction& inst : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
    llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && !callee->isDeclaration() &&
        callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
      return true;
    }
  }
  return false;
}

bool is_used(llvm::Module& module, const char* name) {
  llvm::Function* function = module.getFunction(name);
  return function != nullptr && !function->use_empty();
}

// "restrict" speaks of one item. At a barrier the others may write through the same pointer, which LLVM would not expect
// of a pointer that nobody else has.
void forget_restrict(Unit& unit) {
  if (!unit.uses_barrier && !unit.uses_grid_barrier && !unit.uses_warp) return;
  for (llvm::Argument& argument : unit.kernel->args())
    argument.removeAttr(llvm::Attribute::NoAlias);
}

void note_waits(Unit& unit) {
  unit.uses_barrier = is_used(unit.module, kBarrierName);
  unit.uses_grid_barrier = is_used(unit.module, kGridBarrierName);
  for (const char* name : {kBallotName, kActiveMaskName, kShuffle32Name, kShuffle64Name}) {
    unit.uses_warp |= is_used(unit.module, name);
  }
  unit.uses_warp |= is_used(unit.module, kWarpBarrierName);
}

void run_rounds(Unit& unit) {
  for (int round = 0; round < kInlineRounds; ++round) {
    mark_inlinable(unit.module, *unit.kernel);
    run_module_passes(unit.module, "always-inline,globaldce");
    run_module_passes(unit.module, kTidy);
    if (!has_inlinable_call(*unit.kernel)) break;
  }
}

}  // namespace

bool inline_calls(Unit& unit) {
  unit.kernel = unit.module.getFunction(unit.request.symbol);
  if (unit.kernel == nullptr || unit.kernel->isDeclaration()) {
    return unit.fail("the module has no kernel \"" + unit.request.symbol + "\"");
  }
  forget_other_roots(unit.module, *unit.kernel);
  note_waits(unit);
  forget_restrict(unit);
  drop_variable_records(unit.module);
  unify_calling_conventions(unit.module);
  run_rounds(unit);
  forget_lists(unit.module);
  if (resolve_function_pointers(unit.module)) run_rounds(unit);
  // What the library asked the compiler, such as whether an exponent is known, has its answer now.
  run_module_passes(unit.module, "function(lower-constant-intrinsics,simplifycfg),globaldce");
  note_waits(unit);
  return true;
}

}  // namespace vgpu::compiler
