// A device that takes every command and does nothing: for tests of graphs, order and planning.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "device/device.h"

namespace vgpu {

std::unique_ptr<Device> make_null_device();

}  // namespace vgpu
