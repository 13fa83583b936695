// Runs the passes of passes.def in order, with the IR after each in the log when asked.
//
// Also the one place that sets up LLVM's pass manager for the small pipelines that passes use in
// between. SPDX-License-Identifier: MIT
#include "compiler/front/guard.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

namespace vgpu::compiler {
namespace {

struct Managers {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::PassBuilder builder{nullptr, {}, std::nullopt, &callbacks};

  Managers() {
    callbacks.registerBeforeNonSkippedPassCallback([](auto&&...) { check_deadline(); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(sccs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, sccs, modules);
  }
};

// Our own pipeline texts are constants: an unknown name is a bug that every test would show.
template <class PassManager>
void parse(llvm::PassBuilder& builder, PassManager& manager, const char* pipeline) {
  if (llvm::Error error = builder.parsePassPipeline(manager, pipeline)) {
    llvm::report_fatal_error(std::move(error));
  }
}

void print_module(Unit& unit, const char* pass) {
  llvm::raw_string_ostream out(unit.log);
  out << "; ---- after " << pass << "\n";
  unit.module.print(out, nullptr);
}

bool is_sound(Unit& unit, const char* pass) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (!llvm::verifyModule(unit.module, &out)) return true;
  return unit.fail(std::string("internal error: pass ") + pass + " made invalid code: " + text);
}

bool run_pass(Unit& unit, const char* name, bool (*pass)(Unit&)) {
  check_deadline();
  if (!pass(unit)) return false;
  if (unit.request.debug >= 5) print_module(unit, name);
  return is_sound(unit, name);
}

}  // namespace

void run_function_passes(llvm::Function& function, const char* pipeline) {
  Managers managers;
  llvm::FunctionPassManager passes;
  parse(managers.builder, passes, pipeline);
  passes.run(function, managers.functions);
}

void run_function_passes(llvm::Function& function, llvm::FunctionPassManager& passes) {
  Managers managers;
  passes.run(function, managers.functions);
}

void run_module_passes(llvm::Module& module, const char* pipeline) {
  Managers managers;
  llvm::ModulePassManager passes;
  parse(managers.builder, passes, pipeline);
  passes.run(module, managers.modules);
}

bool run_passes(Unit& unit) {
#define VG_PASS(name, why) \
  if (!run_pass(unit, #name, name)) return false;
#include "compiler/passes/passes.def"
#undef VG_PASS
  return true;
}

}  // namespace vgpu::compiler
