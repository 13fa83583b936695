// The machine and the kernel cache as `vgpu status` and `vgpu healthcheck` see them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace vgpu::cli {

struct HostMemory {
  std::uint64_t total = 0, available = 0;  // bytes
};
HostMemory host_memory();

double load_average();  // of the last minute

struct CacheFacts {
  std::string folder;     // empty: there is no place for one
  bool writable = false;  // or can be made
  std::uint64_t files = 0, bytes = 0;
};
CacheFacts cache_facts();

// Where libvgpu_compiler.so would be loaded from; empty: it was not found.
std::string compiler_library();

// First line of a file, or an empty text: for /sys and /proc.
std::string first_line(const std::string& path);

}  // namespace vgpu::cli
