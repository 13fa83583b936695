// Lays out, relocates and protects the sections of a kernel's object (see code_image.h).
//
// One mapping holds three parts, each on pages of its own: code (read, execute) with jump stubs to
// the host, constants (read) with the table of addresses that the code reaches through, and data
// (read, write). Nothing is ever writable and executable. Unwind tables are left out: kernels never
// throw.
// SPDX-License-Identifier: MIT
#include "compiler/code_image.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "compiler/elf_object.h"
#include "compiler/jit_debug.h"

namespace vgpu::compiler {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1}
                                    << 28;  // a part; all in reach of 32-bit offsets
constexpr std::uint64_t kStubBytes = 8;
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

enum Part { kCode, kConstants, kData, kParts };

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

class ImageBuilder {
 public:
  ImageBuilder(CodeImage& image, std::string_view bytes, const std::string& name,
               const SymbolResolver& resolve)
      : image_(image), bytes_(bytes), name_(name), object_(bytes, name), resolve_(resolve) {}

  void build() {
    lay_out();
    map();
    resolve_symbols();
    fill_address_table();
    for (const ElfRelocations& group : object_.relocations()) {
      if (place_[group.section] == kNowhere) continue;
      for (const Elf64_Rela& entry : group.entries) relocate(group.section, entry);
    }
    protect();
    publish();
  }

 private:
  static bool loaded(const Elf64_Shdr& section, std::string_view name) {
    constexpr std::uint32_t kUnwindSection = 0x70000001;  // SHT_X86_64_UNWIND
    return (section.sh_flags & SHF_ALLOC) && section.sh_type != kUnwindSection &&
           section.sh_type != SHT_NOTE && name != ".eh_frame" &&
           (section.sh_type == SHT_PROGBITS || section.sh_type == SHT_NOBITS ||
            section.sh_type == SHT_INIT_ARRAY);
  }

  static Part part_of(const Elf64_Shdr& section, std::string_view name) {
    if (section.sh_flags & SHF_EXECINSTR) return kCode;
    // .data.rel.ro is writable only until it has been relocated.
    const bool read_only = !(section.sh_flags & SHF_WRITE) || name.starts_with(".data.rel.ro");
    return read_only ? kConstants : kData;
  }

  void lay_out() {
    const auto& sections = object_.sections();
    place_.assign(sections.size(), kNowhere);
    std::array<std::uint64_t, kParts> used{};
    std::vector<Part> parts(sections.size(), kCode);
    for (std::uint32_t i = 1; i < sections.size(); ++i) {
      const Elf64_Shdr& section = sections[i];
      const std::string_view name = object_.section_name(i);
      if (!loaded(section, name)) continue;
      if (section.sh_flags & SHF_TLS) object_.damaged("thread-local variables are not supported");
      const std::uint64_t align = section.sh_addralign ? section.sh_addralign : 1;
      if ((align & (align - 1)) != 0 || align > kPage) object_.damaged("a section's alignment");
      parts[i] = part_of(section, name);
      place_[i] = round_up(used[parts[i]], align);
      if (section.sh_size > kMaxBytes) object_.damaged("a section is too large");
      used[parts[i]] = place_[i] + section.sh_size;
      if (used[parts[i]] > kMaxBytes) object_.damaged("too large");
    }
    const std::uint64_t symbols = object_.symbols().size();
    stubs_ = round_up(used[kCode], kStubBytes);
    used[kCode] = stubs_ + symbols * kStubBytes;
    table_ = round_up(used[kConstants], sizeof(void*));
    used[kConstants] = table_ + symbols * sizeof(void*);
    std::uint64_t at = 0;
    for (int part = 0; part < kParts; ++part) {
      start_[part] = at;
      at += round_up(used[part], kPage);
    }
    for (std::uint32_t i = 1; i < sections.size(); ++i) {
      if (place_[i] != kNowhere) place_[i] += start_[parts[i]];
    }
    stubs_ += start_[kCode];
    table_ += start_[kConstants];
    image_.size_ = at;
  }

  void map() {
    void* memory =
        mmap(nullptr, image_.size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      fail(ErrorCode::MemoryAllocation, "code of {}: no memory for {} bytes", name_, image_.size_);
    }
    image_.memory_ = static_cast<std::byte*>(memory);
    const auto& sections = object_.sections();
    for (std::uint32_t i = 1; i < sections.size(); ++i) {
      if (place_[i] == kNowhere) continue;
      const std::string_view contents = object_.contents(sections[i]);
      if (!contents.empty())
        std::memcpy(image_.memory_ + place_[i], contents.data(), contents.size());
    }
  }

  void resolve_symbols() {
    for (const Elf64_Sym& symbol : object_.symbols()) {
      std::uint64_t address = 0;
      if (symbol.st_shndx == SHN_ABS) {
        address = symbol.st_value;
      } else if (symbol.st_shndx != SHN_UNDEF) {
        const std::uint64_t place = place_[symbol.st_shndx];
        if (place != kNowhere) address = base() + place + symbol.st_value;
      } else if (&symbol != &object_.symbols()[0]) {
        address = external(symbol);
      }
      addresses_.push_back(address);
    }
  }

  std::uint64_t external(const Elf64_Sym& symbol) {
    const std::string name(object_.symbol_name(symbol));
    if (name == "_GLOBAL_OFFSET_TABLE_") return base() + table_;
    void* found = resolve_(name);
    if (!found && ELF64_ST_BIND(symbol.st_info) != STB_WEAK) {
      fail(ErrorCode::InvalidKernelImage, "code of {}: nothing is called '{}'", name_, name);
    }
    return reinterpret_cast<std::uint64_t>(found);
  }

