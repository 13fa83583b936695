// Errors of the C++ interface.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/error.h>

#include <stdexcept>
#include <string>

namespace vgpu {

// A C function has failed; what() is vgpuGetLastErrorMessage().
class RuntimeError : public std::runtime_error {
 public:
  RuntimeError(vgpuError_t code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  vgpuError_t code() const noexcept { return code_; }

 private:
  vgpuError_t code_;
};

// Throws unless the C function has succeeded.
inline void check(vgpuError_t code) {
  if (code == vgpuSuccess) return;
  const std::string message = vgpuGetLastErrorMessage();
  vgpuGetLastError();
  throw RuntimeError(code, message.empty() ? vgpuGetErrorString(code) : message);
}

}  // namespace vgpu
