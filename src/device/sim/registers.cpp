// The register file and the table of names.
// SPDX-License-Identifier: MIT
#include "device/sim/registers.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>

#include "base/error.h"

namespace vgpu::sim {
namespace {

void add_global(std::vector<RegisterInfo>& all) {
#define VG_SIM_REGISTER(name, offset, access, initial, doc) \
  all.push_back({#name, offset, Access::access, initial, doc});
#define VG_SIM_RING_REGISTER(name, offset, access, initial, doc)
#include "device/sim/registers.def"
#undef VG_SIM_REGISTER
#undef VG_SIM_RING_REGISTER
}

void add_ring(std::vector<RegisterInfo>& all, std::uint32_t ring) {
#define VG_SIM_REGISTER(name, offset, access, initial, doc)
#define VG_SIM_RING_REGISTER(name, offset, access, initial, doc)                                  \
  all.push_back({fmt::format("RING{}_" #name, ring), ring_register(ring, offset), Access::access, \
                 initial, doc});
#include "device/sim/registers.def"
#undef VG_SIM_REGISTER
#undef VG_SIM_RING_REGISTER
}

std::vector<RegisterInfo> make_all() {
  std::vector<RegisterInfo> all;
  add_global(all);
  for (std::uint32_t ring = 0; ring < kRings; ++ring) add_ring(all, ring);
  return all;
}

}  // namespace

const std::vector<RegisterInfo>& all_registers() {
  static const auto* all = new std::vector<RegisterInfo>(make_all());
  return *all;
}

const RegisterInfo* find_register(std::uint32_t offset) {
  const auto& all = all_registers();
  const auto found = std::ranges::lower_bound(all, offset, {}, &RegisterInfo::offset);
  return found != all.end() && found->offset == offset ? &*found : nullptr;
}

std::optional<std::uint32_t> find_register(std::string_view name) {
  std::string full(name);
  if (full.starts_with("RING_")) full.insert(4, "0");
  if (full == "DOORBELL") full = "RING0_DOORBELL";
  // A register of two words is found by its name without _LO too.
  for (const std::string& candidate : {full, full + "_LO"}) {
    const auto found = std::ranges::find(all_registers(), candidate, &RegisterInfo::name);
    if (found != all_registers().end()) return found->offset;
  }
  return std::nullopt;
}

RegisterFile::RegisterFile() {
  void* memory =
      mmap(nullptr, kRegisterBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail(ErrorCode::MemoryAllocation, "sim: no memory for registers");
  base_ = static_cast<std::byte*>(memory);
  reset();
}

RegisterFile::~RegisterFile() { munmap(base_, kRegisterBytes); }

void RegisterFile::reset() {
  for (const RegisterInfo& info : all_registers()) set(info.offset, info.initial);
}

}  // namespace vgpu::sim
