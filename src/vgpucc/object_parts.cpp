// Reads device code from objects and archives; see object_parts.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/object_parts.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "vgpucc/archive_parts.h"
#include "vgpucc/command.h"
#include "vgpucc/device_code.h"

namespace vgpu::vgpucc {
namespace {

constexpr std::string_view kHook = "__cudaRegisterLinkedBinary";

// The tables of an object file; whatever lies outside of the bytes counts as empty.
class Object {
 public:
  explicit Object(const std::string& bytes) : bytes_(bytes) {
    const auto head = read<Elf64_Ehdr>(0);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_type != ET_REL) return;
    for (std::size_t i = 0; i < head->e_shnum; ++i)
      if (const auto section = read<Elf64_Shdr>(head->e_shoff + i * sizeof(Elf64_Shdr)))
        sections_.push_back(*section);
    if (head->e_shstrndx < sections_.size()) names_ = sections_[head->e_shstrndx].sh_offset;
  }

  std::string section(std::string_view name) const {
    std::string all;
    for (const Elf64_Shdr& section : sections_)
      if (text(names_ + section.sh_name) == name) all += content(section);
    return all;
  }

  // Calls use(name, defined) for each global symbol.
  template <class Use>
  void each_symbol(Use use) const {
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections_.size()) continue;
      const std::size_t names = sections_[table.sh_link].sh_offset;
      for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
        const auto symbol = read<Elf64_Sym>(table.sh_offset + at);
        if (!symbol) break;
        if (ELF64_ST_BIND(symbol->st_info) != STB_LOCAL)
          use(text(names + symbol->st_name), symbol->st_shndx != SHN_UNDEF);
      }
    }
  }

 private:
  template <class T>
  std::optional<T> read(std::size_t at) const {
    T value;
    if (at > bytes_.size() || bytes_.size() - at < sizeof value) return {};
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  std::string text(std::size_t at) const {
    return at < bytes_.size() ? std::string(bytes_.c_str() + at) : std::string();
  }
  std::string content(const Elf64_Shdr& section) const {
    return section.sh_offset < bytes_.size() ? bytes_.substr(section.sh_offset, section.sh_size)
                                             : std::string();
  }

  const std::string& bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::size_t names_ = 0;
};

bool all_in(const std::set<std::string>& names, const std::set<std::string>& all) {
  return std::includes(all.begin(), all.end(), names.begin(), names.end());
}

}  // namespace

void ObjectParts::add(const ObjectParts& other) {
  modules.insert(modules.end(), other.modules.begin(), other.modules.end());
  launches.insert(launches.end(), other.launches.begin(), other.launches.end());
  architecture = std::max(architecture, other.architecture);
  wanted.insert(other.wanted.begin(), other.wanted.end());
  defined.insert(other.defined.begin(), other.defined.end());
}

bool ObjectParts::incomplete() const { return !all_in(wanted, defined); }

ObjectParts parts_of_object(const std::string& bytes) {
  const Object object(bytes);
  ObjectParts parts = read_device_parts(object.section(kPartSection));
  object.each_symbol([&](const std::string& name, bool defined) {
    if (name.starts_with(kHook)) (defined ? parts.defined : parts.wanted).insert(name);
  });
  return parts;
}

ObjectParts parts_to_link(const std::vector<std::string>& objects,
                          const std::vector<std::string>& linker_words) {
  std::vector<ObjectParts> all;
  for (const std::vector<std::string>& words : {objects, linker_words})
    for (const std::string& word : words)
      if (!word.starts_with("-") && std::filesystem::is_regular_file(word))
        all.push_back(parts_of_object(read_file(word)));
  for (const std::string& library : static_libraries(linker_words))
    for (const std::string& member : device_members(library))
      all.push_back(parts_of_object(member));
  ObjectParts linked;
  for (const ObjectParts& one : all) linked.defined.insert(one.defined.begin(), one.defined.end());
  for (const ObjectParts& one : all)
    if (one.wanted.empty() || !all_in(one.wanted, linked.defined)) linked.add(one);
  return linked;
}

}  // namespace vgpu::vgpucc
