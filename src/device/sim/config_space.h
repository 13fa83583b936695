// PCI configuration space: what the device says of itself before a driver has mapped anything.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

namespace vgpu::sim {

class ConfigSpace {
 public:
  static constexpr std::uint32_t kBytes = 256;
  static constexpr std::uint16_t kVendor = 0x5647;  // "GV"; no real vendor has it
  static constexpr std::uint16_t kDevice = 0x0001;

  // BAR 0 holds the registers, BAR 2 and 3 the memory; sizes are powers of two.
  ConfigSpace(std::uint64_t register_bytes, std::uint64_t memory_bytes);

  // Error(InvalidValue): not 1, 2 or 4 bytes, not aligned, or beyond the end.
  std::uint32_t read(std::uint32_t offset, std::uint32_t size) const;
  // Read-only bits stay as they are; a BAR written with ones reads as its size, as drivers expect.
  void write(std::uint32_t offset, std::uint32_t size, std::uint32_t value);

  bool bus_master() const;

 private:
  void put(std::uint32_t offset, std::uint32_t size, std::uint32_t value, std::uint32_t writable);

  mutable std::mutex mutex_;
  std::array<std::uint8_t, kBytes> bytes_{}, writable_{};
};

}  // namespace vgpu::sim
