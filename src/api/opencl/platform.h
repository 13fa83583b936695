// The one platform that this driver offers.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/opencl/object.h"

struct _cl_platform_id : vgpu::opencl::Object<_cl_platform_id> {
  static constexpr std::uint32_t kMagic = 0x76470001;
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;
};

namespace vgpu::opencl {

_cl_platform_id& the_platform();

// The platform that a handle means; NULL means this one.
_cl_platform_id& platform_or_default(cl_platform_id platform);

inline constexpr cl_version kVersion = CL_MAKE_VERSION(3, 0, 0);
inline constexpr char kVersionText[] = "OpenCL 3.0 vGPU";

// The extensions of all devices, which so are the platform's too, with their versions.
std::vector<cl_name_version> extensions();
std::vector<cl_name_version> language_features();  // __opencl_c_*

// The names, with a space between two.
std::string joined_names(const std::vector<cl_name_version>& names);
cl_name_version name_version(const char* name, cl_version version);

}  // namespace vgpu::opencl
