// The functions of vgpu_api/error.h, and how vGPU's errors become CUDA's.
// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstdio>
#include <cstring>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"

namespace vgpu::cuda {
namespace {

thread_local cudaError_t t_last = cudaSuccess;

std::atomic<cudaError_t> g_lasting[kMaxDevices];

// After these the device's contents cannot be trusted any more.
bool is_lasting(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
      return true;
    default:
      return false;
  }
}

// As on the hardware, where it is the one error that is told unasked: "file:line: function: assertion ... failed".
void tell_assertion() {
  const char* const text = vgpuGetLastErrorMessage();
  const char* const behind_the_call = std::strstr(text, "] ");
  std::fprintf(stderr, "%s\n", behind_the_call != nullptr ? behind_the_call + 2 : text);
}

}  // namespace

// Most numbers are the same on purpose; these are vGPU's own.
cudaError_t to_cuda(vgpuError_t error) {
  switch (error) {
    case vgpuErrorFileSystem:
      return cudaErrorOperatingSystem;
    case vgpuErrorInvalidDevicePointer:  // CUDA no longer gives this one
      return cudaErrorInvalidValue;
    case vgpuErrorTrap:
      return cudaErrorLaunchFailure;
    case vgpuErrorUnmapped:
      return cudaErrorMapBufferObjectFailed;
    default:
      return static_cast<cudaError_t>(error);
  }
}

cudaError_t remember(cudaError_t error) {
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  t_last = error;
  if (is_lasting(error)) {
    cudaError_t none = cudaSuccess;
    const bool first = g_lasting[current_device()].compare_exchange_strong(none, error);
    if (first && error == cudaErrorAssert) tell_assertion();
  }
  return error;
}

cudaError_t device_error() { return g_lasting[current_device()].load(std::memory_order_relaxed); }
void clear_device_error() { g_lasting[current_device()].store(cudaSuccess); }

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

// A lasting error cannot be cleared by asking for it.
cudaError_t cudaGetLastError() {
  const cudaError_t error = t_last;
  t_last = device_error();
  return error;
}

cudaError_t cudaPeekAtLastError() { return t_last; }

const char* cudaGetErrorName(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define VG_CUDA_ERROR(name, value, text) \
  case value:                            \
    return #name;
#include "vgpu_api/errors.def"
#undef VG_CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define VG_CUDA_ERROR(name, value, text) \
  case value:                            \
    return text;
#include "vgpu_api/errors.def"
#undef VG_CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}
