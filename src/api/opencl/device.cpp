// Devices: which there are, and clocks.
// SPDX-License-Identifier: MIT
#include "api/opencl/device.h"

#include <algorithm>

#include "api/opencl/info.h"
#include "api/opencl/platform.h"
#include "base/config.h"
#include "base/error.h"
#include "runtime/clock.h"
#include "runtime/context.h"

namespace vgpu::opencl {

// Devices that compute something: the null device is for tests of the runtime, the simulated one for those who ask for it
// (VGPU_DEVICE=sim makes it the first). Other drivers' devices OpenCL programs have without us.
const std::vector<cl_device_id>& root_devices() {
  static const auto* devices = [] {
    auto* found = new std::vector<cl_device_id>;
    for (const auto& device : vgpu::Context::shared().devices()) {
      const bool asked = device->kind() != "sim" || device->index() == 0;
      if (device->kind() != "null" && device->kind() != "opencl" && asked)
        found->push_back(new Device(*device));
    }
    return found;
  }();
  return *devices;
}

std::uint64_t max_allocation(const Device& device) {
  return std::max<std::uint64_t>(device.runtime.properties().totalGlobalMem / 2,
                                 std::uint64_t{128} << 20);
}

cl_device_type told_type() {
  const std::string& told = config().opencl_type;
  if (told == "both") return kDeviceType;
  if (told == "cpu") return CL_DEVICE_TYPE_CPU;
  if (told == "gpu") return CL_DEVICE_TYPE_GPU;
  fail(ErrorCode::InvalidValue, "VGPU_OPENCL_TYPE: '{}' is none of both, cpu, gpu", told);
}

std::vector<cl_device_id> devices_of_type(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                    CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                    CL_DEVICE_TYPE_CUSTOM;
  require(type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~kKnown) == 0),
          CL_INVALID_DEVICE_TYPE);
  std::vector<cl_device_id> found;
  if (type == CL_DEVICE_TYPE_ALL || (type & kDeviceType) != 0) {
    found = root_devices();
  } else if ((type & CL_DEVICE_TYPE_DEFAULT) != 0 && !root_devices().empty()) {
    found = {root_devices().front()};
  }
  require(!found.empty(), CL_DEVICE_NOT_FOUND);
  return found;
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  return entry(__func__, [&] {
    platform_or_default(platform);
    require(devices == nullptr || num_entries > 0, CL_INVALID_VALUE);
    require(devices != nullptr || num_devices != nullptr, CL_INVALID_VALUE);
    if (num_devices != nullptr) *num_devices = 0;
    put_handles(devices_of_type(device_type), num_entries, devices, num_devices);
  });
}

cl_int clRetainDevice(cl_device_id device) {
  return entry(__func__, [&] {
    if (check(device).parent) device->add_user();
  });
}

cl_int clReleaseDevice(cl_device_id device) {
  return entry(__func__, [&] {
    if (!check(device).parent) return;
    device->drop_user();
  });
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                               cl_ulong* host_timestamp) {
  return entry(__func__, [&] {
    check(device);
    require(device_timestamp != nullptr && host_timestamp != nullptr, CL_INVALID_VALUE);
    *device_timestamp = *host_timestamp = vgpu::now_ns();
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return entry(__func__, [&] {
    check(device);
    require(host_timestamp != nullptr, CL_INVALID_VALUE);
    *host_timestamp = vgpu::now_ns();
  });
}
