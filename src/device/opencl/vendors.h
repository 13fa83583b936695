// Which OpenCL drivers are installed, without loading one of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/hash.h"

namespace vgpu::opencl_device {

// A key of the loader's list of drivers, of the drivers' files, and of the variables that loaders and drivers read;
// nothing if the list is empty.
std::optional<Hash128> vendors_key();

}  // namespace vgpu::opencl_device
