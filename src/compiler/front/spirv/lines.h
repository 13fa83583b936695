// Lines of the source that OpLine names, as debug information: for debuggers and for remarks of the passes.
//
// Does nothing where nobody asked for lines or the module has none.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "compiler/front/spirv/translation.h"
#include "llvm/IR/DIBuilder.h"

namespace vgpu::compiler::spirv {

class Lines {
 public:
  explicit Lines(Translation& state);

  void enter(Translation& state, llvm::Function& function);
  // Sets the builder's line from `instruction` on.
  void follow(Translation& state, const Instruction& instruction);
  void finish();

 private:
  llvm::DIFile* file(const Translation& state, Id text);

  std::unique_ptr<llvm::DIBuilder> builder_;  // null: no lines
  std::unordered_map<Id, llvm::DIFile*> files_;
  llvm::DIFile* main_file_ = nullptr;
  llvm::DISubprogram* function_ = nullptr;
};

}  // namespace vgpu::compiler::spirv
