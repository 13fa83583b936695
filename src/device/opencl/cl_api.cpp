// Loads the ICD loader and translates its error codes.
// SPDX-License-Identifier: MIT
#include "device/opencl/cl_api.h"

#include <dlfcn.h>

#include <memory>

#include "base/log.h"

namespace vgpu::opencl_device {
namespace {

constexpr char kLibrary[] = "libOpenCL.so.1";

std::unique_ptr<ClApi> load() {
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    log(LogLevel::compile, "opencl: no loader: {}", dlerror());
    return nullptr;
  }
  auto api = std::make_unique<ClApi>();
  const char* missing = nullptr;
#define VG_CL_NEW(name) api->name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name));
#define VG_CL(name) \
  VG_CL_NEW(name)   \
  if (api->name == nullptr) missing = #name;
#include "device/opencl/cl_functions.def"
#undef VG_CL
#undef VG_CL_NEW
  if (missing == nullptr) return api;
  log(LogLevel::warning, "opencl: {} has no {}; its devices are not used", kLibrary, missing);
  return nullptr;
}

struct Status {
  cl_int value;
  const char* name;
  ErrorCode code;
};

constexpr Status kStatus[] = {
#define VG_STATUS(name, code) {name, #name, ErrorCode::code},
#include "device/opencl/cl_status.def"
#undef VG_STATUS
};

const Status* find_status(cl_int value) {
  for (const Status& status : kStatus) {
    if (status.value == value) return &status;
  }
  return nullptr;
}

ErrorCode code_of(cl_int value) {
  const Status* status = find_status(value);
  return status == nullptr ? ErrorCode::Unknown : status->code;
}

}  // namespace

const ClApi* load_cl() {
  static const ClApi* api = load().release();  // drivers have threads, so it is never unloaded
  return api;
}

std::string status_text(cl_int value) {
  const Status* status = find_status(value);
  return fmt::format("{} ({})", status == nullptr ? "OpenCL error" : status->name, value);
}

ClError::ClError(cl_int status, const std::string& what)
    : Error(code_of(status), what + ": " + status_text(status)), status_(status) {}

}  // namespace vgpu::opencl_device
