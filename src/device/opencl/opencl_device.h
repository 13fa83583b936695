// Any OpenCL device of the machine as a vGPU device.
//
// Kernels in OpenCL C (and SPIR-V where the driver takes it) are compiled by the driver; what it does not support runs on
// a cpu device instead, on the same memory, with a reason in the log (VGPU_OPENCL_FALLBACK=0 makes that an error).
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "device/device.h"

namespace vgpu {

namespace opencl_device {
struct ClApi;
struct DeviceRecord;

// The device that the record describes, by the functions of that table (null: the loader's).
std::unique_ptr<Device> make_device(const DeviceRecord& record, const ClApi* api);
}  // namespace opencl_device

// One for each OpenCL device that is found (device/opencl/discovery.h). Drivers are loaded when a device is used.
std::vector<std::unique_ptr<Device>> make_opencl_devices();

}  // namespace vgpu
