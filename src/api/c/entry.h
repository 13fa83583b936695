// What every C function does around its one or two lines: exceptions become codes, handles become objects.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/error.h>

#include <type_traits>

#include "base/error.h"
#include "runtime/context.h"

namespace vgpu::api {

// Remembers the exception being handled as the thread's last error; its text starts with "[function]".
vgpuError_t remember_exception(const char* function) noexcept;

// Runs the body of C function `function` (__func__). A body may return a code of its own, which is not remembered.
template <typename Body>
vgpuError_t entry(const char* function, Body&& body) noexcept {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
      body();
      return vgpuSuccess;
    } else {
      return body();
    }
  } catch (...) {
    return remember_exception(function);
  }
}

// Throws the error if there is one.
inline void raise(std::optional<Error> error) {
  if (error) throw *std::move(error);
}

inline void require(const void* pointer, const char* name) {
  if (pointer == nullptr) fail(ErrorCode::InvalidValue, "{}: is NULL", name);
}

template <typename Function>
  requires std::is_function_v<Function>
void require(Function* function, const char* name) {
  if (function == nullptr) fail(ErrorCode::InvalidValue, "{}: is NULL", name);
}

inline void require_zero(unsigned flags) {
  if (flags != 0) fail(ErrorCode::InvalidValue, "flags: {:#x} is not 0", flags);
}

template <typename Handle>
std::uint64_t to_number(Handle* handle) {
  return reinterpret_cast<std::uint64_t>(handle);
}

template <typename Handle>
Handle to_handle(std::uint64_t number) {
  return reinterpret_cast<Handle>(number);
}

// The room that the caller has in *count becomes the number there is; gives how many to copy.
inline std::size_t fit_count(std::size_t* count, bool has_room, std::size_t there) {
  const std::size_t room = *count;
  *count = there;
  if (!has_room) return 0;
  return room < there ? room : there;
}

}  // namespace vgpu::api
