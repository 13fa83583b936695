// The functions of vgpu_driver/device.h that ask about the driver and its devices.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

bool is_device(int device) { return device >= 0 && device < device_count(); }

struct Result {
  CUresult number;
  const char* name;
};

constexpr Result kResults[] = {
#define VG_CU_RESULT(name, number) {name, #name},
#include "vgpu_driver/results.def"
#undef VG_CU_RESULT
};

const Result* find_result(CUresult number) {
  for (const Result& one : kResults)
    if (one.number == number) return &one;
  return nullptr;
}

// Functions of this library by name. Real drivers export newer versions with an ending; there is one of each here.
void* find_function_named(const char* name) {
  Dl_info self{};
  if (dladdr(reinterpret_cast<void*>(&find_function_named), &self) == 0) return nullptr;
  void* library = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  std::string plain = name;
  void* found = dlsym(library, name);
  const auto ending = plain.rfind("_v");
  if (found == nullptr && ending != std::string::npos)
    found = dlsym(library, plain.substr(0, ending).c_str());
  dlclose(library);
  return found;
}

// What only the driver interface tells of: memory mapped by hand, and what is not there.
bool give_driver_attribute(int* value, CUdevice_attribute attribute) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
      *value = 1;
      return true;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
      *value = 0;
      return true;
    default:
      return false;
  }
}

}  // namespace

CUresult cuInit(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return device_count() > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult cuDriverGetVersion(int* version) { return result(cudaDriverGetVersion(version)); }

CUresult cuGetErrorName(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const Result* found = find_result(error);
  *text = found != nullptr ? found->name : nullptr;
  return found != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = nullptr;
  if (find_result(error) == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char* symbol, void** function, int, cuuint64_t,
                          CUdriverProcAddressQueryResult* status) {
  if (symbol == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = find_function_named(symbol);
  if (status != nullptr)
    *status =
        *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// Unlike the driver's function it succeeds where there is no such name, and says so.
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return call([&] {
    const CUresult found = cuGetProcAddress(symbol, function, CUDA_VERSION, flags, status);
    return found == CUDA_ERROR_NOT_FOUND ? cudaSuccess : static_cast<cudaError_t>(found);
  });
}

// One version stands for all.
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPoint(symbol, function, flags, status);
}

CUresult cuDeviceGetCount(int* count) { return result(cudaGetDeviceCount(count)); }

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (name == nullptr || length < 1) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<std::size_t>(length), "%s", device_properties(device).name);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *uuid = device_properties(device).uuid;
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = device_properties(device).totalGlobalMem;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (value != nullptr && is_device(device) && give_driver_attribute(value, attribute))
    return CUDA_SUCCESS;
  return result(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device) {
  if (properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const cudaDeviceProp& p = device_properties(device);
  *properties = {};
  properties->maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy_n(p.maxThreadsDim, 3, properties->maxThreadsDim);
  std::copy_n(p.maxGridSize, 3, properties->maxGridSize);
  properties->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
  properties->totalConstantMemory = static_cast<int>(p.totalConstMem);
  properties->SIMDWidth = p.warpSize;
  properties->memPitch = static_cast<int>(p.memPitch);
  properties->regsPerBlock = p.regsPerBlock;
  properties->clockRate = p.clockRate;
  properties->textureAlign = static_cast<int>(p.textureAlignment);
  return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *major = device_properties(device).major;
  *minor = device_properties(device).minor;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return result(cudaDeviceGetPCIBusId(text, length, device));
}
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  return result(cudaDeviceGetByPCIBusId(device, text));
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return result(cudaDeviceCanAccessPeer(can, device, peer));
}
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination) {
  return result(cudaDeviceGetP2PAttribute(value, attribute, source, destination));
}
