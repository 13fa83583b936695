// A view of a relocatable ELF file for x86-64, with every offset checked.
//
// Only what code_image.cpp needs: sections, symbols and relocations. The constructor throws Error
// (InvalidKernelImage) if any part of these tables points outside the file; the accessors then need
// no checks.
// SPDX-License-Identifier: MIT
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::compiler {

// Relocations of one section; r_sym and r_offset have been checked to lie inside.
struct ElfRelocations {
  std::uint32_t section = 0;
  std::vector<Elf64_Rela> entries;
};

class ElfObject {
 public:
  ElfObject(std::string_view bytes, const std::string& name);

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const std::vector<Elf64_Sym>& symbols() const { return symbols_; }
  const std::vector<ElfRelocations>& relocations() const { return relocations_; }
  std::string_view section_name(std::uint32_t index) const;
  std::string_view symbol_name(const Elf64_Sym& symbol) const;
  // Empty for sections that take no room in the file (.bss).
  std::string_view contents(const Elf64_Shdr& section) const;

  [[noreturn]] void damaged(const char* what) const;

 private:
  void read_sections();
  void read_symbols();
  void read_relocations();
  template <typename T>
  std::vector<T> table(const Elf64_Shdr& section) const;
  // The text at `offset` of a string table, which must end inside it.
  std::string_view text(std::uint32_t table, std::uint32_t offset) const;

  std::string_view bytes_;
  std::string name_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<ElfRelocations> relocations_;
  std::uint32_t section_names_ = 0;
  std::uint32_t symbol_names_ = 0;
};

}  // namespace vgpu::compiler
