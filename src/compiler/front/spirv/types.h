// SPIR-V's types as LLVM's, laid out as clang lays out OpenCL C for spir64.
//
// Pointers are opaque: what they point to stays in the module's own table (Code::element_of). Images and samplers are
// plain pointers from the start, as the device library wants them.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/code.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace vgpu::compiler::spirv {

// The number of an OpenCL address space: private 0, global 1, constant 2, local 3, generic 4.
unsigned address_space(spv::StorageClass storage);

class Types {
 public:
  Types(const Code& code, llvm::LLVMContext& context) : code_(code), context_(context) {}

  llvm::Type* get(Id id);
  llvm::FunctionType* function(Id id);
  // The length of arrays is a constant, which may be a specialised one: whoever makes constants gives it.
  void set_length(Id constant, std::uint64_t value) { lengths_[constant] = value; }
  // How a memory object of the type must be aligned; throws SpirvError if no object can have it.
  void check_size(llvm::Type* type, const llvm::DataLayout& layout) const;

 private:
  llvm::Type* make(const Instruction& made);
  llvm::Type* make_array(const Instruction& made);
  llvm::Type* make_struct(const Instruction& made);
  llvm::Type* make_float(const Instruction& made);

  const Code& code_;
  llvm::LLVMContext& context_;
  std::unordered_map<Id, llvm::Type*> types_;
  std::unordered_map<Id, std::uint64_t> lengths_;
};

}  // namespace vgpu::compiler::spirv
