// Reads function bodies along the references between them (see load_kernel.h).
// SPDX-License-Identifier: MIT
#include "compiler/target/load_kernel.h"

#include <utility>

#include "compiler/front/number_functions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace vgpu::compiler {
namespace {

class Reader {
 public:
  explicit Reader(llvm::Module& module) : module_(module) {}

  llvm::Error read_from(llvm::Function& kernel) {
    visit(&kernel);
    while (!waiting_.empty()) {
      llvm::Function& function = *waiting_.pop_back_val();
      if (llvm::Error error = function.materialize()) return error;
      for (llvm::Instruction& inst : llvm::instructions(function)) {
        for (llvm::Value* operand : inst.operands()) visit(operand);
        if (calls_by_pointer(inst)) visit_targets();
      }
    }
    for (llvm::Function& function : module_) {
      if (function.isMaterializable()) function.deleteBody();
    }
    return module_.materializeAll();
  }

 private:
  // Functions may stand in tables and in initial values of variables.
  void visit(llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr || !seen_.insert(constant).second) return;
    if (auto* function = llvm::dyn_cast<llvm::Function>(constant)) waiting_.push_back(function);
    for (llvm::Value* operand : constant->operands()) visit(operand);
  }

  void visit_targets() {
    if (std::exchange(has_targets_, true)) return;
    for (llvm::Function& function : module_)
      if (function_number(function)) visit(&function);
  }

  llvm::Module& module_;
  bool has_targets_ = false;
  llvm::SmallPtrSet<llvm::Constant*, 32> seen_;
  llvm::SmallVector<llvm::Function*, 16> waiting_;
};

}  // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> load_kernel(llvm::LLVMContext& context,
                                                          const std::string& bitcode,
                                                          const std::string& symbol) {
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "kernel"), context);
  if (!module) return module;
  llvm::Function* kernel = (*module)->getFunction(symbol);
  if (kernel == nullptr) return module;
  if (llvm::Error error = Reader(**module).read_from(*kernel)) return error;
  return module;
}

}  // namespace vgpu::compiler
