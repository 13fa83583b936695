// Reads the tables of a relocatable ELF file (see elf_object.h).
// SPDX-License-Identifier: MIT
#include "compiler/elf_object.h"

#include <cstring>

#include "base/error.h"

namespace vgpu::compiler {
namespace {

constexpr std::size_t kMaxSections = SHN_LORESERVE - 1;

bool fits(std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
  return offset <= whole && size <= whole - offset;
}

}  // namespace

ElfObject::ElfObject(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {
  read_sections();
  read_symbols();
  read_relocations();
}

void ElfObject::damaged(const char* what) const {
  fail(ErrorCode::InvalidKernelImage, "code of {}: {}", name_, what);
}

std::string_view ElfObject::contents(const Elf64_Shdr& section) const {
  if (section.sh_type == SHT_NOBITS) return {};
  return bytes_.substr(section.sh_offset, section.sh_size);
}

template <typename T>
std::vector<T> ElfObject::table(const Elf64_Shdr& section) const {
  if (section.sh_entsize != sizeof(T)) damaged("a table has entries of a wrong size");
  const std::string_view raw = contents(section);
  std::vector<T> result(raw.size() / sizeof(T));
  if (!result.empty()) std::memcpy(result.data(), raw.data(), result.size() * sizeof(T));
  return result;
}

std::string_view ElfObject::text(std::uint32_t table, std::uint32_t offset) const {
  const std::string_view all = contents(sections_[table]);
  if (offset >= all.size()) return {};
  const std::size_t end = all.find('\0', offset);
  if (end == std::string_view::npos) damaged("a name has no end");
  return all.substr(offset, end - offset);
}

std::string_view ElfObject::section_name(std::uint32_t index) const {
  return text(section_names_, sections_[index].sh_name);
}

std::string_view ElfObject::symbol_name(const Elf64_Sym& symbol) const {
  return text(symbol_names_, symbol.st_name);
}

void ElfObject::read_sections() {
  Elf64_Ehdr header;
  if (bytes_.size() < sizeof header) damaged("too short");
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_REL ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    damaged("not a relocatable ELF file");
  }
  if (header.e_machine != EM_X86_64) damaged("made for another processor");
  if (header.e_shentsize != sizeof(Elf64_Shdr) ||
      !fits(header.e_shoff, sizeof(Elf64_Shdr), bytes_.size())) {
    damaged("no section table");
  }
  Elf64_Shdr first;
  std::memcpy(&first, bytes_.data() + header.e_shoff, sizeof first);
  // Files with very many sections keep the true count in the first one.
  const std::uint64_t count = header.e_shnum ? header.e_shnum : first.sh_size;
  if (count == 0 || count > kMaxSections ||
      !fits(header.e_shoff, count * sizeof(Elf64_Shdr), bytes_.size())) {
    damaged("the section table is cut off");
  }
  sections_.resize(count);
  std::memcpy(sections_.data(), bytes_.data() + header.e_shoff, count * sizeof(Elf64_Shdr));
  sections_[0] = {};
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type != SHT_NOBITS && !fits(section.sh_offset, section.sh_size, bytes_.size())) {
      damaged("a section is cut off");
    }
  }
  section_names_ = header.e_shstrndx == SHN_XINDEX ? first.sh_link : header.e_shstrndx;
  if (section_names_ >= count) damaged("no section names");
}

void ElfObject::read_symbols() {
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type != SHT_SYMTAB) continue;
    if (!symbols_.empty()) damaged("two symbol tables");
    symbols_ = table<Elf64_Sym>(section);
    symbol_names_ = section.sh_link;
    if (symbol_names_ >= sections_.size()) damaged("no symbol names");
  }
  for (const Elf64_Sym& symbol : symbols_) {
    const std::uint32_t section = symbol.st_shndx;
    if (section == SHN_UNDEF || section == SHN_ABS) continue;
    if (section >= sections_.size()) damaged("a symbol stands in no section");
    if (!fits(symbol.st_value, 0, sections_[section].sh_size)) {
      damaged("a symbol lies outside its section");
    }
  }
}

void ElfObject::read_relocations() {
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type == SHT_REL) damaged("relocations of an unknown form");
    if (section.sh_type != SHT_RELA) continue;
    if (section.sh_info >= sections_.size()) damaged("relocations of no section");
    ElfRelocations group{section.sh_info, table<Elf64_Rela>(section)};
    const std::uint64_t size = sections_[section.sh_info].sh_size;
    for (const Elf64_Rela& entry : group.entries) {
      if (entry.r_offset > size) damaged("a relocation lies outside its section");
      if (ELF64_R_SYM(entry.r_info) >= symbols_.size()) damaged("a relocation has no symbol");
    }
    relocations_.push_back(std::move(group));
  }
}

}  // namespace vgpu::compiler
