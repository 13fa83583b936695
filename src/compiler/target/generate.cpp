// Runs the pass list over one kernel and LLVM's back end over the result.
//
// SPDX-License-Identifier: MIT
#include "compiler/target/generate.h"

#include "compiler/passes/unit.h"
#include "compiler/target/cpu/object.h"
#include "compiler/target/cpu/spill_remarks.h"
#include "compiler/target/load_kernel.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

namespace vgpu::compiler {
namespace {

void run(const CodeRequest& request, CodeResult& result) {
  llvm::LLVMContext context;
  context.setDiscardValueNames(request.debug < 4);
  auto module = load_kernel(context, *request.bitcode, request.symbol);
  if (!module) {
    result.log = "the module's code cannot be read: " + llvm::toString(module.takeError());
    return;
  }
  CpuTarget target(request.instruction_set, request.quick);
  target.prepare(**module);
  Unit unit(**module, request);
  result.ok = run_passes(unit);
  result.log = std::move(unit.log);
  result.info = unit.info;
  if (!result.ok) {
    result.log += unit.error;
    result.remarks = unit.remarks.take();
    return;
  }
  target.optimize(**module);
  if (request.debug >= 4) {
    llvm::raw_string_ostream out(result.log);
    out << "; ---- optimised\n";
    (*module)->print(out, nullptr);
  }
  collect_spills(context, unit.remarks);
  result.object = target.emit(**module, request.assembly ? llvm::CodeGenFileType::AssemblyFile
                                                         : llvm::CodeGenFileType::ObjectFile);
  result.remarks = unit.remarks.take();
}

}  // namespace

CodeResult generate(const CodeRequest& request) {
  CodeResult result;
  if (request.bitcode == nullptr) {
    result.log = "no module was given";
    return result;
  }
  run(request, result);
  return result;
}

}  // namespace vgpu::compiler
