// The functions of vgpu_api/memory.h about host memory and what a pointer points to.
//
// Kernels reach all of the process's memory, so registering only notes the range.
// SPDX-License-Identifier: MIT
#include <vgpu/c/memory.h>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/ranges.h"

using namespace vgpu::cuda;

Ranges& vgpu::cuda::registered_host_memory() {
  static auto* ranges = new Ranges;
  return *ranges;
}

Ranges& vgpu::cuda::mapped_device_memory() {
  static auto* ranges = new Ranges;
  return *ranges;
}

Ranges& vgpu::cuda::managed_variables() {
  static auto* ranges = new Ranges;
  return *ranges;
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags) {
  return call([&] {
    if (pointer == nullptr || size == 0 || flags > 15) return cudaErrorInvalidValue;
    return registered_host_memory().add(pointer, size, static_cast<int>(flags))
               ? cudaSuccess
               : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call([&] {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    return registered_host_memory().remove(pointer) ? cudaSuccess
                                                    : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  return call([&] {
    if (device == nullptr || flags != 0) return cudaErrorInvalidValue;
    *device = host;
    if (registered_host_memory().find(host)) return cudaSuccess;
    return to_cuda(vgpuHostGetDevicePointer(device, host, 0));
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  return call([&] {
    void* device = nullptr;
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    if (const auto range = registered_host_memory().find(host)) {
      *flags = static_cast<unsigned>(range->value);
      return cudaSuccess;
    }
    return to_cuda(vgpuHostGetDevicePointer(&device, host, 0));
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call([&] {
    if (attributes == nullptr || pointer == nullptr) return cudaErrorInvalidValue;
    vgpuPointerAttributes found{};
    const vgpuError_t error = vgpuPointerGetAttributes(&found, pointer);
    if (error != vgpuSuccess) return to_cuda(error);
    auto* address = const_cast<void*>(pointer);
    attributes->type = static_cast<cudaMemoryType>(found.type);
    if (found.type == vgpuMemoryTypeUnregistered) {
      if (registered_host_memory().find(pointer)) attributes->type = cudaMemoryTypeHost;
      if (const auto mapped = mapped_device_memory().find(pointer)) {
        attributes->type = cudaMemoryTypeDevice;
        found.device = mapped->value;
      }
      if (const auto variable = managed_variables().find(pointer)) {
        attributes->type = cudaMemoryTypeManaged;
        found.device = variable->value;
      }
    }
    attributes->device = attributes->type == cudaMemoryTypeUnregistered ? cudaInvalidDeviceId
                         : found.device < 0                             ? current_device()
                                                                        : found.device;
    attributes->devicePointer = attributes->type == cudaMemoryTypeUnregistered ? nullptr : address;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : address;
    return cudaSuccess;
  });
}
