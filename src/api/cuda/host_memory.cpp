// The functions of vgpu_api/memory.h about host memory, managed memory and what a pointer points to.
//
// Kernels reach all of the process's memory, so registering only notes the range.
// SPDX-License-Identifier: MIT
#include <vgpu/c/memory.h>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/ranges.h"

using namespace vgpu::cuda;

namespace {

bool is_device(int device) { return device >= 0 && device < device_count(); }

// Managed memory, whole or a part of it.
cudaError_t check_managed(const void* pointer, std::size_t count) {
  vgpuPointerAttributes found{};
  if (pointer == nullptr || count == 0) return cudaErrorInvalidValue;
  if (vgpuPointerGetAttributes(&found, pointer) != vgpuSuccess) return cudaErrorInvalidValue;
  if (found.type != vgpuMemoryTypeManaged) return cudaErrorInvalidValue;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) -
                                               static_cast<const char*>(found.base));
  return count <= found.size - offset ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

Ranges& vgpu::cuda::registered_host_memory() {
  static auto* ranges = new Ranges;
  return *ranges;
}

Ranges& vgpu::cuda::mapped_device_memory() {
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
    }
    attributes->device = attributes->type == cudaMemoryTypeUnregistered ? cudaInvalidDeviceId
                         : found.device < 0                             ? current_device()
                                                                        : found.device;
    attributes->devicePointer = attributes->type == cudaMemoryTypeUnregistered ? nullptr : address;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : address;
    return cudaSuccess;
  });
}

// Where managed memory lies does not change; advice is checked and has no effect.
cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice, int device) {
  return call([&] {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    const bool needs_device = advice >= cudaMemAdviseSetPreferredLocation &&
                              advice != cudaMemAdviseUnsetPreferredLocation;
    if (needs_device && device != cudaCpuDeviceId && !is_device(device))
      return cudaErrorInvalidDevice;
    return check_managed(pointer, count);
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device, cudaStream_t) {
  return call([&] {
    if (device != cudaCpuDeviceId && !is_device(device)) return cudaErrorInvalidDevice;
    return check_managed(pointer, count);
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t size, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t count) {
  return call([&] {
    if (data == nullptr || size < sizeof(int)) return cudaErrorInvalidValue;
    *static_cast<int*>(data) =
        attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return check_managed(pointer, count);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* sizes, cudaMemRangeAttribute* attributes,
                                      size_t numAttributes, const void* pointer, size_t count) {
  if (data == nullptr || sizes == nullptr || attributes == nullptr)
    return call([] { return cudaErrorInvalidValue; });
  cudaError_t error = cudaSuccess;
  for (size_t i = 0; i < numAttributes && error == cudaSuccess; ++i)
    error = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], pointer, count);
  return error;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void* pointer, size_t, unsigned int flags) {
  return call([&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
      return cudaErrorInvalidValue;
    return check_managed(pointer, 1);
  });
}
