// Makes the devices that devices.def lists.
// SPDX-License-Identifier: MIT
#include "device/devices.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/config.h"
#include "base/error.h"
#include "device/cpu/cpu_device.h"
#include "device/null/null_device.h"
#include "device/sim/sim_device.h"

namespace vgpu {
namespace {

struct Row {
  const char* name;
  std::unique_ptr<Device> (*make)();
};

constexpr Row kRows[] = {
#define VG_DEVICE(name, make) {name, make},
#include "device/devices.def"
#undef VG_DEVICE
};

const Row& find_row(const std::string& name) {
  for (const Row& row : kRows) {
    if (name == row.name) return row;
  }
  fail(ErrorCode::InvalidDevice, "VGPU_DEVICES: there is no device \"{}\"", name);
}

}  // namespace

std::vector<NamedDevice> make_devices(const std::string& wanted) {
  std::vector<NamedDevice> devices;
  std::istringstream names(wanted);
  for (std::string name; std::getline(names, name, ',');) {
    if (!name.empty()) devices.push_back({name, find_row(name).make()});
  }
  if (!devices.empty()) return devices;
  for (const Row& row : kRows) {
    const bool several = std::string_view(row.name) == "cpu";
    const auto count = several ? std::clamp<std::int64_t>(config().device_count, 1, 64) : 1;
    for (std::int64_t i = 0; i < count; ++i) devices.push_back({row.name, row.make()});
  }
  return devices;
}

}  // namespace vgpu
