// Memory below 4 GiB where the system has any, for groups: programs keep addresses of shared memory in 32 bits.
//
// CUDA's shared addresses are that short, and inline PTX takes them so. Used by grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

namespace vgpu {

// Gives back what allocate_low() gave.
struct FreeLow {
  std::size_t mapped = 0;  // 0: it came from the heap
  void operator()(std::byte* memory) const;
};
using LowMemory = std::unique_ptr<std::byte, FreeLow>;

// Aligned to a page if it is low, else to kFrameAlignment.
LowMemory allocate_low(std::size_t bytes);

}  // namespace vgpu
