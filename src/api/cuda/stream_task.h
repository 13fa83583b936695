// Work of CUDA's libraries (cuBLAS, cuRAND) as a command of a stream, divided among the device's threads.
//
// The body is called for parts of [0, count), in any order and on several threads at once; `finish`, if given, once
// after all of them. Called by the *_host.cpp and cublas_*.cpp files. SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/error.h>

#include <cstddef>
#include <functional>

namespace vgpu::cuda {

struct StreamTask {
  std::size_t count = 0;
  std::size_t part = 1;  // indices a call of the body gets
  std::function<void(std::size_t begin, std::size_t end)> body;
  std::function<void()> finish;
};

vgpuError_t enqueue(StreamTask task, cudaStream_t stream);

}  // namespace vgpu::cuda
