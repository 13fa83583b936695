// What is known while a SPIR-V module becomes LLVM IR: tables of values, the place where code is written, and what all
// families of instructions need to write it.
//
// The IR has the shape that clang gives OpenCL C for spir64 (kernels by calling convention, address spaces by number,
// builtins by their mangled names), so everything behind the front end is shared. A family of instructions is one
// function of families.h; translate.cpp walks the module and asks them.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>

#include "compiler/front/source_module.h"
#include "compiler/front/spirv/code.h"
#include "compiler/front/spirv/mangle.h"
#include "compiler/front/spirv/types.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler::spirv {

// What the build options say.
struct Options {
  bool lines = false;        // debug information
  llvm::FastMathFlags math;  // of every instruction
  std::map<std::uint32_t, std::string>
      constants;  // bytes of specialisation constants by their number
};

// Names of functions and variables that LLVM keeps for itself get another beginning.
std::string safe_name(const std::string& name);

llvm::GlobalValue::LinkageTypes linkage_kind(const std::optional<Linkage>& linkage);

class Translation {
 public:
  Translation(const Code& code, const Options& options, llvm::LLVMContext& context);

  llvm::Value* value(Id id);
  void set(Id id, llvm::Value* value) { values_[id] = value; }
  llvm::Type* type(Id id) { return types.get(id); }
  llvm::Type* type_of(Id value) { return types.get(code.type_of(value)); }
  llvm::Constant* constant(Id id);
  // The number of an integer constant; nothing if `id` is not one.
  std::optional<std::uint64_t> number(Id id);

  llvm::BasicBlock* block(Id label);
  // What a builtin's parameter is called; integers have no sign in SPIR-V, so the caller says it.
  ParameterName parameter(Id type, bool is_signed, bool is_const = false) const;
  // A call of OpenCL C's `name`; parameters and arguments side by side.
  llvm::CallInst* call(llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<ParameterName> parameters,
                       llvm::ArrayRef<llvm::Value*> arguments);
  // Flags that the module, the options and a decoration of `id` allow for floating-point instructions.
  llvm::FastMathFlags math_flags(Id id) const;
  // An object on the function's stack.
  llvm::AllocaInst* stack_object(llvm::Type* type, const llvm::Twine& name);

  const Code& code;
  const Options& options;
  llvm::LLVMContext& context;
  std::unique_ptr<llvm::Module> module;
  Types types;
  llvm::IRBuilder<> builder;
  std::unordered_map<Id, llvm::Function*> functions;
  // Where a SPIR-V block ends in LLVM's: an instruction may have become several blocks.
  std::unordered_map<Id, llvm::BasicBlock*> block_ends;
  Id label = 0;                 // of the block being written
  std::set<Id> no_contraction;  // functions: entry points that say ContractionOff

  // Starts a function's body: tables of the one before are forgotten.
  void enter(llvm::Function& function, Id id);
  Id function_id = 0;

 private:
  llvm::Value* builtin_variable(Id id);

  std::unordered_map<Id, llvm::Value*> values_;
  std::unordered_map<Id, llvm::BasicBlock*> blocks_;
  std::unordered_map<Id, llvm::Value*> builtins_;  // of this function
  llvm::Function* function_ = nullptr;
};

}  // namespace vgpu::compiler::spirv
