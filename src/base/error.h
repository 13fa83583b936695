// The one exception of vGPU: a code that C callers get and a message for people.
//
// Everything inside the library throws it; src/api/c turns it into a return code. A message names the thing
// that was wrong and the values met: "size: 0 bytes". The codes are those of <vgpu/c/errors.def>.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace vgpu {

enum class ErrorCode : int {
  Success = 0,
#define VGPU_ERROR(name, value, text) name = value,
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
};

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}
  ErrorCode code() const noexcept { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }
  const std::string& message() const noexcept { return message_; }

 private:
  ErrorCode code_;
  std::string message_;
};

// The code's name as in ErrorCode ("InvalidValue") and its meaning in a sentence; both are literals, never
// null, and say so where the number is no code at all.
const char* error_name(ErrorCode code) noexcept;
const char* error_text(ErrorCode code) noexcept;

// Out of line, so that a check in a hot function costs a branch and a call that is never made.
[[noreturn]] void throw_error(ErrorCode code, fmt::string_view format, fmt::format_args arguments);

template <typename... Arguments>
[[noreturn]] void fail(ErrorCode code, fmt::format_string<Arguments...> format,
                       Arguments&&... arguments) {
  throw_error(code, format, fmt::make_format_args(arguments...));
}

// "[context] message" of the exception being handled; call it inside a catch (...) only. Foreign exceptions
// become Unknown, std::bad_alloc becomes MemoryAllocation.
Error current_error(std::string_view context = {}) noexcept;

// 1536 as "1.5 KiB": sizes in messages are read by people.
std::string format_bytes(unsigned long long bytes);

}  // namespace vgpu
