// The OpenCL devices of this machine, vGPU's own platform excepted.
//
// Some drivers take a tenth of a second to load, so what was found is kept on disk, under a key of everything that
// says which drivers there are: the loader's list of vendors, their libraries, and the environment they read.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "device/opencl/device_record.h"

namespace vgpu::opencl_device {

// All of them, in the loader's order; loads libOpenCL only if no earlier result is on disk. Never throws for what
// drivers do: a platform that fails is left out, with a reason in the log.
std::vector<DeviceRecord> find_devices();

// The same without the disk.
std::vector<DeviceRecord> ask_platforms(const ClApi& api);

struct FoundDevice {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};

// The device that the record describes. Throws Error(NoDevice) if it is not there any more.
FoundDevice find_again(const ClApi& api, const DeviceRecord& record);

}  // namespace vgpu::opencl_device
