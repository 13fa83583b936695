// All memory pools of the program and the blocks that come from them.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace vgpu::cuda {

class MemoryPool;

// Null: there is none.
std::shared_ptr<MemoryPool> find_pool(cudaMemPool_t pool);
std::shared_ptr<MemoryPool> pool_of_block(void* pointer);

cudaMemPool_t keep_pool(std::shared_ptr<MemoryPool> pool);
void keep_block(void* pointer, std::shared_ptr<MemoryPool> pool, std::size_t bytes);

// Frees a block of a pool; cudaErrorInvalidDevicePointer: it is none. The caller has seen to it that the work which
// uses it is in front of that point of the stream.
cudaError_t free_to_pool(void* pointer, cudaStream_t stream);

// After the program has waited for work: pools give back what is beyond their thresholds.
void trim_pools();

// Forgets the device's pools and blocks, and what they held.
void reset_pools(int device);

}  // namespace vgpu::cuda
