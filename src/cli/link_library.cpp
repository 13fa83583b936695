// Reads one ELF file's names and writes another one with nothing else; see link_library.h.
// SPDX-License-Identifier: MIT
#include "cli/link_library.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

template <class T>
T read_at(const std::string& file, std::size_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof value)
    fail(ErrorCode::InvalidValue, "the library is not a whole ELF file");
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The functions that a shared object exports.
std::vector<std::string> exported_names(const std::string& file) {
  std::vector<std::string> names;
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_DYNSYM) continue;
    const auto texts =
        read_at<Elf64_Shdr>(file, header.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
    for (std::size_t at = 0; at < section.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(file, section.sh_offset + at);
      if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC)
        names.emplace_back(file.c_str() + texts.sh_offset + symbol.st_name);
    }
  }
  return names;
}

// The sections behind each other, their headers at the end. What loads the file sees one segment of all.
class Writer {
 public:
  Writer() {
    headers_.push_back({}), names_.push_back('\0');
    body_.resize(sizeof(Elf64_Ehdr) + kSegments * sizeof(Elf64_Phdr));
  }

  // Its address.
  Elf64_Addr add(const char* name, Elf64_Word type, const std::string& content, Elf64_Word link,
                 Elf64_Xword entry) {
    body_.resize((body_.size() + 7) / 8 * 8);
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names_.size());
    header.sh_type = type;
    header.sh_flags = type == SHT_DYNAMIC ? SHF_ALLOC | SHF_WRITE : SHF_ALLOC;
    header.sh_addr = header.sh_offset = body_.size();
    header.sh_size = content.size();
    header.sh_link = link;
    header.sh_info = type == SHT_DYNSYM ? 1 : 0;  // the first global name
    header.sh_addralign = 8;
    header.sh_entsize = entry;
    names_ += name, names_ += '\0';
    body_ += content;
    headers_.push_back(header);
    return header.sh_addr;
  }

  std::string finish() {
    const std::string names = names_ + ".shstrtab" + '\0';
    add(".shstrtab", SHT_STRTAB, names, 0, 0);
    body_.resize((body_.size() + 7) / 8 * 8);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64, header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT, header.e_version = EV_CURRENT;
    header.e_type = ET_DYN, header.e_machine = EM_X86_64;
    header.e_phoff = sizeof header, header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = kSegments;
    header.e_shoff = body_.size();
    header.e_ehsize = sizeof header, header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(headers_.size());
    header.e_shstrndx = static_cast<Elf64_Half>(headers_.size() - 1);
    std::memcpy(body_.data(), &header, sizeof header);
    write_segments();
    for (const Elf64_Shdr& section : headers_) append(body_, section);
    return body_;
  }

 private:
  static constexpr Elf64_Half kSegments = 3;

  static Elf64_Phdr segment(Elf64_Word type, Elf64_Addr begin, Elf64_Xword size,
                            Elf64_Xword align) {
    return {type, PF_R | PF_W, begin, begin, begin, size, size, align};
  }

  // All of the file, the part that the loader reads, and that nobody wants to run code on the stack.
  void write_segments() {
    Elf64_Phdr segments[kSegments] = {segment(PT_LOAD, 0, body_.size(), 4096),
                                      segment(PT_GNU_STACK, 0, 0, 16)};
    for (const Elf64_Shdr& section : headers_) {
      if (section.sh_type == SHT_DYNAMIC)
        segments[2] = segment(PT_DYNAMIC, section.sh_addr, section.sh_size, 8);
    }
    std::memcpy(body_.data() + sizeof(Elf64_Ehdr), segments, sizeof segments);
  }

  std::vector<Elf64_Shdr> headers_;
  std::string names_, body_;
};

std::string link_library(const std::vector<std::string>& names, const fs::path& path) {
  constexpr Elf64_Word kSymbols = 1, kTexts = 2;  // sections
  std::string symbols, texts(1, '\0'), dynamic;
  append(symbols, Elf64_Sym{});
  for (const std::string& name : names) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(texts.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = kSymbols;  // any section that is there
    append(symbols, symbol);
    texts += name, texts += '\0';
  }
  const auto entry = [&](Elf64_Sxword tag, Elf64_Xword value) {
    append(dynamic, Elf64_Dyn{tag, {value}});
  };
  const auto text = [&](const std::string& added) {
    const std::size_t at = texts.size();
    texts += added, texts += '\0';
    return at;
  };
  entry(DT_SONAME, text(path.string()));
  // Spelled another way: the loader would take the name above for the library itself.
  entry(DT_NEEDED, text((path.parent_path() / "." / path.filename()).string()));
  // Of all names linkers see the loader finds none here: one bucket, no chain.
  std::string none;
  for (Elf64_Word word : {1u, 1u, 0u, 0u}) append(none, word);
  Writer writer;
  entry(DT_SYMTAB, writer.add(".dynsym", SHT_DYNSYM, symbols, kTexts, sizeof(Elf64_Sym)));
  entry(DT_STRTAB, writer.add(".dynstr", SHT_STRTAB, texts, 0, 0));
  entry(DT_HASH, writer.add(".hash", SHT_HASH, none, kSymbols, sizeof(Elf64_Word)));
  entry(DT_STRSZ, texts.size());
  entry(DT_SYMENT, sizeof(Elf64_Sym));
  entry(DT_NULL, 0);
  writer.add(".dynamic", SHT_DYNAMIC, dynamic, kTexts, sizeof(Elf64_Dyn));
  return writer.finish();
}

}  // namespace

void write_link_library(const fs::path& library, const fs::path& to) {
  std::ifstream in(library, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string made = link_library(exported_names(file), fs::canonical(library));
  fs::remove(to);
  std::ofstream out(to, std::ios::binary);
  out.write(made.data(), static_cast<std::streamsize>(made.size()));
  if (!out.flush()) fail(ErrorCode::FileNotFound, "{} cannot be written", to.string());
}

}  // namespace vgpu::cli
