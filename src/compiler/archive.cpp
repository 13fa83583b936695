// Writes and reads module archives (see archive.h).
//
// A file is a header (magic, version, kind, length, checksum) and a payload of little-endian
// fields, each listed once: the same `fields` function describes a struct to the writer and to the
// reader.
// SPDX-License-Identifier: MIT
#include "compiler/archive.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "compiler/kernel_abi.h"

namespace vgpu::compiler {
namespace {

constexpr char kMagic[8] = {'v', 'G', 'P', 'U', 'a', 'r', 'c', 'h'};
constexpr std::uint32_t kFormatVersion = 3;

enum class Kind : std::uint32_t { module = 1, code = 2 };

struct Header {
  char magic[8];
  std::uint32_t format;
  std::uint32_t abi;
  Kind kind;
  std::uint32_t reserved;
  std::uint64_t length;
  std::uint64_t sum;
};

class Writer {
 public:
  template <typename T>
  void number(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& value) {
    number(static_cast<std::uint64_t>(value.size()));
    bytes += value;
  }
  template <typename T, typename Each>
  void list(const std::vector<T>& values, Each each) {
    number(static_cast<std::uint64_t>(values.size()));
    for (const T& value : values) each(*this, value);
  }

  std::string bytes;
};

// Reads fields until one does not fit; from then on everything is zero and ok is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest(bytes) {}

  template <typename T>
  void number(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!take(sizeof value)) {
      value = T{};
      return;
    }
    // A byte that is neither 0 nor 1 must not become a bool.
    if constexpr (std::is_same_v<T, bool>) {
      value = taken_[0] != 0;
    } else {
      std::memcpy(&value, taken_.data(), sizeof value);
    }
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    number(size);
    value = take(size) ? std::string(taken_) : std::string();
  }
  template <typename T, typename Each>
  void list(std::vector<T>& values, Each each) {
    std::uint64_t count = 0;
    number(count);
    // Each element takes at least a byte, so a hostile count cannot make us allocate without bound.
    if (count > rest.size()) ok = false;
    for (std::uint64_t i = 0; ok && i < count; ++i) each(*this, values.emplace_back());
  }

  bool ok = true;
  std::string_view rest;

 private:
  bool take(std::uint64_t size) {
    if (!ok || size > rest.size()) return ok = false;
    taken_ = rest.substr(0, size);
    rest.remove_prefix(size);
    return true;
  }
  std::string_view taken_;
};

template <typename Io, typename T>
void argument_fields(Io& io, T& argument) {
  io.text(argument.name);
  io.text(argument.type_name);
  io.number(argument.kind);
  io.number(argument.size);
  io.number(argument.align);
  io.number(argument.offset);
  io.number(argument.flags);
}

template <typename Io, typename T>
void kernel_fields(Io& io, T& kernel) {
  io.text(kernel.name);
  io.text(kernel.symbol);
  io.list(kernel.arguments, [](Io& inner, auto& value) { argument_fields(inner, value); });
  io.number(kernel.argument_bytes);
  for (auto& size : kernel.required_local_size) io.number(size);
  for (auto& size : kernel.local_size_hint) io.number(size);
  io.text(kernel.vector_type_hint);
  io.number(kernel.max_local_items);
  io.number(kernel.static_local_bytes);
  io.number(kernel.uses_barrier);
  io.number(kernel.uses_warp);
  io.number(kernel.uses_grid_barrier);
  io.text(kernel.attributes);
}

template <typename Io, typename T>
void variable_fields(Io& io, T& variable) {
  io.text(variable.name);
  io.text(variable.symbol);
  io.number(variable.offset);
  io.number(variable.size);
  io.number(variable.align);
  io.number(variable.constant);
  io.number(variable.managed);
}

template <typename Io, typename T>
void relocation_fields(Io& io, T& relocation) {
  io.number(relocation.offset);
  io.text(relocation.symbol);
  io.number(relocation.addend);
}

template <typename Io, typename T>
void file_fields(Io& io, T& file) {
  io.text(file.path);
  for (auto& word : file.hash) io.number(word);
}

template <typename Io, typename T>
void text_fields(Io& io, T& text) {
  io.text(text.source);
  io.text(text.file_name);
  io.text(text.options);
  io.list(text.headers, [](Io& inner, auto& header) {
    inner.text(header.first);
    inner.text(header.second);
  });
}

template <typename Io, typename T>
void code_fields(Io& io, T& code) {
  io.text(code.symbol);
  for (auto& size : code.local) io.number(size);
  for (auto& size : code.enqueued) io.number(size);
  io.number(code.instruction_set);
  io.number(code.info.frame_bytes);
  io.number(code.info.local_bytes);
  io.number(code.info.width);
  io.number(code.info.jam_x);
  io.number(code.info.jam_y);
  io.number(code.info.regions);
  io.number(code.info.lockstep);
  io.number(code.info.waits);
  io.text(code.object);
}

