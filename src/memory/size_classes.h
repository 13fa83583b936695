// The sizes that small allocations are rounded up to: four steps in every doubling, from 256 bytes to 512 KiB.
//
// At most a fifth of an allocation above 1 KiB is lost. Part of DeviceMemory.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>

namespace vgpu {

inline constexpr std::size_t kSmallestClass = 256;
inline constexpr std::size_t kLargestClass = std::size_t{512} << 10;
inline constexpr unsigned kSizeClasses = 40;

constexpr std::size_t class_size(unsigned index) noexcept {
  if (index < 4) return kSmallestClass * (index + 1);
  const unsigned doubling = (index - 4) / 4, step = (index - 4) % 4;
  return std::size_t{5 + step} << (8 + doubling);
}

// The smallest class that holds `size`, which is 1 to kLargestClass.
constexpr unsigned class_of(std::size_t size) noexcept {
  const std::size_t last = size - 1;
  if (last < 1024) return static_cast<unsigned>(last / kSmallestClass);
  const auto doubling = static_cast<unsigned>(std::bit_width(last)) - 11;
  return 4 + doubling * 4 + static_cast<unsigned>(last >> (8 + doubling) & 3);
}

static_assert(class_size(kSizeClasses - 1) == kLargestClass);
static_assert(class_of(kLargestClass) == kSizeClasses - 1);

}  // namespace vgpu
