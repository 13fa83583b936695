// Reading the model and turning sizes into times.
// SPDX-License-Identifier: MIT
#include "device/sim/model.h"

#include <charconv>
#include <string>

#include "base/error.h"

namespace vgpu::sim {
namespace {

constexpr std::uint64_t kMost = 1'000'000'000;  // keeps every product of the model in range

std::uint64_t* find_value(Model& model, std::string_view name) {
#define VG_SIM_MODEL(field, initial, unit, doc) \
  if (name == #field) return &model.field;
#include "device/sim/model.def"
#undef VG_SIM_MODEL
  constexpr std::string_view kKernel = "item_cycles.";
  if (name.starts_with(kKernel) && name.size() > kKernel.size()) {
    return &model.kernel_cycles[std::string(name.substr(kKernel.size()))];
  }
  return nullptr;
}

void set_value(Model& model, std::string_view entry) {
  const std::size_t equals = entry.find('=');
  const std::string_view name = entry.substr(0, equals);
  std::uint64_t* target = find_value(model, name);
  if (target == nullptr) {
    fail(ErrorCode::InvalidValue, "VGPU_SIM_MODEL: there is no \"{}\"", name);
  }
  const std::string_view text =
      equals == std::string_view::npos ? std::string_view() : entry.substr(equals + 1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc() && end == text.data() + text.size();
  const bool divides =
      name == "units" || name == "lanes" || name.ends_with("mbps") || name == "clock_mhz";
  if (!number || value > kMost || (divides && value == 0)) {
    fail(ErrorCode::InvalidValue, "VGPU_SIM_MODEL: {}: \"{}\" is not a number from {} to {}", name,
         text, divides ? 1 : 0, kMost);
  }
  *target = value;
}

}  // namespace

Model parse_model(std::string_view text) {
  Model model;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view entry = text.substr(0, comma);
    if (!entry.empty()) set_value(model, entry);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  if (model.units > 1024) fail(ErrorCode::InvalidValue, "VGPU_SIM_MODEL: units: at most 1024");
  return model;
}

Picoseconds Model::bytes_time(std::uint64_t bytes, std::uint64_t mbps) const {
  using Wide = unsigned __int128;
  return static_cast<Picoseconds>(Wide{bytes} * 1'000'000 / mbps);
}

Picoseconds Model::group_time(std::string_view kernel, std::uint64_t items) const {
  const auto found = kernel_cycles.find(kernel);
  const std::uint64_t cycles = found == kernel_cycles.end() ? item_cycles : found->second;
  const std::uint64_t rounds = (items + lanes - 1) / lanes;
  using Wide = unsigned __int128;
  const auto work = static_cast<Picoseconds>(Wide{rounds} * cycles * 1'000'000 / clock_mhz);
  return group_ns * 1000 + work;
}

}  // namespace vgpu::sim