template <typename Io, typename T>
void module_fields(Io& io, T& module) {
  io.number(module.info.language);
  io.list(module.info.kernels, [](Io& inner, auto& value) { kernel_fields(inner, value); });
  io.list(module.info.variables, [](Io& inner, auto& value) { variable_fields(inner, value); });
  io.text(module.info.image);
  io.list(module.info.relocations, [](Io& inner, auto& value) { relocation_fields(inner, value); });
  text_fields(io, module.text);
  io.text(module.bitcode);
  for (auto& word : module.bitcode_hash) io.number(word);
  io.list(module.files, [](Io& inner, auto& value) { file_fields(inner, value); });
  io.text(module.log);
  io.list(module.code, [](Io& inner, auto& value) { code_fields(inner, value); });
}

std::string sealed(Kind kind, const std::string& payload) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.format = kFormatVersion;
  header.abi = kAbiVersion;
  header.kind = kind;
  header.length = payload.size();
  header.sum = checksum(payload);
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return bytes + payload;
}

// The payload behind a header that is right in all parts; else nothing and a text.
std::string_view unsealed(std::string_view bytes, Kind kind, std::string* error) {
  Header header;
  if (bytes.size() < sizeof header) return *error = "too short to be a module", std::string_view();
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.remove_prefix(sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.kind != kind ||
      header.reserved != 0) {
    *error = "not a vGPU module";
  } else if (header.format != kFormatVersion || header.abi != kAbiVersion) {
    *error = "made by another version of vGPU";
  } else if (header.length != bytes.size()) {
    *error = "truncated, or with bytes behind its end";
  } else if (header.sum != checksum(bytes)) {
    *error = "damaged: the checksum is wrong";
  } else {
    return bytes;
  }
  return {};
}

bool power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

bool fits(std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
  return offset <= whole && size <= whole - offset;
}

bool valid_kernel(const KernelInfo& kernel) {
  if (kernel.name.empty() || kernel.symbol.empty()) return false;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind > ArgumentKind::sampler || !power_of_two(argument.align) ||
        !fits(argument.offset, argument.size, kernel.argument_bytes) ||
        (argument.kind == ArgumentKind::local && argument.size != 8)) {
      return false;
    }
  }
  return true;
}

bool valid_module(const ModuleInfo& info) {
  if (info.language > Language::spirv) return false;
  for (const KernelInfo& kernel : info.kernels) {
    if (!valid_kernel(kernel)) return false;
  }
  for (const VariableInfo& variable : info.variables) {
    if (!power_of_two(variable.align) || variable.align > 1u << 20 ||
        variable.offset % variable.align != 0 ||
        !fits(variable.offset, variable.size, info.image.size())) {
      return false;
    }
  }
  for (const ImageRelocation& relocation : info.relocations) {
    if (!fits(relocation.offset, sizeof(void*), info.image.size())) return false;
  }
  return true;
}

bool valid_code(const CodeRecord& code) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 40;
  return code.instruction_set <= InstructionSet::avx512 && code.info.frame_bytes < kLimit &&
         code.info.local_bytes < kLimit;
}

}  // namespace

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  // Every step is a bijection of the state, so two inputs that differ in one word never meet again.
  std::uint64_t state = seed ^ (bytes.size() * 0x9e3779b97f4a7c15u);
  const auto mix = [&state](std::uint64_t word) {
    state = (state ^ word) * 0xd6e8feb86659fd93u;
    state ^= state >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  std::uint64_t tail = 0;
  if (at < bytes.size()) std::memcpy(&tail, bytes.data() + at, bytes.size() - at);
  mix(tail);
  mix(0x2545f4914f6cdd1du);
  return state;
}

std::string archive_version() { return fmt::format("{}.{}", kFormatVersion, kAbiVersion); }

std::string write_archive(const ModuleArchive& archive) {
  Writer writer;
  module_fields(writer, archive);
  return sealed(Kind::module, writer.bytes);
}

std::string write_code(const CodeRecord& code) {
  Writer writer;
  code_fields(writer, code);
  return sealed(Kind::code, writer.bytes);
}

bool read_archive(std::string_view bytes, ModuleArchive* archive, std::string* error) {
  *archive = {};
  Reader reader(unsealed(bytes, Kind::module, error));
  if (reader.rest.empty()) return false;
  module_fields(reader, *archive);
  bool valid = reader.ok && reader.rest.empty() && valid_module(archive->info);
  for (const CodeRecord& code : archive->code) valid = valid && valid_code(code);
  if (!valid) *error = "damaged: its parts do not fit together";
  return valid;
}

bool read_code(std::string_view bytes, CodeRecord* code, std::string* error) {
  *code = {};
  Reader reader(unsealed(bytes, Kind::code, error));
  if (reader.rest.empty()) return false;
  code_fields(reader, *code);
  const bool valid = reader.ok && reader.rest.empty() && valid_code(*code);
  if (!valid) *error = "damaged: its parts do not fit together";
  return valid;
}

}  // namespace vgpu::compiler
