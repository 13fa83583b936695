// The settings of LLVM's x86 back end.
//
// Position-independent small code model, so that the loader can place code anywhere; FP contraction only where the
// front end allowed it.
// SPDX-License-Identifier: MIT
#include "compiler/target/cpu/object.h"

#include <mutex>

#include "compiler/front/guard.h"
#include "compiler/target/cpu/idle_accesses.h"
#include "compiler/target/cpu/narrow_masks.h"
#include "compiler/target/cpu/spill_remarks.h"
#include "compiler/target/cpu/widen_halves.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
void LLVMInitializeX86AsmParser();
}

namespace vgpu::compiler {
namespace {

constexpr char kTriple[] = "x86_64-unknown-linux-gnu";

// What makes code so much shorter that it saves more time in the back end than it takes.
constexpr char kQuickPasses[] =
    "always-inline,globaldce,function(sroa,early-cse,simplifycfg,instsimplify,adce)";

struct Level {
  const char* cpu;
  unsigned vector_bits;
};

Level level_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::baseline:
      return {"x86-64-v2", 128};
    case InstructionSet::avx2:
      return {"x86-64-v3", 256};
    case InstructionSet::avx512:
      return {"x86-64-v4", 512};
  }
  return {"x86-64-v2", 128};
}

const llvm::Target& x86_target() {
  static const llvm::Target* target = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(kTriple, error);
  }();
  return *target;
}

// Loops that the passes ask LLVM to vectorise may turn out to be not worth it; that is nothing to tell the user.
class QuietHandler final : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    abandon_on_error(info);
    return info.getKind() == llvm::DK_OptimizationFailure || info.getSeverity() == llvm::DS_Remark;
  }
};

}  // namespace

CpuTarget::CpuTarget(InstructionSet set, bool quick) : quick_(quick) {
  Level level = level_of(set);
  vector_bits_ = level.vector_bits;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  machine_.reset(x86_target().createTargetMachine(
      kTriple, level.cpu, "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      quick ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default));
}

void CpuTarget::prepare(llvm::Module& module) const {
  module.setTargetTriple(kTriple);
  module.setDataLayout(machine_->createDataLayout());
}

// Attributes of the front ends name their own targets (spir64, sm_70) and must go.
void CpuTarget::set_attributes(llvm::Function& function) const {
  for (const char* name :
       {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width",
        "uniform-work-group-size", "frame-pointer", "stack-protector-buffer-size"}) {
    function.removeFnAttr(name);
  }
  std::string bits = std::to_string(vector_bits_);
  function.addFnAttr("target-cpu", machine_->getTargetCPU());
  function.addFnAttr("prefer-vector-width", bits);
  function.addFnAttr("min-legal-vector-width", bits);
  function.addFnAttr("no-builtins");
  function.addFnAttr("frame-pointer", "none");
  function.addFnAttr(llvm::Attribute::NoUnwind);
}

void CpuTarget::optimize(llvm::Module& module) const {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) set_attributes(function);
  }
  module.getContext().setDiagnosticHandler(std::make_unique<QuietHandler>());
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](auto&&...) { check_deadline(); });
  llvm::PassBuilder builder(machine_.get(), tuning, std::nullopt, &callbacks);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  builder.registerScalarOptimizerLateEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(NarrowMasks());
      });
  if (!quick_) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
    return;
  }
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, kQuickPasses));
  passes.run(module, modules);
}

std::string CpuTarget::emit(llvm::Module& module, llvm::CodeGenFileType type) const {
  if (!machine_->getMCSubtargetInfo()->checkFeatures("+avx512fp16")) widen_halves(module);
  drop_idle_accesses(module);
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  module.getContext().setYieldCallback([](llvm::LLVMContext*, void*) { check_deadline(); },
                                       nullptr);
  machine_->addPassesToEmitFile(passes, out, nullptr, type);
  passes.run(module);
  return bytes.str().str();
}

}  // namespace vgpu::compiler
