// The embedded default device: SIMD kernels on the cores of this machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "device/device.h"

namespace vgpu {

std::unique_ptr<Device> make_cpu_device();

// What this machine is as a device; `memory_limit` bytes can be allocated.
vgpuDeviceProp cpu_properties(std::uint64_t memory_limit);

}  // namespace vgpu
