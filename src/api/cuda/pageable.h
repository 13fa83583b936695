// Copies of a stream whose host memory nobody registered: what they read is taken at the call, what they write is there
// when it returns. CUDA does so, and programs copy from and to variables of functions that end.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/error.h>

#include <cstddef>

namespace vgpu::cuda {

// As vgpuMemcpyAsync; few bytes to read do not make the caller wait.
vgpuError_t copy_in_stream(void* dst, const void* src, std::size_t count, cudaStream_t stream);

// Behind a copy that was queued with the given result: waits where memory of one side is pageable. A captured copy uses
// its pointers when the graph runs, and is not waited for.
vgpuError_t settle(vgpuError_t queued, const void* dst, const void* src, cudaStream_t stream);

}  // namespace vgpu::cuda
