// Sub-devices: a device's compute units, divided equally or by counts.
// SPDX-License-Identifier: MIT
#include <memory>
#include <numeric>

#include "api/opencl/device.h"
#include "api/opencl/info.h"

namespace vgpu::opencl {
namespace {

using Property = cl_device_partition_property;

// A part as large as the whole would divide nothing, and a larger one asks for units that are not there.
std::vector<cl_uint> equal_parts(const Device& device, const Property* properties) {
  const Property units = properties[1];
  require(units > 0 && properties[2] == 0, CL_INVALID_VALUE);
  require(units <= static_cast<Property>(device.units), CL_INVALID_DEVICE_PARTITION_COUNT);
  require(units < static_cast<Property>(device.units), CL_DEVICE_PARTITION_FAILED);
  return std::vector<cl_uint>(device.units / static_cast<cl_uint>(units),
                              static_cast<cl_uint>(units));
}

std::vector<cl_uint> counted_parts(const Device& device, const Property* properties) {
  std::vector<cl_uint> counts;
  std::uint64_t sum = 0;
  for (++properties; *properties != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++properties) {
    require(*properties > 0, CL_INVALID_DEVICE_PARTITION_COUNT);
    sum += static_cast<std::uint64_t>(*properties);
    require(sum <= device.units, CL_INVALID_DEVICE_PARTITION_COUNT);
    counts.push_back(static_cast<cl_uint>(*properties));
  }
  require(!counts.empty(), CL_INVALID_DEVICE_PARTITION_COUNT);
  return counts;
}

std::vector<Property> copied(const Property* properties, std::size_t counts) {
  const std::size_t values = properties[0] == CL_DEVICE_PARTITION_EQUALLY ? 3 : counts + 3;
  std::vector<Property> copy(properties, properties + values - 1);
  copy.push_back(0);
  return copy;
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property* properties,
                          cl_uint num_devices, cl_device_id* out_devices,
                          cl_uint* num_devices_ret) {
  return entry(__func__, [&] {
    Device& device = check(in_device);
    require(properties != nullptr, CL_INVALID_VALUE);
    std::vector<cl_uint> parts;
    if (properties[0] == CL_DEVICE_PARTITION_EQUALLY) {
      parts = equal_parts(device, properties);
    } else if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) {
      parts = counted_parts(device, properties);
    } else {
      throw ClError{CL_INVALID_VALUE};
    }
    require(device.units > 1, CL_DEVICE_PARTITION_FAILED);
    require(out_devices == nullptr || num_devices >= parts.size(), CL_INVALID_VALUE);
    std::vector<std::unique_ptr<Device>> made;
    for (const cl_uint units : parts) {
      made.push_back(std::make_unique<Device>(device.runtime));
      made.back()->parent = Ref<Device>(device);
      made.back()->units = units;
      made.back()->partition = copied(properties, parts.size());
    }
    if (num_devices_ret != nullptr) *num_devices_ret = static_cast<cl_uint>(parts.size());
    if (out_devices == nullptr) return;
    for (auto& part : made) *out_devices++ = part.release();
  });
}
