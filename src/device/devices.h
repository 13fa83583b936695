// The devices of this machine, made from the rows of devices.def.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace vgpu {

struct NamedDevice {
  std::string kind;  // the row's name
  std::unique_ptr<Device> device;
};

// All devices that need not be looked for, or those that `wanted` (names separated by commas) names, in that order.
// Throws Error(InvalidDevice) for a name that no row has.
std::vector<NamedDevice> make_devices(const std::string& wanted);

// Those that have to be looked for.
std::vector<NamedDevice> find_devices();

}  // namespace vgpu
