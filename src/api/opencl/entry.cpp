// From exceptions to OpenCL's codes.
// SPDX-License-Identifier: MIT
#include "api/opencl/entry.h"

#include <string_view>

#include "base/error.h"
#include "base/log.h"

namespace vgpu::opencl {
namespace {

cl_int code_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::MemoryAllocation:
    case ErrorCode::Unmapped:
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    case ErrorCode::InvalidValue:
      return CL_INVALID_VALUE;
    case ErrorCode::InvalidConfiguration:
      return CL_INVALID_WORK_GROUP_SIZE;
    case ErrorCode::InvalidKernelImage:
    case ErrorCode::NoBinaryForDevice:
      return CL_INVALID_BINARY;
    case ErrorCode::CompilerNotFound:
      return CL_COMPILER_NOT_AVAILABLE;
    case ErrorCode::CompilationFailed:
      return CL_BUILD_PROGRAM_FAILURE;
    case ErrorCode::SymbolNotFound:
      return CL_INVALID_KERNEL_NAME;
    case ErrorCode::NotPermitted:
    case ErrorCode::NotSupported:
    case ErrorCode::IllegalState:
      return CL_INVALID_OPERATION;
    default:
      return CL_OUT_OF_RESOURCES;
  }
}

// tests/opencl/test_codes.py counts the codes in the log.
void tell(const char* function, cl_int code, std::string_view why) noexcept {
  log(LogLevel::warning, "{}: returns {}: {}", function, code, why);
}

}  // namespace

cl_int told(const char* function, cl_int code) noexcept {
  if (code != CL_SUCCESS) tell(function, code, "the call was wrong or failed");
  return code;
}

cl_int current_code(const char* function) noexcept {
  try {
    throw;
  } catch (const ClError& error) {
    return told(function, error.code);
  } catch (const Error& error) {
    tell(function, code_of(error), error.message());
    return code_of(error);
  } catch (const std::bad_alloc&) {
    return told(function, CL_OUT_OF_HOST_MEMORY);
  } catch (...) {
    return told(function, CL_OUT_OF_RESOURCES);
  }
}

}  // namespace vgpu::opencl
