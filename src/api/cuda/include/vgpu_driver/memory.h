/* Memory of CUDA's driver interface: allocation, what is known of a pointer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_MEMORY_H
#define VGPU_DRIVER_MEMORY_H

#include "vgpu_driver/types.h"

#define CU_MEMHOSTALLOC_PORTABLE cudaHostAllocPortable
#define CU_MEMHOSTALLOC_DEVICEMAP cudaHostAllocMapped
#define CU_MEMHOSTALLOC_WRITECOMBINED cudaHostAllocWriteCombined
#define CU_MEMHOSTREGISTER_PORTABLE cudaHostRegisterPortable
#define CU_MEMHOSTREGISTER_DEVICEMAP cudaHostRegisterMapped
#define CU_MEMHOSTREGISTER_IOMEMORY cudaHostRegisterIoMemory
#define CU_MEMHOSTREGISTER_READ_ONLY cudaHostRegisterReadOnly
typedef enum CUmemAttach_flags_enum {
  CU_MEM_ATTACH_GLOBAL = 0x1,
  CU_MEM_ATTACH_HOST = 0x2,
  CU_MEM_ATTACH_SINGLE = 0x4
} CUmemAttach_flags;
typedef enum cudaMemoryAdvise CUmem_advise;
#define CU_MEM_ADVISE_SET_READ_MOSTLY cudaMemAdviseSetReadMostly
#define CU_MEM_ADVISE_UNSET_READ_MOSTLY cudaMemAdviseUnsetReadMostly
#define CU_MEM_ADVISE_SET_PREFERRED_LOCATION cudaMemAdviseSetPreferredLocation
#define CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION cudaMemAdviseUnsetPreferredLocation
#define CU_MEM_ADVISE_SET_ACCESSED_BY cudaMemAdviseSetAccessedBy
#define CU_MEM_ADVISE_UNSET_ACCESSED_BY cudaMemAdviseUnsetAccessedBy
typedef enum cudaMemRangeAttribute CUmem_range_attribute;
#define CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY cudaMemRangeAttributeReadMostly
#define CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION cudaMemRangeAttributePreferredLocation
#define CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY cudaMemRangeAttributeAccessedBy
#define CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION cudaMemRangeAttributeLastPrefetchLocation
#define CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE cudaMemRangeAttributePreferredLocationType
#define CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID cudaMemRangeAttributePreferredLocationId
#define CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE \
  cudaMemRangeAttributeLastPrefetchLocationType
#define CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID cudaMemRangeAttributeLastPrefetchLocationId
typedef enum CUmemorytype_enum {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4
} CUmemorytype;
typedef enum CUpointer_attribute_enum {
  CU_POINTER_ATTRIBUTE_CONTEXT = 1,
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  CU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
  CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
  CU_POINTER_ATTRIBUTE_MAPPED = 13
} CUpointer_attribute;
typedef enum cudaMemPoolAttr CUmemPool_attribute;
#define CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES cudaMemPoolReuseFollowEventDependencies
#define CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC cudaMemPoolReuseAllowOpportunistic
#define CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES cudaMemPoolReuseAllowInternalDependencies
#define CU_MEMPOOL_ATTR_RELEASE_THRESHOLD cudaMemPoolAttrReleaseThreshold
#define CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT cudaMemPoolAttrReservedMemCurrent
#define CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH cudaMemPoolAttrReservedMemHigh
#define CU_MEMPOOL_ATTR_USED_MEM_CURRENT cudaMemPoolAttrUsedMemCurrent
#define CU_MEMPOOL_ATTR_USED_MEM_HIGH cudaMemPoolAttrUsedMemHigh
typedef struct cudaMemPoolProps CUmemPoolProps;
typedef struct cudaMemLocation CUmemLocation;
typedef struct cudaMemAccessDesc CUmemAccessDesc;
typedef enum cudaMemAccessFlags CUmemAccess_flags;
#define CU_MEM_LOCATION_TYPE_INVALID cudaMemLocationTypeInvalid
#define CU_MEM_LOCATION_TYPE_DEVICE cudaMemLocationTypeDevice
#define CU_MEM_LOCATION_TYPE_HOST cudaMemLocationTypeHost
#define CU_MEM_LOCATION_TYPE_HOST_NUMA cudaMemLocationTypeHostNuma
#define CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT cudaMemLocationTypeHostNumaCurrent
#define CU_MEM_ACCESS_FLAGS_PROT_NONE cudaMemAccessFlagsProtNone
#define CU_MEM_ACCESS_FLAGS_PROT_READ cudaMemAccessFlagsProtRead
#define CU_MEM_ACCESS_FLAGS_PROT_READWRITE cudaMemAccessFlagsProtReadWrite

VG_C_BEGIN
CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
                         unsigned int elementBytes);
CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned int flags);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemGetInfo(size_t* free, size_t* total);
CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* size, CUdeviceptr pointer);
CUresult cuMemAllocHost(void** pointer, size_t bytes);
CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags);
CUresult cuMemFreeHost(void* pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int* flags, void* host);
CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void* pointer);
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer);
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr pointer);
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute,
                               CUdeviceptr pointer);
CUresult cuMemAdvise(CUdeviceptr pointer, size_t count, CUmem_advise advice, CUdevice device);
CUresult cuMemRangeGetAttribute(void* data, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t count);
CUresult cuMemRangeGetAttributes(void** data, size_t* sizes, CUmem_range_attribute* attributes,
                                 size_t number, CUdeviceptr pointer, size_t count);
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t count, CUdevice device, CUstream stream);
CUresult cuMemAdvise_v2(CUdeviceptr pointer, size_t count, CUmem_advise advice,
                        CUmemLocation location);
CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t count, CUmemLocation location,
                               unsigned int flags, CUstream stream);
CUresult cuMemPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                 CUmemLocation* locations, size_t* starts, size_t locationCount,
                                 unsigned long long flags, CUstream stream);
CUresult cuMemDiscardBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                unsigned long long flags, CUstream stream);
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                           CUmemLocation* locations, size_t* starts,
                                           size_t locationCount, unsigned long long flags,
                                           CUstream stream);
CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* pointer, size_t bytes, CUmemoryPool pool,
                                 CUstream stream);
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);
VG_C_END

#ifdef __cplusplus
/* By these names since CUDA 13. */
static inline CUresult cuMemAdvise(CUdeviceptr pointer, size_t count, CUmem_advise advice,
                                   CUmemLocation location) {
  return cuMemAdvise_v2(pointer, count, advice, location);
}
static inline CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t count, CUmemLocation location,
                                          unsigned int flags, CUstream stream) {
  return cuMemPrefetchAsync_v2(pointer, count, location, flags, stream);
}
#endif

#include "vgpu_driver/pools.h"

#endif
