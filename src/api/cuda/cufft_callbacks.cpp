// Launches the program's kernels around transforms; see cufft_callbacks.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/cufft_callbacks.h"

namespace vgpu::cuda {

FftCallback::~FftCallback() {
  if (memory_ != nullptr) cudaFree(memory_);
}

void FftCallback::set(void* routine, void* info, const void* kernel) {
  routine_ = routine;
  info_ = info;
  kernel_ = kernel;
}

void* FftCallback::buffer(const __vgpuCufftPlaces& places, std::size_t element_bytes) {
  std::size_t last = 0;
  for (int axis = 0; axis < 4; ++axis)
    last += (places.lengths[axis] - 1) * static_cast<std::size_t>(places.strides[axis]);
  const std::size_t needed = (last + 1) * element_bytes;
  if (needed <= bytes_) return memory_;
  if (memory_ != nullptr) cudaFree(memory_);
  memory_ = nullptr;
  bytes_ = cudaMalloc(&memory_, needed) == cudaSuccess ? needed : 0;
  return memory_;
}

cufftResult FftCallback::run(void* data, const __vgpuCufftPlaces& places,
                             cudaStream_t stream) const {
  constexpr std::size_t kThreads = 128;
  std::size_t count = 1;
  for (const std::size_t length : places.lengths) count *= length;
  const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  void *routine = routine_, *memory = memory_, *info = info_;
  __vgpuCufftPlaces all = places;
  void* arguments[] = {&routine, &data, &memory, &info, &all};
  const cudaError_t error =
      cudaLaunchKernel(kernel_, dim3(blocks), dim3(kThreads), arguments, shared_bytes_, stream);
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace vgpu::cuda
