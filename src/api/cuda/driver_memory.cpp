// The functions of vgpu_driver/memory.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/memory.h>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"
#include "api/cuda/ranges.h"

using namespace vgpu::cuda;

namespace {

template <class Type>
bool give(void* place, Type value) {
  *static_cast<Type*>(place) = value;
  return true;
}

// Each attribute has a type of its own. False: there is none of that name.
bool give_attribute(void* value, CUpointer_attribute attribute, void* pointer,
                    const cudaPointerAttributes& seen) {
  vgpuPointerAttributes known{};
  vgpuPointerGetAttributes(&known, pointer);
  if (const auto mapped = mapped_device_memory().find(pointer)) {
    known.base = mapped->start;
    known.size = mapped->size;
  }
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return give(value, primary_context(seen.device));
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(value,
                  seen.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return give(value, pointer);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return seen.hostPointer != nullptr && give(value, pointer);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(value, unsigned{seen.type == cudaMemoryTypeManaged});
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return give(value, 1u);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      return give(value, 0u);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return give(value, known.base);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(value, seen.device);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return give(value, known.size);
    default:
      return false;
  }
}

}  // namespace

// Unlike the run time the driver refuses to allocate nothing.
CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMalloc(to_pointer(pointer), bytes));
}
CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
                         unsigned int element_bytes) {
  if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)
    return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMallocPitch(to_pointer(pointer), pitch, width, height));
}
CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned int flags) {
  return result(cudaMallocManaged(to_pointer(pointer), bytes, flags));
}
CUresult cuMemFree(CUdeviceptr pointer) { return result(cudaFree(to_pointer(pointer))); }
CUresult cuMemGetInfo(size_t* free, size_t* total) { return result(cudaMemGetInfo(free, total)); }

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* size, CUdeviceptr pointer) {
  const vgpuError_t error = vgpuMemGetAddressRange(base != nullptr ? to_pointer(base) : nullptr,
                                                   size, to_pointer(pointer));
  return error == vgpuErrorInvalidDevicePointer ? CUDA_ERROR_NOT_FOUND : result(error);
}

CUresult cuMemAllocHost(void** pointer, size_t bytes) {
  return result(cudaMallocHost(pointer, bytes));
}
CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  return result(cudaHostAlloc(pointer, bytes, flags));
}
CUresult cuMemFreeHost(void* pointer) { return result(cudaFreeHost(pointer)); }
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned int flags) {
  return result(cudaHostGetDevicePointer(to_pointer(device), host, flags));
}
CUresult cuMemHostGetFlags(unsigned int* flags, void* host) {
  return result(cudaHostGetFlags(flags, host));
}
CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  return result(cudaHostRegister(pointer, bytes, flags));
}
CUresult cuMemHostUnregister(void* pointer) { return result(cudaHostUnregister(pointer)); }

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  cudaPointerAttributes seen{};
  if (value == nullptr || pointer == 0) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaPointerGetAttributes(&seen, to_pointer(pointer));
  if (error != cudaSuccess) return result(error);
  if (seen.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  return give_attribute(value, attribute, to_pointer(pointer), seen) ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_VALUE;
}

// Memory that is nobody's gives zeros, without an error.
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr pointer) {
  if (attributes == nullptr || values == nullptr) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i)
    if (cuPointerGetAttribute(values[i], attributes[i], pointer) != CUDA_SUCCESS)
      *static_cast<unsigned*>(values[i]) = 0;
  return CUDA_SUCCESS;
}

// Copies of memory that this is asked for wait already.
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute,
                               CUdeviceptr pointer) {
  CUdeviceptr base = 0;
  size_t size = 0;
  if (value == nullptr || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return CUDA_ERROR_INVALID_VALUE;
  return cuMemGetAddressRange(&base, &size, pointer);  // refuses what is no memory of ours
}

CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream) {
  return result(cudaMallocAsync(to_pointer(pointer), bytes, stream));
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* pointer, size_t bytes, CUmemoryPool pool,
                                 CUstream stream) {
  return result(cudaMallocFromPoolAsync(to_pointer(pointer), bytes, pool, stream));
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return result(cudaFreeAsync(to_pointer(pointer), stream));
}
CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return result(cudaMemPoolCreate(pool, properties));
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) { return result(cudaMemPoolDestroy(pool)); }
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep) {
  return result(cudaMemPoolTrimTo(pool, keep));
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return result(cudaMemPoolSetAttribute(pool, attribute, value));
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
  return result(cudaMemPoolGetAttribute(pool, attribute, value));
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* list, size_t count) {
  return result(cudaMemPoolSetAccess(pool, list, count));
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool pool, CUmemLocation* location) {
  return result(cudaMemPoolGetAccess(flags, pool, location));
}
CUresult cuMemPoolExportToShareableHandle(void* handle, CUmemoryPool pool,
                                          cudaMemAllocationHandleType type,
                                          unsigned long long flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMemPoolExportToShareableHandle(handle, pool, type, 0));
}
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool, void* handle,
                                            cudaMemAllocationHandleType type,
                                            unsigned long long flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMemPoolImportFromShareableHandle(pool, handle, type, 0));
}
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* data, CUdeviceptr pointer) {
  return result(cudaMemPoolExportPointer(data, reinterpret_cast<void*>(pointer)));
}
CUresult cuMemPoolImportPointer(CUdeviceptr* pointer, CUmemoryPool pool,
                                CUmemPoolPtrExportData* data) {
  return result(cudaMemPoolImportPointer(to_pointer(pointer), pool, data));
}
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return result(cudaDeviceGetDefaultMemPool(pool, device));
}
CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return result(cudaDeviceGetMemPool(pool, device));
}
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return result(cudaDeviceSetMemPool(device, pool));
}
