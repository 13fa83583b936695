// What every function of the CUDA run time does around its one or two lines: errors remembered, sticky ones kept.
//
// The library stands on vGPU's own C interface alone. A kernel that crashed or failed an assertion leaves its
// device in error, as on the hardware: every later call gives that error until cudaDeviceReset.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/error.h>

#include <new>

namespace vgpu::cuda {

cudaError_t to_cuda(vgpuError_t error);

// Remembers an error as the calling thread's last one, and as the device's if it is of the lasting kind.
cudaError_t remember(cudaError_t error);

inline cudaError_t finish(cudaError_t error) { return remember(error); }
inline cudaError_t finish(vgpuError_t error) { return remember(to_cuda(error)); }

// The lasting error of the current device, or cudaSuccess.
cudaError_t device_error();
void clear_device_error();

// Runs the body of a function, which gives a cudaError_t or a vgpuError_t.
template <typename Body>
cudaError_t call(Body&& body) noexcept {
  try {
    if (const cudaError_t lasting = device_error(); lasting != cudaSuccess)
      return remember(lasting);
    return finish(body());
  } catch (const std::bad_alloc&) {
    return remember(cudaErrorMemoryAllocation);
  } catch (...) {
    return remember(cudaErrorUnknown);
  }
}

// Handles of both interfaces are the same numbers, the special streams included.
inline vgpuStream_t to_vgpu(cudaStream_t stream) { return reinterpret_cast<vgpuStream_t>(stream); }
inline vgpuEvent_t to_vgpu(cudaEvent_t event) { return reinterpret_cast<vgpuEvent_t>(event); }
inline vgpuStream_t* to_vgpu(cudaStream_t* stream) {
  return reinterpret_cast<vgpuStream_t*>(stream);
}
inline vgpuEvent_t* to_vgpu(cudaEvent_t* event) { return reinterpret_cast<vgpuEvent_t*>(event); }

}  // namespace vgpu::cuda
