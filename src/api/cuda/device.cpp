// The functions of vgpu_api/device.h that ask for and choose devices.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>

#include <cstdio>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/memory_pools.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

bool is_device(int device) { return device >= 0 && device < device_count(); }

int attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute, bool* known) {
  *known = true;
  switch (static_cast<int>(attribute)) {
#define VG_DEVICE_ATTRIBUTE(name, number, value) \
  case number:                                   \
    return static_cast<int>(value);
#include "vgpu_api/device_attributes.def"
#undef VG_DEVICE_ATTRIBUTE
    default:
      *known = false;
      return 0;
  }
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return call([&] {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = device_count();
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return call([&] { return vgpuGetDevice(device); });
}

// Not through call(): a thread may leave a device whose error lasts.
cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return remember(cudaErrorInvalidDevice);
  return finish(vgpuSetDevice(device));
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return remember(is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (devices == nullptr || count < 0) return remember(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (!is_device(devices[i])) return remember(cudaErrorInvalidDevice);
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return call([&] {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    *properties = device_properties(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    bool known = false;
    *value = attribute_of(device_properties(device), attribute, &known);
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

// All devices are alike, so the first is as good as any.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  return call([&] {
    if (device == nullptr || wanted == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([] {
    const vgpuError_t error = vgpuDeviceSynchronize();
    trim_pools();
    return error;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&] {
    int low = 0, high = 0;
    const vgpuError_t error = vgpuDeviceGetStreamPriorityRange(&low, &high);
    if (least != nullptr) *least = low;
    if (greatest != nullptr) *greatest = high;
    return error;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return call([&] {
    if (text == nullptr || length < 1) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const cudaDeviceProp& p = device_properties(device);
    const int written = std::snprintf(text, static_cast<std::size_t>(length), "%04x:%02x:%02x.0",
                                      p.pciDomainID, p.pciBusID, p.pciDeviceID);
    return written < length ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return call([&] {
    unsigned domain = 0, bus = 0, slot = 0;
    if (device == nullptr || text == nullptr) return cudaErrorInvalidValue;
    if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3) return cudaErrorInvalidValue;
    *device = static_cast<int>(bus) - 1;
    return is_device(*device) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return remember(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
