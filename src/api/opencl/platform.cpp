// The platform: what it is called, what it can do, which devices it has.
// SPDX-License-Identifier: MIT
#include "api/opencl/platform.h"

#include <cstring>
#include <string>

#include "api/opencl/device.h"
#include "api/opencl/info.h"

namespace vgpu::opencl {

_cl_platform_id& the_platform() {
  static auto* platform = new _cl_platform_id;
  return *platform;
}

_cl_platform_id& platform_or_default(cl_platform_id platform) {
  return platform == nullptr ? the_platform() : check(platform);
}

cl_name_version name_version(const char* name, cl_version version) {
  cl_name_version row{};
  row.version = version;
  std::strncpy(row.name, name, sizeof row.name - 1);
  return row;
}

std::vector<cl_name_version> platform_extensions() {
  return {name_version("cl_khr_icd", CL_MAKE_VERSION(1, 0, 0)),
          name_version("cl_khr_extended_versioning", CL_MAKE_VERSION(1, 0, 0))};
}

std::vector<cl_name_version> device_extensions() {
  return {
#define VG_EXTENSION(name, major, minor, point) \
  name_version(#name, CL_MAKE_VERSION(major, minor, point)),
#include "api/opencl/extensions.def"
#undef VG_EXTENSION
  };
}

std::vector<cl_name_version> language_features() {
  return {
#define VG_FEATURE(name) name_version(#name, kVersion),
#include "api/opencl/features.def"
#undef VG_FEATURE
  };
}

std::string joined_names(const std::vector<cl_name_version>& names) {
  std::string text;
  for (const cl_name_version& row : names)
    text += (text.empty() ? "" : " ") + std::string(row.name);
  return text;
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return entry(__func__, [&] {
    require(platforms == nullptr || num_entries > 0, CL_INVALID_VALUE);
    require(platforms != nullptr || num_platforms != nullptr, CL_INVALID_VALUE);
    put_handles<cl_platform_id>({&the_platform()}, num_entries, platforms, num_platforms);
  });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, std::size_t size,
                         void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    platform_or_default(platform);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_PLATFORM_PROFILE:
        return reply.text("FULL_PROFILE");
      case CL_PLATFORM_VERSION:
        return reply.text(kVersionText);
      case CL_PLATFORM_NUMERIC_VERSION:
        return reply.put(kVersion);
      case CL_PLATFORM_NAME:
        return reply.text("vGPU");
      case CL_PLATFORM_VENDOR:
        return reply.text("vGPU project");
      case CL_PLATFORM_EXTENSIONS:
        return reply.text(joined_names(platform_extensions()));
      case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return reply.list(platform_extensions());
      case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return reply.put<cl_ulong>(1);
      case CL_PLATFORM_ICD_SUFFIX_KHR:
        return reply.text("VGPU");
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry(__func__, [&] { check(platform); });
}

cl_int clUnloadCompiler() { return CL_SUCCESS; }
