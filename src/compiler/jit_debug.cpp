// perf maps and gdb's JIT interface (see jit_debug.h).
//
// gdb puts a breakpoint on __jit_debug_register_code and reads __jit_debug_descriptor by their
// names; the layout of both structs is gdb's. The object it gets is a copy whose section headers
// carry the addresses of the loaded code.
// SPDX-License-Identifier: MIT
#include "compiler/jit_debug.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>

#include "base/config.h"

// NOLINTBEGIN(readability-identifier-naming): gdb's names
extern "C" {

struct jit_code_entry {
  jit_code_entry* next_entry;
  jit_code_entry* prev_entry;
  const char* symfile_addr;
  std::uint64_t symfile_size;
};

struct jit_descriptor {
  std::uint32_t version;
  std::uint32_t action_flag;  // 0 nothing, 1 registered, 2 unregistered
  jit_code_entry* relevant_entry;
  jit_code_entry* first_entry;
};

__attribute__((used)) jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};

__attribute__((noinline, used)) void __jit_debug_register_code() { asm volatile("" ::: "memory"); }
}
// NOLINTEND(readability-identifier-naming)

namespace vgpu::compiler {
namespace {

struct DebuggerEntry {
  jit_code_entry entry{};
  std::string symfile;
};

std::mutex g_debugger_mutex;

// gdb's list is a global of the process: the mutex is held by the callers.
void tell_debugger(std::uint32_t action, jit_code_entry* entry) {
  __jit_debug_descriptor.relevant_entry = entry;
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_register_code();
  __jit_debug_descriptor.action_flag = 0;
  __jit_debug_descriptor.relevant_entry = nullptr;
}

bool has_debug_info(const ElfObject& object) {
  for (std::uint32_t i = 1; i < object.sections().size(); ++i) {
    if (object.section_name(i) == ".debug_info") return true;
  }
  return false;
}

// The object with the addresses of its loaded sections in the section headers.
std::string with_addresses(std::string_view bytes, std::uint64_t base,
                           const std::vector<std::uint64_t>& place) {
  std::string copy(bytes);
  Elf64_Ehdr header;
  std::memcpy(&header, copy.data(), sizeof header);
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] == ~std::uint64_t{0}) continue;
    const std::uint64_t address = base + place[i];
    std::memcpy(
        copy.data() + header.e_shoff + i * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_addr),
        &address, sizeof address);
  }
  return copy;
}

void* register_with_debugger(std::string symfile) {
  auto owner = std::make_unique<DebuggerEntry>();
  owner->symfile = std::move(symfile);
  owner->entry.symfile_addr = owner->symfile.data();
  owner->entry.symfile_size = owner->symfile.size();
  const std::lock_guard lock(g_debugger_mutex);
  jit_code_entry* const first = __jit_debug_descriptor.first_entry;
  owner->entry.next_entry = first;
  if (first) first->prev_entry = &owner->entry;
  __jit_debug_descriptor.first_entry = &owner->entry;
  tell_debugger(1, &owner->entry);
  return owner.release();
}

// perf reads the file when it reports, so lines are only ever added.
void write_perf_map(const std::string& name, const std::vector<CodeRange>& functions) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  std::FILE* file = std::fopen(path.c_str(), "ae");
  if (!file) return;
  for (const CodeRange& range : functions) {
    std::fprintf(file, "%llx %llx vgpu:%s:%s\n",
                 static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(range.address)),
                 static_cast<unsigned long long>(range.bytes), name.c_str(), range.name.c_str());
  }
  std::fclose(file);
}

}  // namespace

void* announce_code(const ElfObject& object, std::string_view bytes, const std::string& name,
                    std::uint64_t base, const std::vector<std::uint64_t>& place,
                    const std::vector<CodeRange>& functions) {
  if (config().perf_map) write_perf_map(name, functions);
  if (!has_debug_info(object)) return nullptr;
  return register_with_debugger(with_addresses(bytes, base, place));
}

void withdraw_code(void* entry) {
  if (!entry) return;
  const std::unique_ptr<DebuggerEntry> owner(static_cast<DebuggerEntry*>(entry));
  const std::lock_guard lock(g_debugger_mutex);
  jit_code_entry* const next = owner->entry.next_entry;
  jit_code_entry* const previous = owner->entry.prev_entry;
  if (next) next->prev_entry = previous;
  (previous ? previous->next_entry : __jit_debug_descriptor.first_entry) = next;
  tell_debugger(2, &owner->entry);
}

}  // namespace vgpu::compiler
