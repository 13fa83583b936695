// Tells perf and gdb about kernels' machine code.
//
// perf reads /tmp/perf-PID.map (written when VGPU_PERF_MAP asks for it); gdb finds objects through
// its JIT interface, for code that was compiled with -g. Called by code_image.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/elf_object.h"

namespace vgpu::compiler {

struct CodeRange {
  const std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  std::string name;
};

// `place` is each section's offset from `base`, all ones for those that are not loaded. Returns
// what withdraw_code() wants before the code goes away; nullptr when nobody asked.
void* announce_code(const ElfObject& object, std::string_view bytes, const std::string& name,
                    std::uint64_t base, const std::vector<std::uint64_t>& place,
                    const std::vector<CodeRange>& functions);
void withdraw_code(void* entry);

}  // namespace vgpu::compiler
