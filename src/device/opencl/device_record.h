// What is known of one OpenCL device: how to find it again, and what it can do.
//
// Asked of the driver once and kept on disk (discovery.h), since loading some drivers takes longer than most programs.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/device.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "device/opencl/cl_api.h"

namespace vgpu::opencl_device {

struct DeviceRecord {
  // Where it stands in the loader's lists, and who must stand there for this record to be right.
  std::uint32_t platform = 0, device = 0;
  std::string platform_name, platform_version, name, vendor, version, driver_version, c_version;
  std::uint64_t type = 0;

  std::uint64_t memory_bytes = 0, max_allocation = 0, local_bytes = 0, constant_bytes = 0;
  std::uint64_t cache_bytes = 0, cache_line = 0, max_group = 0, max_items[3] = {1, 1, 1};
  std::uint64_t units = 0, clock_mhz = 0, float_lanes = 0, address_align = 0;  // bytes
  std::uint64_t svm = 0;                                                       // CL_DEVICE_SVM_*
  bool shared_memory = false;                                                  // with the host
  bool compiler = false, fp16 = false, fp64 = false, images = false, sub_groups = false;
  bool c3 = false;             // takes -cl-std=CL3.0
  bool uneven_groups = false;  // the last groups of a grid may be smaller
  std::string il;              // SPIR-V versions that clCreateProgramWithIL takes

  bool has_svm() const { return svm != 0; }
  bool same_device(const DeviceRecord& other) const;
};

// Asks the driver. Throws ClError.
DeviceRecord read_record(const ClApi& api, cl_platform_id platform, cl_device_id device);

nlohmann::json to_json(const DeviceRecord& record);
// Throws nlohmann::json::exception for what to_json has not made.
DeviceRecord from_json(const nlohmann::json& json);

// The record as programs see it; `memory` bytes can be allocated, which the host may touch or not.
vgpuDeviceProp properties_of(const DeviceRecord& record, std::uint64_t memory, bool is_host);

}  // namespace vgpu::opencl_device
