// x86-64 machine code from a finished module: LLVM's optimiser and code generator, set for one instruction set.
//
// Used by generate.cpp after the pass list. Loop and SLP vectorisers stay off: lanes are work-items already.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "compiler/plugin.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace vgpu::compiler {

class CpuTarget {
 public:
  // Quick: code that is soon there and several times slower than it could be.
  explicit CpuTarget(InstructionSet set, bool quick = false);

  // Triple and data layout, before any pass looks at sizes.
  void prepare(llvm::Module& module) const;
  void optimize(llvm::Module& module) const;
  // The bytes of a relocatable ELF file, or assembler text.
  std::string emit(llvm::Module& module, llvm::CodeGenFileType type) const;

 private:
  void set_attributes(llvm::Function& function) const;

  std::unique_ptr<llvm::TargetMachine> machine_;
  unsigned vector_bits_;
  bool quick_;
};

}  // namespace vgpu::compiler
