// Makes the devices that devices.def lists.
// SPDX-License-Identifier: MIT
#include "device/devices.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include "base/config.h"
#include "base/error.h"
#include "device/cpu/cpu_device.h"
#include "device/null/null_device.h"
#ifdef VGPU_OPENCL_DEVICE
#include "device/opencl/opencl_device.h"
#endif
#include "device/sim/sim_device.h"

namespace vgpu {
namespace {

struct Row {
  const char* name;
  std::unique_ptr<Device> (*make)();
};

constexpr Row kRows[] = {
#define VG_DEVICE(name, make) {name, make},
#define VG_FOUND_DEVICES(name, find)
#include "device/devices.def"
#undef VG_DEVICE
#undef VG_FOUND_DEVICES
};

// All devices of the kinds that have to be looked for, or those of one kind.
std::vector<NamedDevice> find_kind([[maybe_unused]] const std::string& kind) {
  std::vector<NamedDevice> found;
#define VG_DEVICE(name, make)
#define VG_FOUND_DEVICES(name, find)                                        \
  if (kind.empty() || kind == (name)) {                                     \
    for (auto& device : find()) found.push_back({name, std::move(device)}); \
  }
#include "device/devices.def"
#undef VG_DEVICE
#undef VG_FOUND_DEVICES
  return found;
}

void add_named(std::vector<NamedDevice>& devices, const std::string& name) {
  for (const Row& row : kRows) {
    if (name != row.name) continue;
    devices.push_back({name, row.make()});
    return;
  }
  std::vector<NamedDevice> found = find_kind(name);
  if (found.empty())
    fail(ErrorCode::InvalidDevice, "VGPU_DEVICES: there is no device \"{}\"", name);
  std::ranges::move(found, std::back_inserter(devices));
}

}  // namespace

std::vector<NamedDevice> make_devices(const std::string& wanted) {
  std::vector<NamedDevice> devices;
  std::istringstream names(wanted);
  for (std::string name; std::getline(names, name, ',');) {
    if (!name.empty()) add_named(devices, name);
  }
  if (!devices.empty()) return devices;
  for (const Row& row : kRows) {
    const bool several = std::string_view(row.name) == "cpu";
    const auto count = several ? std::clamp<std::int64_t>(config().device_count, 1, 64) : 1;
    for (std::int64_t i = 0; i < count; ++i) devices.push_back({row.name, row.make()});
  }
  return devices;
}

std::vector<NamedDevice> find_devices() { return find_kind({}); }

}  // namespace vgpu
