// Memory that is not the system's: one block of a known size, made when the first allocation needs it.
//
// A device whose driver gives out its memory (an OpenCL device) implements it; DeviceMemory divides the block up.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace vgpu {

class MemorySource {
 public:
  virtual ~MemorySource() = default;

  virtual std::size_t bytes() const = 0;

  // The block's address, a multiple of `alignment`, with bytes() behind it; it lives as long as the source. Called
  // once, or again after it threw Error(MemoryAllocation).
  virtual std::byte* open(std::size_t alignment) = 0;
};

}  // namespace vgpu
