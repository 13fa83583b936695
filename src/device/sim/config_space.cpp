// The header of type 0, one MSI capability, and the bits of each that can be written.
// SPDX-License-Identifier: MIT
#include "device/sim/config_space.h"

#include <bit>

#include "base/error.h"

namespace vgpu::sim {
namespace {

constexpr std::uint32_t kCommand = 0x04, kBar0 = 0x10, kBar2 = 0x18, kBar3 = 0x1c;
constexpr std::uint32_t kMemorySpace = 2, kBusMaster = 4;
constexpr std::uint32_t kMsi = 0x50;

void check(std::uint32_t offset, std::uint32_t size) {
  if ((size != 1 && size != 2 && size != 4) || offset % size != 0) {
    fail(ErrorCode::InvalidValue, "size: {} bytes at {:#x} are not 1, 2 or 4 aligned ones", size,
         offset);
  }
  if (offset >= ConfigSpace::kBytes) {
    fail(ErrorCode::InvalidValue, "offset: {:#x} is beyond the {:#x} bytes there are", offset,
         ConfigSpace::kBytes);
  }
}

}  // namespace

ConfigSpace::ConfigSpace(std::uint64_t register_bytes, std::uint64_t memory_bytes) {
  const std::uint64_t registers = std::bit_ceil(register_bytes);
  const std::uint64_t memory = std::bit_ceil(memory_bytes);
  put(0x00, 2, kVendor, 0);
  put(0x02, 2, kDevice, 0);
  put(kCommand, 2, kMemorySpace | kBusMaster, 0x0407);  // decode, bus master, interrupts off
  put(0x06, 2, 0x0010, 0);                              // there is a list of capabilities
  put(0x08, 4, 0x03020001, 0);                          // a 3D controller, revision 1
  put(kBar0, 4, 0xf0000000, static_cast<std::uint32_t>(~(registers - 1)));
  const std::uint64_t mask = ~(memory - 1);
  put(kBar2, 4, 0x0000000c, static_cast<std::uint32_t>(mask));  // 64 bits wide, prefetchable
  put(kBar3, 4, 0x00000040, static_cast<std::uint32_t>(mask >> 32));
  put(0x2c, 2, kVendor, 0);
  put(0x2e, 2, kDevice, 0);
  put(0x34, 1, kMsi, 0);
  put(0x3d, 1, 1, 0);                    // INTA
  put(kMsi, 4, 0x00810005, 0x00010000);  // MSI with 64-bit address, enabled by the driver
  put(kMsi + 4, 4, 0, 0xfffffffc);
  put(kMsi + 8, 4, 0, 0xffffffff);
  put(kMsi + 12, 2, 0, 0xffff);
}

void ConfigSpace::put(std::uint32_t offset, std::uint32_t size, std::uint32_t value,
                      std::uint32_t writable) {
  for (std::uint32_t i = 0; i < size; ++i) {
    bytes_[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    writable_[offset + i] = static_cast<std::uint8_t>(writable >> 8 * i);
  }
}

std::uint32_t ConfigSpace::read(std::uint32_t offset, std::uint32_t size) const {
  check(offset, size);
  std::lock_guard lock(mutex_);
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < size; ++i) value |= std::uint32_t{bytes_[offset + i]} << 8 * i;
  return value;
}

void ConfigSpace::write(std::uint32_t offset, std::uint32_t size, std::uint32_t value) {
  check(offset, size);
  std::lock_guard lock(mutex_);
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::uint8_t mask = writable_[offset + i];
    const auto byte = static_cast<std::uint8_t>(value >> 8 * i);
    bytes_[offset + i] = static_cast<std::uint8_t>((bytes_[offset + i] & ~mask) | (byte & mask));
  }
}

bool ConfigSpace::bus_master() const {
  std::lock_guard lock(mutex_);
  return (bytes_[kCommand] & kBusMaster) != 0;
}

}  // namespace vgpu::sim
