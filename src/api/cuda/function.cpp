// The functions of vgpu_api/launch.h that ask about kernels: attributes and occupancy.
// SPDX-License-Identifier: MIT
#include <vgpu/c/kernel.h>

#include "api/cuda/call.h"
#include "api/cuda/clusters.h"
#include "api/cuda/occupancy.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* stub) {
  return call([&] {
    vgpuKernel_t kernel = nullptr;
    if (const cudaError_t error = find_kernel(stub, &kernel); error != cudaSuccess) return error;
    if (const cudaError_t error = kernel_attributes(attributes, kernel); error != cudaSuccess)
      return error;
    Function& function = *find_function(stub);
    attributes->maxDynamicSharedSizeBytes = function.dynamic_shared_limit;
    attributes->preferredShmemCarveout = function.carveout;
    // Libraries choose a launch by this, and the kernel what it was compiled for by __CUDA_ARCH__.
    if (const int architecture = function.program->architecture(); architecture != 0)
      attributes->ptxVersion = attributes->binaryVersion = architecture;
    attributes->nonPortableClusterSizeAllowed = function.non_portable_cluster;
    dim3 cluster;
    const cudaError_t error = declared_cluster(function, &cluster);
    attributes->requiredClusterWidth = static_cast<int>(cluster.x);
    attributes->requiredClusterHeight = static_cast<int>(cluster.y);
    attributes->requiredClusterDepth = static_cast<int>(cluster.z);
    return error;
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
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        function->non_portable_cluster = value != 0;
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
    vgpuKernel_t kernel = nullptr;
    const cudaError_t error = find_kernel(stub, &kernel);
    return error == cudaSuccess ? active_blocks(blocks, kernel, block_size, shared_bytes) : error;
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
    vgpuKernel_t kernel = nullptr;
    const cudaError_t error = find_kernel(stub, &kernel);
    return error == cudaSuccess ? dynamic_shared_left(bytes, kernel, blocks, block_size) : error;
  });
}

// A kernel of the program as the driver interface and graphs know it.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* stub) {
  return call([&] {
    if (function == nullptr) return cudaErrorInvalidValue;
    return find_kernel(stub, reinterpret_cast<vgpuKernel_t*>(function));
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  return cudaGetFuncBySymbol(reinterpret_cast<cudaFunction_t*>(kernel), stub);
}

cudaError_t cudaFuncGetParamInfo(const void* stub, size_t index, size_t* offset, size_t* size) {
  return call([&] {
    vgpuKernel_t kernel = nullptr;
    vgpuArgumentInfo info{};
    if (offset == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = find_kernel(stub, &kernel); error != cudaSuccess) return error;
    if (const cudaError_t error = argument_info(&info, kernel, index); error != cudaSuccess)
      return error;
    *offset = info.offset;
    if (size != nullptr) *size = info.size;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* stub) {
  return call([&] {
    if (name == nullptr) return cudaErrorInvalidValue;
    const Function* function = find_function(stub);
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    *name = function->name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaSetDoubleForDevice(double*) { return cudaSuccess; }
cudaError_t cudaSetDoubleForHost(double*) { return cudaSuccess; }
