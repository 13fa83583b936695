// An OpenCL device: a device of the runtime, or a part of one (a sub-device).
//
// Root devices live for ever and ignore retain and release, as the specification wants it.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/opencl/object.h"
#include "runtime/device_context.h"

struct _cl_device_id : vgpu::opencl::Object<_cl_device_id> {
  static constexpr std::uint32_t kMagic = 0x76470002;
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;

  explicit _cl_device_id(vgpu::DeviceContext& runtime_device)
      : runtime(runtime_device),
        units(static_cast<cl_uint>(runtime_device.properties().multiProcessorCount)) {}

  vgpu::DeviceContext& runtime;
  vgpu::opencl::Ref<_cl_device_id> parent;
  cl_uint units;                                        // compute units
  std::vector<cl_device_partition_property> partition;  // how it was made of its parent
};

namespace vgpu::opencl {

using Device = ::_cl_device_id;

const std::vector<cl_device_id>& root_devices();

// The types that find a device. What it says of itself may be one of them: programs compare with CL_DEVICE_TYPE_GPU.
inline constexpr cl_device_type kDeviceType = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU;
cl_device_type told_type();

inline constexpr std::size_t kMaxGroupItems = 1024;
inline constexpr std::size_t kMaxArgumentBytes = 4096;
inline constexpr std::size_t kMaxVariableBytes = 65536;
inline constexpr cl_uint kAddressAlignBytes = 128;  // of sub-buffers: the largest built-in type

// The largest buffer.
std::uint64_t max_allocation(const Device& device);

// The devices of that type; throws CL_INVALID_DEVICE_TYPE or CL_DEVICE_NOT_FOUND.
std::vector<cl_device_id> devices_of_type(cl_device_type type);

}  // namespace vgpu::opencl
