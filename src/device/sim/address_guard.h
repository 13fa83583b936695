// What packets may touch: living device memory, and host memory that somebody has mapped for the device (an IOMMU).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "memory/device_memory.h"

namespace vgpu::sim {

class AddressGuard {
 public:
  enum class Place : std::uint8_t { nowhere, device, host };

  explicit AddressGuard(DeviceMemory& memory) : memory_(memory) {}

  // Where all of the range lies.
  Place find(std::uint64_t address, std::uint64_t bytes) const;

  // The driver's ranges may overlap: two streams copy from the same buffer.
  void map(const void* base, std::size_t size);
  void unmap(const void* base, std::size_t size);
  // A program's may not. Error(InvalidValue).
  void map_once(void* base, std::size_t size);
  void unmap_once(void* base);

 private:
  struct Range {
    std::uint64_t base;
    std::uint64_t size;
    bool of_program;
  };
  DeviceMemory& memory_;
  mutable std::mutex mutex_;
  std::vector<Range> ranges_;
};

// Maps a range for the time of one command.
class MappedRange {
 public:
  MappedRange(AddressGuard& guard, const void* base, std::size_t size)
      : guard_(guard), base_(base), size_(size) {
    guard_.map(base_, size_);
  }
  ~MappedRange() { guard_.unmap(base_, size_); }
  MappedRange(const MappedRange&) = delete;
  MappedRange& operator=(const MappedRange&) = delete;

 private:
  AddressGuard& guard_;
  const void* base_;
  std::size_t size_;
};

}  // namespace vgpu::sim