  // Slot and stub of symbol i stand at index i; unused ones cost 16 bytes each.
  void fill_address_table() {
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      std::memcpy(image_.memory_ + table_ + i * 8, &addresses_[i], 8);
      // jmp *slot(%rip)
      std::array<unsigned char, kStubBytes> stub{0xff, 0x25, 0, 0, 0, 0, 0xcc, 0xcc};
      const auto distance =
          static_cast<std::int32_t>(table_ + i * 8 - (stubs_ + i * kStubBytes + 6));
      std::memcpy(&stub[2], &distance, 4);
      std::memcpy(image_.memory_ + stubs_ + i * kStubBytes, stub.data(), kStubBytes);
    }
  }

  void relocate(std::uint32_t section, const Elf64_Rela& entry) {
    const std::uint64_t symbol = ELF64_R_SYM(entry.r_info);
    const std::uint64_t target = addresses_[symbol] + entry.r_addend;
    const std::uint64_t here = base() + place_[section] + entry.r_offset;
    const std::uint64_t slot = base() + table_ + symbol * 8 + entry.r_addend;
    switch (ELF64_R_TYPE(entry.r_info)) {
      case R_X86_64_NONE:
        return;
      case R_X86_64_64:
        return put64(section, entry, target);
      case R_X86_64_PC64:
        return put64(section, entry, target - here);
      case R_X86_64_GOTOFF64:
        return put64(section, entry, target - (base() + table_));
      case R_X86_64_GOTPC64:
        return put64(section, entry, base() + table_ + entry.r_addend - here);
      case R_X86_64_GOT64:
        return put64(section, entry, slot - (base() + table_));
      case R_X86_64_GOTPC32:
        return put32(section, entry, base() + table_ + entry.r_addend - here);
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        return put32(section, entry, slot - here);
      case R_X86_64_PC32:
        return put32(section, entry, target - here);
      case R_X86_64_PLT32: {
        // A function of the host may be further away than 2 GiB: then through its stub.
        const std::uint64_t stub = base() + stubs_ + symbol * kStubBytes + entry.r_addend;
        return put32(section, entry, near(target - here) ? target - here : stub - here);
      }
      case R_X86_64_32S:
        return put32(section, entry, target);
      case R_X86_64_32:
        if (target >> 32) object_.damaged("an address does not fit into 32 bits");
        return put(section, entry, &target, 4);
      default:
        fail(ErrorCode::InvalidKernelImage, "code of {}: relocation of unknown type {}", name_,
             ELF64_R_TYPE(entry.r_info));
    }
  }

  static bool near(std::uint64_t distance) {
    const auto value = static_cast<std::int64_t>(distance);
    return value == static_cast<std::int32_t>(value);
  }

  void put(std::uint32_t section, const Elf64_Rela& entry, const void* value, std::size_t bytes) {
    const std::uint64_t size = object_.sections()[section].sh_size;
    if (size < bytes || entry.r_offset > size - bytes) object_.damaged("a relocation is cut off");
    std::memcpy(image_.memory_ + place_[section] + entry.r_offset, value, bytes);
  }
  void put64(std::uint32_t section, const Elf64_Rela& entry, std::uint64_t value) {
    put(section, entry, &value, 8);
  }
  void put32(std::uint32_t section, const Elf64_Rela& entry, std::uint64_t value) {
    if (!near(value)) object_.damaged("a symbol is too far away for a 32-bit offset");
    put(section, entry, &value, 4);
  }

  void protect() {
    const bool done = mprotect(image_.memory_, start_[kConstants], PROT_READ | PROT_EXEC) == 0 &&
                      mprotect(image_.memory_ + start_[kConstants],
                               start_[kData] - start_[kConstants], PROT_READ) == 0;
    if (!done) fail(ErrorCode::NotPermitted, "code of {}: this system forbids new code", name_);
  }

  void publish() {
    std::vector<CodeRange> functions;
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      const Elf64_Sym& symbol = object_.symbols()[i];
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
      auto* address = reinterpret_cast<std::byte*>(addresses_[i]);
      const std::string symbol_name(object_.symbol_name(symbol));
      functions.push_back({address, symbol.st_size, symbol_name});
      if (ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL) {
        image_.exports_.emplace_back(symbol_name, address);
      }
    }
    image_.debugger_entry_ = announce_code(object_, bytes_, name_, base(), place_, functions);
  }

  std::uint64_t base() const { return reinterpret_cast<std::uint64_t>(image_.memory_); }

  CodeImage& image_;
  std::string_view bytes_;
  const std::string& name_;
  ElfObject object_;
  const SymbolResolver& resolve_;
  std::vector<std::uint64_t> place_;  // of each section in the image, or kNowhere
  std::array<std::uint64_t, kParts> start_{};
  std::uint64_t stubs_ = 0, table_ = 0;
  std::vector<std::uint64_t> addresses_;  // of each symbol
};

CodeImage::CodeImage(std::string_view object, const std::string& name,
                     const SymbolResolver& resolve) {
  try {
    ImageBuilder(*this, object, name, resolve).build();
  } catch (...) {
    if (memory_) munmap(memory_, size_);
    throw;
  }
}

CodeImage::~CodeImage() {
  withdraw_code(debugger_entry_);
  if (memory_) munmap(memory_, size_);
}

void* CodeImage::symbol(std::string_view name) const {
  for (const auto& [exported, address] : exports_) {
    if (exported == name) return address;
  }
  return nullptr;
}

}  // namespace vgpu::compiler
