// vgpuGetLastError and its like.
// SPDX-License-Identifier: MIT
#include <vgpu/c/error.h>

#include <string>

#include "api/c/entry.h"
#include "base/log.h"

namespace {

struct LastError {
  vgpuError_t code = vgpuSuccess;
  std::string message;
};

LastError& last_error() {
  thread_local LastError error;
  return error;
}

}  // namespace

vgpuError_t vgpu::api::remember_exception(const char* function) noexcept {
  const Error error = current_error(function);
  log(LogLevel::warning, "{}", error.what());
  const auto code = static_cast<vgpuError_t>(error.code());
  LastError& last = last_error();
  last.code = code;
  try {
    last.message = error.message();
  } catch (...) {
    last.message.clear();  // no memory for the text; the code says that too
  }
  return code;
}

vgpuError_t vgpuGetLastError() { return std::exchange(last_error().code, vgpuSuccess); }

vgpuError_t vgpuPeekAtLastError() { return last_error().code; }

const char* vgpuGetLastErrorMessage() { return last_error().message.c_str(); }

const char* vgpuGetErrorName(vgpuError_t error) {
  switch (static_cast<int>(error)) {
    case vgpuSuccess:
      return "vgpuSuccess";
#define VGPU_ERROR(name, value, text) \
  case value:                         \
    return "vgpuError" #name;
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
    default:
      return "vgpuErrorUnrecognized";
  }
}

const char* vgpuGetErrorString(vgpuError_t error) {
  return vgpu::error_text(static_cast<vgpu::ErrorCode>(error));
}
