// The functions of vgpu_api/launch.h that ask about kernels: attributes and occupancy.
//
// Occupancy is computed from the figures of the GPU that the device looks like, since programs choose grids by it.
// SPDX-License-Identifier: MIT
#include <vgpu/c/kernel.h>

#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

// A kernel's registers are not known; most have about this many.
constexpr int kRegisters = 32;

cudaError_t attributes_of(const void* stub, vgpuKernelAttributes* attributes) {
  vgpuKernel_t kernel = nullptr;
  const cudaError_t error = find_kernel(stub, &kernel);
  return error == cudaSuccess ? to_cuda(vgpuKernelGetAttributes(attributes, kernel)) : error;
}

int active_blocks(const cudaDeviceProp& p, int block_size, std::size_t shared_bytes) {
  const int warps = (block_size + p.warpSize - 1) / p.warpSize;
  int blocks =
      std::min(p.maxBlocksPerMultiProcessor, p.maxThreadsPerMultiProcessor / (warps * p.warpSize));
  blocks = std::min(blocks, p.regsPerMultiprocessor / (warps * p.warpSize * kRegisters));
  const std::size_t each = shared_bytes + p.reservedSharedMemPerBlock;
  if (each > 0) blocks = std::min(blocks, static_cast<int>(p.sharedMemPerMultiprocessor / each));
  return std::max(blocks, 0);
}

}  // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* stub) {
  return call([&] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    vgpuKernelAttributes known{};
    if (const cudaError_t error = attributes_of(stub, &known); error != cudaSuccess) return error;
    const cudaDeviceProp& p = device_properties(current_device());
    const Function& function = *find_function(stub);
    *attributes = {};
    attributes->sharedSizeBytes = known.sharedSizeBytes;
    attributes->maxThreadsPerBlock = known.maxThreadsPerBlock;
    attributes->numRegs = kRegisters;
    attributes->ptxVersion = attributes->binaryVersion = p.major * 10 + p.minor;
    attributes->maxDynamicSharedSizeBytes = function.dynamic_shared_limit;
    attributes->preferredShmemCarveout = function.carveout;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* stub, cudaFuncAttribute attribute, int value) {
  return call([&] {
    Function* function = find_function(stub);
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    const cudaDeviceProp& p = device_properties(current_device());
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || static_cast<std::size_t>(value) > p.sharedMemPerBlockOptin)
          return cudaErrorInvalidValue;
        function->dynamic_shared_limit = value;
        return cudaSuccess;
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return cudaErrorInvalidValue;
        function->carveout = value;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* stub, cudaFuncCache) {
  return call([&] { return find_function(stub) ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* stub, cudaSharedMemConfig) {
  return call([&] { return find_function(stub) ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* stub,
                                                          int block_size, size_t shared_bytes) {
  return call([&] {
    vgpuKernelAttributes known{};
    if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = attributes_of(stub, &known); error != cudaSuccess) return error;
    const cudaDeviceProp& p = device_properties(current_device());
    const std::size_t shared = known.sharedSizeBytes + shared_bytes;
    const bool possible =
        block_size <= known.maxThreadsPerBlock && shared <= p.sharedMemPerBlockOptin;
    *blocks = possible ? active_blocks(p, block_size, shared) : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* stub,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned int flags) {
  if (flags > cudaOccupancyDisableCachingOverride) return remember(cudaErrorInvalidValue);
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, stub, block_size, shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* stub, int blocks,
                                                      int block_size) {
  return call([&] {
    vgpuKernelAttributes known{};
    if (bytes == nullptr || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = attributes_of(stub, &known); error != cudaSuccess) return error;
    const cudaDeviceProp& p = device_properties(current_device());
    const std::size_t each = p.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
    const std::size_t taken = p.reservedSharedMemPerBlock + known.sharedSizeBytes;
    *bytes = std::min(each > taken ? each - taken : 0, p.sharedMemPerBlockOptin);
    return cudaSuccess;
  });
}

cudaError_t cudaSetDoubleForDevice(double*) { return cudaSuccess; }
cudaError_t cudaSetDoubleForHost(double*) { return cudaSuccess; }
