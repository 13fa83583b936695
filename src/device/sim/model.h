// The figures by which the simulated clock goes: model.def with what VGPU_SIM_MODEL changes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vgpu::sim {

using Picoseconds = std::uint64_t;

struct Model {
#define VG_SIM_MODEL(name, initial, unit, doc) std::uint64_t name = initial;
#include "device/sim/model.def"
#undef VG_SIM_MODEL
  std::map<std::string, std::uint64_t, std::less<>> kernel_cycles;  // item_cycles.NAME

  Picoseconds bytes_time(std::uint64_t bytes, std::uint64_t mbps) const;
  Picoseconds group_time(std::string_view kernel, std::uint64_t items) const;
};

// "name=value,name=value". Error(InvalidValue) names what it does not understand.
Model parse_model(std::string_view text);

}  // namespace vgpu::sim
