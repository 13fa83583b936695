// A SPIR-V module as its words say it: instructions, definitions, names and decorations, nothing of LLVM.
//
// Made after SPIRV-Tools has found the module valid (validate.h), so what is read here follows the grammar; accessors
// check bounds all the same and throw SpirvError, for a validator may err. Used by all files of this folder.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/ADT/ArrayRef.h"

namespace vgpu::compiler::spirv {

using Id = std::uint32_t;
using Words = llvm::ArrayRef<std::uint32_t>;

// What a module asks and this front end refuses.
struct SpirvError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Instruction {
  spv::Op op = spv::OpNop;
  Id type = 0, result = 0;  // 0: none
  Words operands;           // behind type and result

  std::uint32_t operand(std::size_t index) const;
  std::size_t count() const { return operands.size(); }
};

struct Decoration {
  std::uint32_t kind;  // spv::Decoration, or whatever a damaged module has in its place
  Words operands;
};

// How other modules know a function or variable.
struct Linkage {
  std::string name;
  bool is_import = false, is_shared = false;  // shared: every module may have the same one
};

// The text with a question mark for each byte that people could not read.
std::string readable(std::string text);

// Text in words from operand `first` on; `next` (may be null) gets the index behind it.
std::string text_at(const Instruction& instruction, std::size_t first, std::size_t* next = nullptr);

// The words of a module in either byte order; throws SpirvError for bytes that are none.
std::vector<std::uint32_t> read_words(llvm::StringRef bytes);

class Code {
 public:
  // Throws SpirvError if the words are not a whole module.
  explicit Code(std::vector<std::uint32_t> words);
  Code(const Code&) = delete;

  Words words() const { return words_; }
  const std::vector<Instruction>& instructions() const { return instructions_; }

  // The instruction that makes `id`; throws SpirvError if none does.
  const Instruction& definition(Id id) const;
  Id type_of(Id value) const;
  // Of a pointer: what it points to; of a vector or array: its elements.
  Id element_of(Id type) const;
  spv::StorageClass storage_of(Id pointer_type) const;
  bool is_type(Id type, spv::Op op) const { return definition(type).op == op; }

  std::string name(Id id) const;  // OpName, or empty
  std::string text(Id id) const;  // OpString, or empty
  const Decoration* decoration(Id id, spv::Decoration kind) const;
  const std::vector<Decoration>& decorations(Id id) const;
  std::optional<Linkage> linkage(Id id) const;

 private:
  void read_instructions();
  void note(const Instruction& instruction);
  void decorate_group(const Instruction& instruction);

  std::vector<std::uint32_t> words_;
  std::vector<Instruction> instructions_;
  std::unordered_map<Id, std::size_t> definitions_;
  std::unordered_map<Id, std::string> names_;
  std::unordered_map<Id, std::vector<Decoration>> decorations_;
};

}  // namespace vgpu::compiler::spirv
