// Pages of memory that another process may map: a file without a name, which its process's number and its own find.
//
// The file lives as long as somebody has it mapped, so nothing is left behind whoever ends first. Used by
// interprocess_memory.cpp and interprocess_events.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::cuda {

// How the pages are found; fits CUDA's handles of 64 bytes.
struct SharedPagesName {
  std::uint64_t magic = 0;
  std::int32_t process = 0, file = -1;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  // of what the handle stands for
};

inline constexpr std::uint64_t kSharedMemory = 0x6d656d2075706776;  // "vgpu mem"
inline constexpr std::uint64_t kSharedEvent = 0x7665206575706776;

// Makes a file of that many bytes; -1 if the system refuses.
int make_shared_file(std::size_t bytes);

// Maps it: at any address or, over what is there, at the one given. Null if the system refuses.
void* map_shared_file(int file, std::size_t bytes, void* at = nullptr);

// Maps the pages of another process, or of this one. Null if they are not there (any more).
void* map_shared_pages(const SharedPagesName& name);

}  // namespace vgpu::cuda
