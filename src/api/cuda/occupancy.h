// What is known of a kernel and its arguments, and how many of its blocks a multiprocessor holds.
//
// Computed from the figures of the GPU that the device looks like, since programs choose grids by them. Used by both
// interfaces, the run time's and the driver's. SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/kernel.h>

#include <cstddef>

namespace vgpu::cuda {

inline constexpr int kUsualDynamicShared = 48 << 10;  // what a launch may have unasked

cudaError_t kernel_attributes(cudaFuncAttributes* attributes, vgpuKernel_t kernel);
// Place and size of one argument; of an index beyond the last one cudaErrorInvalidValue.
cudaError_t argument_info(vgpuArgumentInfo* info, vgpuKernel_t kernel, std::size_t index);
cudaError_t active_blocks(int* blocks, vgpuKernel_t kernel, int block_size, size_t shared_bytes);
cudaError_t dynamic_shared_left(size_t* bytes, vgpuKernel_t kernel, int blocks, int block_size);

}  // namespace vgpu::cuda
