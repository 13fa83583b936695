// The driver's doors: the table that the ICD loader calls through, and how it gets there.
//
// The library exports the two functions of cl_khr_icd and nothing else (opencl.map).
// SPDX-License-Identifier: MIT
#include <cstring>

#include "api/opencl/object.h"
#include "api/opencl/platform.h"

namespace vgpu::opencl {

const cl_icd_dispatch kDispatch = [] {
  cl_icd_dispatch table{};
#define VG_FUNCTION(name) table.name = name;
#include "api/opencl/dispatch.def"
#undef VG_FUNCTION
  return table;
}();

namespace {

struct Row {
  const char* name;
  void* function;
};

template <typename Function>
void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

const Row kFunctions[] = {
#define VG_FUNCTION(name) {#name, address_of(name)},
#include "api/opencl/dispatch.def"
#undef VG_FUNCTION
    {"clIcdGetPlatformIDsKHR", address_of(clIcdGetPlatformIDsKHR)},
    {"clCreateProgramWithILKHR", address_of(clCreateProgramWithILKHR)},
    {"clCreateCommandQueueWithPropertiesKHR", address_of(clCreateCommandQueueWithPropertiesKHR)},
    {"clGetKernelSuggestedLocalWorkSizeKHR", address_of(clGetKernelSuggestedLocalWorkSizeKHR)},
};

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                              cl_uint* num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

void* clGetExtensionFunctionAddress(const char* name) {
  if (name == nullptr) return nullptr;
  for (const Row& row : kFunctions) {
    if (std::strcmp(row.name, name) == 0) return row.function;
  }
  return nullptr;
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  return platform == &the_platform() ? clGetExtensionFunctionAddress(name) : nullptr;
}
