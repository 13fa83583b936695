// The register file of the simulated GPU: BAR 0, a page of real memory that programs can map.
//
// Everything stands in that memory, so a register read through the mapping and one read by a function are the same
// word. Writing has no effect by itself: the Machine looks at doorbells and control words when it is told of a write
// or polls a mapping.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::sim {

enum class Access : std::uint8_t { ro, rw, wo };

inline constexpr std::uint32_t kRings = 32;
inline constexpr std::uint32_t kRingBase = 0x1000, kRingStride = 0x40;
inline constexpr std::size_t kRegisterBytes = 0x2000;

// Offsets by name: reg::STATUS, and ring_reg::HEAD within a ring's block.
namespace reg {
enum : std::uint32_t {
#define VG_SIM_REGISTER(name, offset, access, initial, doc) name = offset,
#define VG_SIM_RING_REGISTER(name, offset, access, initial, doc)
#include "device/sim/registers.def"
#undef VG_SIM_REGISTER
#undef VG_SIM_RING_REGISTER
};
}  // namespace reg
namespace ring_reg {
enum : std::uint32_t {
#define VG_SIM_REGISTER(name, offset, access, initial, doc)
#define VG_SIM_RING_REGISTER(name, offset, access, initial, doc) name = offset,
#include "device/sim/registers.def"
#undef VG_SIM_REGISTER
#undef VG_SIM_RING_REGISTER
};
}  // namespace ring_reg

constexpr std::uint32_t ring_register(std::uint32_t ring, std::uint32_t offset) {
  return kRingBase + ring * kRingStride + offset;
}

struct RegisterInfo {
  std::string name;
  std::uint32_t offset = 0;
  Access access = Access::ro;
  std::uint32_t initial = 0;
  std::string doc;
};

// All registers, those of every ring included, by offset.
const std::vector<RegisterInfo>& all_registers();
const RegisterInfo* find_register(std::uint32_t offset);
std::optional<std::uint32_t> find_register(std::string_view name);  // "RING_" is ring 0

class RegisterFile {
 public:
  RegisterFile();
  ~RegisterFile();
  RegisterFile(const RegisterFile&) = delete;
  RegisterFile& operator=(const RegisterFile&) = delete;

  std::byte* base() const { return base_; }
  void reset();  // initial values everywhere

  std::uint32_t get(std::uint32_t offset) const { return word(offset).load(); }
  void set(std::uint32_t offset, std::uint32_t value) { word(offset).store(value); }
  std::uint32_t exchange(std::uint32_t offset, std::uint32_t value) {
    return word(offset).exchange(value);
  }
  void set_bits(std::uint32_t offset, std::uint32_t bits) { word(offset).fetch_or(bits); }
  void clear_bits(std::uint32_t offset, std::uint32_t bits) { word(offset).fetch_and(~bits); }
  void add(std::uint32_t offset, std::uint32_t count) { word(offset).fetch_add(count); }
  void set64(std::uint32_t offset, std::uint64_t value) {
    set(offset, static_cast<std::uint32_t>(value));
    set(offset + 4, static_cast<std::uint32_t>(value >> 32));
  }
  std::uint64_t get64(std::uint32_t offset) const {
    return std::uint64_t{get(offset + 4)} << 32 | get(offset);
  }

 private:
  std::atomic<std::uint32_t>& word(std::uint32_t offset) const {
    return *reinterpret_cast<std::atomic<std::uint32_t>*>(base_ + offset);
  }
  std::byte* base_;
};

}  // namespace vgpu::sim
