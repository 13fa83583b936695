// What every OpenCL function does around its few lines: exceptions become OpenCL's codes.
//
// Checks throw ClError with the code that the specification names; errors of the runtime are mapped to the nearest
// code, and their text goes to the log (VGPU_DEBUG=1).
// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "api/opencl/cl.h"

namespace vgpu::opencl {

struct ClError {
  cl_int code;
};

// Throws unless the condition holds. One call a line of the specification's list of errors.
inline void require(bool condition, cl_int code) {
  if (!condition) throw ClError{code};
}

// Puts a code that is not CL_SUCCESS into the log, and returns it.
cl_int told(const char* function, cl_int code) noexcept;

// The code of the exception being handled, told; call it inside a catch (...) only.
cl_int current_code(const char* function) noexcept;

// Body of a function that returns a code.
template <typename Body>
cl_int entry(const char* function, Body&& body) noexcept {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
      body();
      return CL_SUCCESS;
    } else {
      return told(function, body());
    }
  } catch (...) {
    return current_code(function);
  }
}

// Body of a function that returns an object or a pointer, and its code through errcode_ret.
template <typename Body>
auto create(const char* function, cl_int* code, Body&& body) noexcept
    -> std::invoke_result_t<Body> {
  cl_int result = CL_SUCCESS;
  std::invoke_result_t<Body> made = nullptr;
  try {
    made = body();
  } catch (...) {
    result = current_code(function);
  }
  if (code != nullptr) *code = result;
  return made;
}

}  // namespace vgpu::opencl
