// Figures of kernels; see occupancy.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/occupancy.h"

#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"

namespace vgpu::cuda {
namespace {

// A kernel's registers are not known; most have about this many.
constexpr int kRegisters = 32;

int blocks_of(const cudaDeviceProp& p, int block_size, std::size_t shared_bytes) {
  const int warps = (block_size + p.warpSize - 1) / p.warpSize;
  int blocks =
      std::min(p.maxBlocksPerMultiProcessor, p.maxThreadsPerMultiProcessor / (warps * p.warpSize));
  blocks = std::min(blocks, p.regsPerMultiprocessor / (warps * p.warpSize * kRegisters));
  const std::size_t each = shared_bytes + p.reservedSharedMemPerBlock;
  if (each > 0) blocks = std::min(blocks, static_cast<int>(p.sharedMemPerMultiprocessor / each));
  return std::max(blocks, 0);
}

}  // namespace

cudaError_t kernel_attributes(cudaFuncAttributes* attributes, vgpuKernel_t kernel) {
  vgpuKernelAttributes known{};
  if (attributes == nullptr) return cudaErrorInvalidValue;
  const vgpuError_t error = vgpuKernelGetAttributes(&known, kernel);
  if (error != vgpuSuccess) return to_cuda(error);
  const cudaDeviceProp& p = device_properties(current_device());
  *attributes = {};
  attributes->sharedSizeBytes = known.sharedSizeBytes;
  attributes->maxThreadsPerBlock = known.maxThreadsPerBlock;
  attributes->numRegs = kRegisters;
  attributes->ptxVersion = attributes->binaryVersion = p.major * 10 + p.minor;
  attributes->maxDynamicSharedSizeBytes = kUsualDynamicShared;
  attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return cudaSuccess;
}

cudaError_t argument_info(vgpuArgumentInfo* info, vgpuKernel_t kernel, std::size_t index) {
  vgpuKernelAttributes known{};
  const vgpuError_t error = vgpuKernelGetAttributes(&known, kernel);
  if (error != vgpuSuccess) return to_cuda(error);
  if (index >= static_cast<std::size_t>(known.argumentCount)) return cudaErrorInvalidValue;
  return to_cuda(vgpuKernelGetArgumentInfo(info, kernel, static_cast<int>(index)));
}

cudaError_t active_blocks(int* blocks, vgpuKernel_t kernel, int block_size, size_t shared_bytes) {
  vgpuKernelAttributes known{};
  if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
  const vgpuError_t error = vgpuKernelGetAttributes(&known, kernel);
  if (error != vgpuSuccess) return to_cuda(error);
  const cudaDeviceProp& p = device_properties(current_device());
  const std::size_t shared = known.sharedSizeBytes + shared_bytes;
  const bool possible =
      block_size <= known.maxThreadsPerBlock && shared <= p.sharedMemPerBlockOptin;
  *blocks = possible ? blocks_of(p, block_size, shared) : 0;
  return cudaSuccess;
}

cudaError_t dynamic_shared_left(size_t* bytes, vgpuKernel_t kernel, int blocks, int block_size) {
  vgpuKernelAttributes known{};
  if (bytes == nullptr || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
  const vgpuError_t error = vgpuKernelGetAttributes(&known, kernel);
  if (error != vgpuSuccess) return to_cuda(error);
  const cudaDeviceProp& p = device_properties(current_device());
  const std::size_t each = p.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
  const std::size_t taken = p.reservedSharedMemPerBlock + known.sharedSizeBytes;
  *bytes = std::min(each > taken ? each - taken : 0, p.sharedMemPerBlockOptin);
  return cudaSuccess;
}

}  // namespace vgpu::cuda
