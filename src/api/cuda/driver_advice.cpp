// The functions of vgpu_driver/memory.h that advise about managed memory, prefetch it and tell what was said.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

CUresult cuMemRangeGetAttribute(void* data, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t count) {
  return result(cudaMemRangeGetAttribute(data, size, attribute, to_pointer(pointer), count));
}
CUresult cuMemRangeGetAttributes(void** data, size_t* sizes, CUmem_range_attribute* attributes,
                                 size_t number, CUdeviceptr pointer, size_t count) {
  return result(
      cudaMemRangeGetAttributes(data, sizes, attributes, number, to_pointer(pointer), count));
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t count, CUmem_advise advice, CUdevice device) {
  return result(cudaMemAdvise(to_pointer(pointer), count, advice, device));
}
CUresult cuMemAdvise_v2(CUdeviceptr pointer, size_t count, CUmem_advise advice,
                        CUmemLocation location) {
  return result(cudaMemAdvise_v2(to_pointer(pointer), count, advice, location));
}

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t count, CUdevice device, CUstream stream) {
  return result(cudaMemPrefetchAsync(to_pointer(pointer), count, device, stream));
}
CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t count, CUmemLocation location,
                               unsigned int flags, CUstream stream) {
  return result(cudaMemPrefetchAsync_v2(to_pointer(pointer), count, location, flags, stream));
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                 CUmemLocation* locations, size_t* starts, size_t location_count,
                                 unsigned long long flags, CUstream stream) {
  return result(cudaMemPrefetchBatchAsync(to_pointer(pointers), sizes, count, locations, starts,
                                          location_count, flags, stream));
}
CUresult cuMemDiscardBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                unsigned long long flags, CUstream stream) {
  return result(cudaMemDiscardBatchAsync(to_pointer(pointers), sizes, count, flags, stream));
}
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                           CUmemLocation* locations, size_t* starts,
                                           size_t location_count, unsigned long long flags,
                                           CUstream stream) {
  return result(cudaMemDiscardAndPrefetchBatchAsync(to_pointer(pointers), sizes, count, locations,
                                                    starts, location_count, flags, stream));
}
