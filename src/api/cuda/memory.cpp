// The functions of vgpu_api/memory.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/memory.h>

#include <algorithm>

#include "api/cuda/advice.h"
#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/graph_memory.h"
#include "api/cuda/interprocess_memory.h"
#include "api/cuda/memory_pools.h"

using namespace vgpu::cuda;

namespace {

vgpuError_t owned(vgpuError_t error, void* const* pointer) {
  if (error == vgpuSuccess) own(*pointer, [](void* memory) { vgpuFree(memory); });
  return error;
}

// Blocks of pools go back to them; as everywhere, cudaFree waits for the device's work first.
vgpuError_t free_memory(void* pointer) {
  if (is_graph_memory(pointer)) return vgpuDeviceSynchronize();
  if (pointer != nullptr && !disown(pointer)) {
    const cudaError_t pooled = free_to_pool(pointer, nullptr);
    if (pooled != cudaErrorInvalidDevicePointer) {
      const vgpuError_t error = vgpuDeviceSynchronize();
      trim_pools();
      return pooled == cudaSuccess ? error : static_cast<vgpuError_t>(pooled);
    }
  }
  if (pointer != nullptr) {
    unshare_memory(pointer);
    forget_advice(pointer);
  }
  return vgpuFree(pointer);
}

}  // namespace

// CUDA gives a NULL pointer for no bytes and calls that success.
cudaError_t cudaMalloc(void** pointer, size_t size) {
  return call([&] {
    if (pointer == nullptr) return vgpuErrorInvalidValue;
    *pointer = nullptr;
    return size == 0 ? vgpuSuccess : owned(vgpuMalloc(pointer, size), pointer);
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return call([&] { return owned(vgpuMallocPitch(pointer, pitch, width, height), pointer); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return call([&] {
    if (pitched == nullptr) return vgpuErrorInvalidValue;
    *pitched = {nullptr, 0, extent.width, extent.height};
    const vgpuError_t error =
        vgpuMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
    return owned(error, &pitched->ptr);
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags) {
  return call([&] {
    if (pointer == nullptr || flags > 7) return vgpuErrorInvalidValue;
    *pointer = nullptr;
    if (size == 0) return vgpuSuccess;
    const vgpuError_t error = vgpuMallocHost(pointer, size);
    if (error == vgpuSuccess) own(*pointer, [](void* memory) { vgpuFreeHost(memory); });
    return error;
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t size) { return cudaHostAlloc(pointer, size, 0); }

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
  return call([&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuMallocManaged(pointer, size, 0);
    if (error == vgpuSuccess)
      own(*pointer, [](void* memory) {
        forget_advice(memory);
        vgpuFree(memory);
      });
    return error;
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&] { return free_memory(pointer); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&] {
    disown(pointer);
    return vgpuFreeHost(pointer);
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&] {
    const vgpuError_t error = vgpuMemGetInfo(free, total);
    if (error != vgpuSuccess) return error;
    // The GPU that programs see may have less than there is; both figures are of the same one.
    const std::size_t used = *total - *free;
    *total = std::min(*total, device_properties(current_device()).totalGlobalMem);
    *free = *total - std::min(used, *total);
    return error;
  });
}
