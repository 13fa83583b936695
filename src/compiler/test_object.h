// Makes small relocatable ELF files out of hand-written machine code, for tests of the loader.
//
// Tests that need exact relocations, damaged files or code without LLVM build them here.
// SPDX-License-Identifier: MIT
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::compiler {

class TestObject {
 public:
  struct Section {
    std::string name;
    std::string bytes;
    std::uint64_t flags;
    std::uint32_t type = SHT_PROGBITS;
    std::uint64_t size = 0;  // of a section without bytes (.bss)
    std::vector<Elf64_Rela> relocations{};
  };

  TestObject() { symbols_.push_back({}); }

  // Sections are numbered from 1 in the order they are added.
  std::uint32_t add_section(Section section) {
    sections_.push_back(std::move(section));
    return static_cast<std::uint32_t>(sections_.size());
  }
  std::uint32_t add_code(const std::vector<unsigned char>& code) {
    return add_section({".text", std::string(code.begin(), code.end()), SHF_ALLOC | SHF_EXECINSTR});
  }

  // Section 0: defined elsewhere.
  std::uint32_t add_symbol(const std::string& name, std::uint32_t section, std::uint64_t value = 0,
                           unsigned char type = STT_FUNC) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names_.size());
    names_ += name + '\0';
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, section ? type : STT_NOTYPE);
    symbol.st_shndx = static_cast<Elf64_Section>(section);
    symbol.st_value = value;
    symbols_.push_back(symbol);
    return static_cast<std::uint32_t>(symbols_.size() - 1);
  }

  void relocate(std::uint32_t section, std::uint64_t offset, std::uint32_t type,
                std::uint32_t symbol, std::int64_t addend) {
    sections_[section - 1].relocations.push_back({offset, ELF64_R_INFO(symbol, type), addend});
  }

  std::string bytes() const {
    Output out;
    out.bytes.resize(sizeof(Elf64_Ehdr));
    out.headers.push_back({});
    for (const Section& section : sections_) add(out, section);
    const auto names = static_cast<std::uint32_t>(sections_.size() + 1);
    out.put(".strtab", SHT_STRTAB, names_, 0, 0, 0);
    out.put(".symtab", SHT_SYMTAB, raw(symbols_), names, 1, sizeof(Elf64_Sym));
    for (std::uint32_t i = 0; i < sections_.size(); ++i) {
      if (sections_[i].relocations.empty()) continue;
      out.put(".rela", SHT_RELA, raw(sections_[i].relocations), names + 1, i + 1,
              sizeof(Elf64_Rela));
    }
    return out.finish();
  }

 private:
  struct Output {
    std::string bytes, names = std::string(1, '\0');
    std::vector<Elf64_Shdr> headers;

    Elf64_Shdr& put(const std::string& name, std::uint32_t type, const std::string& contents,
                    std::uint32_t link, std::uint32_t info, std::uint64_t entry) {
      bytes.resize((bytes.size() + 15) / 16 * 16);
      Elf64_Shdr header{};
      header.sh_name = static_cast<Elf64_Word>(names.size());
      names += name + '\0';
      header.sh_type = type;
      header.sh_offset = bytes.size();
      header.sh_size = contents.size();
      header.sh_link = link;
      header.sh_info = info;
      header.sh_entsize = entry;
      header.sh_addralign = 16;
      bytes += contents;
      headers.push_back(header);
      return headers.back();
    }
    std::string finish() {
      put(".shstrtab", SHT_STRTAB, names + ".shstrtab" + '\0', 0, 0, 0);
      bytes.resize((bytes.size() + 15) / 16 * 16);
      Elf64_Ehdr file{};
      const unsigned char ident[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
      std::copy(std::begin(ident), std::end(ident), file.e_ident);
      file.e_type = ET_REL;
      file.e_machine = EM_X86_64;
      file.e_version = EV_CURRENT;
      file.e_ehsize = sizeof file;
      file.e_shoff = bytes.size();
      file.e_shentsize = sizeof(Elf64_Shdr);
      file.e_shnum = static_cast<Elf64_Half>(headers.size());
      file.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
      bytes.replace(0, sizeof file, reinterpret_cast<const char*>(&file), sizeof file);
      return bytes + raw(headers);
    }
  };

  static void add(Output& out, const Section& section) {
    Elf64_Shdr& header = out.put(section.name, section.type, section.bytes, 0, 0, 0);
    header.sh_flags = section.flags;
    if (section.type == SHT_NOBITS) header.sh_size = section.size;
  }

  template <typename T>
  static std::string raw(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }

  std::vector<Section> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::string names_ = std::string(1, '\0');
};

// An object whose group function adds 1 to the 64-bit number at the kernel's first argument.
inline std::string counting_object() {
  TestObject object;
  // mov (%rdi),%rax; mov (%rax),%rax; lock incq (%rax); xor %eax,%eax; ret
  const std::uint32_t text = object.add_code(
      {0x48, 0x8b, 0x07, 0x48, 0x8b, 0x00, 0xf0, 0x48, 0xff, 0x00, 0x31, 0xc0, 0xc3});
  object.add_symbol("vgpu_group", text);
  return object.bytes();
}

}  // namespace vgpu::compiler
