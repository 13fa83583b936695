// Names and texts of the error codes, and how exceptions become an Error.
// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <fmt/format.h>

#include <new>

namespace vgpu {

const char* error_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Success:
      return "Success";
#define VGPU_ERROR(name, value, text) \
  case ErrorCode::name:               \
    return #name;
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
  }
  return "Unrecognized";
}

const char* error_text(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Success:
      return "no error";
#define VGPU_ERROR(name, value, text) \
  case ErrorCode::name:               \
    return text;
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
  }
  return "not an error code of vGPU";
}

void throw_error(ErrorCode code, fmt::string_view format, fmt::format_args arguments) {
  throw Error(code, fmt::vformat(format, arguments));
}

namespace {

std::string with_context(std::string_view context, std::string_view text) {
  return context.empty() ? std::string(text) : fmt::format("[{}] {}", context, text);
}

}  // namespace

Error current_error(std::string_view context) noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return Error(error.code(), with_context(context, error.message()));
  } catch (const std::bad_alloc&) {
    return Error(ErrorCode::MemoryAllocation, with_context(context, "host memory is exhausted"));
  } catch (const std::exception& error) {
    return Error(ErrorCode::Unknown, with_context(context, error.what()));
  } catch (...) {
    return Error(ErrorCode::Unknown, with_context(context, "an exception of an unknown type"));
  }
}

std::string format_bytes(unsigned long long bytes) {
  static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  while (value >= 1024 && unit < 5) value /= 1024, ++unit;
  return fmt::format("{:.4g} {}", value, kUnits[unit]);
}

}  // namespace vgpu
