// One PTX instruction of an inline assembly, and the values that its registers have.
//
// inline_ptx.cpp takes the text apart and calls emit_ptx (ptx_instructions.cpp) for each instruction in order.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

struct PtxStatement {
  std::string text;                   // as written, for messages
  std::vector<std::string> opcode;    // "ld", "global", "cg", "u32"
  std::vector<std::string> operands;  // "$0", "%laneid", "t1", "[$1+4]", "{a,b}", "0x10"

  const std::string& name() const { return opcode.front(); }
  bool has(const char* part) const;
  // The last part that is a type: "u32", "f64", "pred"; "b32" if there is none.
  std::string type() const;
  std::vector<std::string> types() const;  // all of its parts that are types
  unsigned bits() const;
  bool is_signed() const { return type()[0] == 's'; }
  bool is_float() const { return type()[0] == 'f'; }
};

class PtxState {
 public:
  explicit PtxState(llvm::CallInst& call) : builder(&call), module(*call.getModule()) {}

  llvm::IRBuilder<> builder;
  llvm::Module& module;
  std::map<std::string, llvm::Value*> registers;  // by name; "$0" for the assembly's own operands
  std::map<std::string, llvm::Value*> kept;       // as they were before this assembly
  llvm::Value* carry = nullptr;                   // i1, of .cc instructions of this assembly
  llvm::Value* guard = nullptr;  // i1, of @p before an instruction that uses memory
  std::string error;

  // An operand as an integer or a number of that many bits; sets error and gives a zero for what is none.
  llvm::Value* integer(const std::string& operand, unsigned bits);
  llvm::Value* number(const std::string& operand, unsigned bits);
  llvm::Value* predicate(const std::string& operand);
  llvm::Value* address(
      const std::string& operand);  // [register+offset]; under a guard a spare place
  void set(const std::string& operand, llvm::Value* value);

  // The carry that addc and its like take: of this assembly, else of one before it in the function.
  llvm::Value* kept_carry();
  void keep_carry();  // for assemblies behind this one

  // Registers of a scope that an assembly before this one left open (ptx_scopes.cpp); and what of them, or of this text's
  // open scopes, is for those behind it.
  void read_kept();
  void write_kept(const std::string& text);

  llvm::Value* call(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> values);
  llvm::Value* fit(llvm::Value* value, unsigned bits);  // bits of anything as an integer
  llvm::Value* as_type(llvm::Value* value, llvm::Type* type);

 private:
  llvm::Value* raw(const std::string& operand, unsigned bits);
  llvm::Value* special(const std::string& name);
  llvm::Value* carry_place();
  llvm::Value* spare_place();
};

// An assembly's instructions and labels ("L:") in order.
std::vector<std::string> split_ptx(const std::string& text);
PtxStatement read_ptx(const std::string& text);
// The names that a .reg declares (ptx_scopes.cpp).
std::vector<std::string> declared_registers(const PtxStatement& statement);

// An instruction, with @p before it perhaps. False: it is not in the table.
bool emit_ptx_line(const std::string& text, PtxState& state);

// Labels, branches, exits (ptx_blocks.cpp). The call's block is split; what is returned is an error or nothing.
bool ptx_needs_blocks(const std::vector<std::string>& texts);
bool ptx_exits(const std::vector<std::string>& texts);
std::string emit_ptx_blocks(llvm::CallInst& call, const std::vector<std::string>& texts,
                            PtxState& state);

// Wrappers such as add_cc() { asm("add.cc.u32 ..."); } leave their carry to whoever comes next: they are inlined first.
void inline_carry_functions(llvm::Module& module);
bool inline_calls_of(llvm::Function& function);  // those by its name; true: there were any

// Functions whose assembly says exit become part of the kernels that call them (ptx_exit.cpp).
void inline_exits(llvm::Module& module);

// {a,b,c}: its parts; anything else: itself.
std::vector<std::string> ptx_parts(const std::string& operand);

// The first modifier of an instruction that is none of these words ("*": any; "cache": L1:: and L2::), or nothing.
std::string refused_modifier(const PtxStatement& statement, const std::string& words);

}  // namespace vgpu::compiler
