// Listens to the remarks of LLVM's register allocator, which come as diagnostics of the context.
// SPDX-License-Identifier: MIT
#include "compiler/target/cpu/spill_remarks.h"

#include <memory>
#include <string>

#include "compiler/front/guard.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace vgpu::compiler {
namespace {

constexpr char kAllocator[] = "regalloc";

// The number that LLVM gives under this name, "0" where it gives none.
std::string count_of(const llvm::DiagnosticInfoMIROptimization& remark, llvm::StringRef name) {
  for (const auto& argument : remark.getArgs()) {
    if (argument.Key == name) return argument.Val;
  }
  return "0";
}

class SpillListener : public llvm::DiagnosticHandler {
 public:
  explicit SpillListener(Remarks& remarks) : remarks_(remarks) {}

  bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return pass == kAllocator; }
  bool isAnyRemarkEnabled() const override { return true; }

  // False leaves every other diagnostic to LLVM.
  bool handleDiagnostics(const llvm::DiagnosticInfo& diagnostic) override {
    abandon_on_error(diagnostic);
    const auto* remark = llvm::dyn_cast<llvm::DiagnosticInfoMIROptimization>(&diagnostic);
    if (remark == nullptr || remark->getPassName() != kAllocator) return false;
    add(*remark);
    return true;
  }

 private:
  void add(const llvm::DiagnosticInfoMIROptimization& remark) {
    const std::string spills = count_of(remark, "NumSpills");
    const std::string reloads = count_of(remark, "NumReloads");
    if (spills == "0" && reloads == "0") return;
    const bool loop = remark.getRemarkName() == "LoopSpillReloadCopies";
    std::string where;
    if (remark.isLocationAvailable()) where = remark.getLocationStr();
    remarks_.add_at("registers",
                    spills + " spills and " + reloads + " reloads in " +
                        (loop ? "a loop of " : "all of ") + remark.getFunction().getName().str(),
                    where.substr(0, where.rfind(':')));  // a line, without its column
  }

  Remarks& remarks_;
};

}  // namespace

void abandon_on_error(const llvm::DiagnosticInfo& diagnostic) {
  if (diagnostic.getSeverity() != llvm::DS_Error) return;
  std::string message;
  llvm::raw_string_ostream out(message);
  llvm::DiagnosticPrinterRawOStream printer(out);
  diagnostic.print(printer);
  abandon_work("the code generator gave up: " + message);
}

void collect_spills(llvm::LLVMContext& context, Remarks& remarks) {
  context.setDiagnosticHandler(std::make_unique<SpillListener>(remarks));
}

}  // namespace vgpu::compiler
