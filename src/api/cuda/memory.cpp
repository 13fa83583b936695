// The functions of vgpu_api/memory.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/memory.h>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"

using namespace vgpu::cuda;

// CUDA gives a NULL pointer for no bytes and calls that success.
cudaError_t cudaMalloc(void** pointer, size_t size) {
  return call([&] {
    if (pointer == nullptr) return vgpuErrorInvalidValue;
    *pointer = nullptr;
    return size == 0 ? vgpuSuccess : vgpuMalloc(pointer, size);
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return call([&] { return vgpuMallocPitch(pointer, pitch, width, height); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return call([&] {
    if (pitched == nullptr) return vgpuErrorInvalidValue;
    *pitched = {nullptr, 0, extent.width, extent.height};
    return vgpuMallocPitch(&pitched->ptr, &pitched->pitch, extent.width,
                           extent.height * extent.depth);
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags) {
  return call([&] {
    if (pointer == nullptr || flags > 7) return vgpuErrorInvalidValue;
    *pointer = nullptr;
    return size == 0 ? vgpuSuccess : vgpuMallocHost(pointer, size);
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t size) { return cudaHostAlloc(pointer, size, 0); }

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
  return call([&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return vgpuErrorInvalidValue;
    return vgpuMallocManaged(pointer, size, 0);
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&] {
    const vgpuError_t error = vgpuFree(pointer);
    return error == vgpuErrorInvalidDevicePointer ? vgpuErrorInvalidValue : error;
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&] { return vgpuFreeHost(pointer); });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&] { return vgpuMemGetInfo(free, total); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  return call([&] {
    if (pointer == nullptr) return vgpuErrorInvalidValue;
    *pointer = nullptr;
    return size == 0 ? vgpuSuccess : vgpuMallocAsync(pointer, size, to_vgpu(stream));
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call([&] { return vgpuFreeAsync(pointer, to_vgpu(stream)); });
}
