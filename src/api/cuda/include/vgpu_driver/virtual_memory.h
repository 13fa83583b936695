/* Memory mapped by hand in CUDA's driver interface: addresses are reserved, memory is created, one is put at the
 * other, and access is granted. Memory can be handed to another process as a file descriptor.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_VIRTUAL_MEMORY_H
#define VGPU_DRIVER_VIRTUAL_MEMORY_H

#include "vgpu_driver/memory.h"

typedef unsigned long long CUmemGenericAllocationHandle;
typedef enum cudaMemAllocationType CUmemAllocationType;
typedef enum cudaMemLocationType CUmemLocationType;
#define CU_MEM_ALLOCATION_TYPE_INVALID cudaMemAllocationTypeInvalid
#define CU_MEM_ALLOCATION_TYPE_PINNED cudaMemAllocationTypePinned
typedef enum cudaMemAllocationHandleType CUmemAllocationHandleType;
#define CU_MEM_HANDLE_TYPE_NONE cudaMemHandleTypeNone
#define CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR cudaMemHandleTypePosixFileDescriptor
#define CU_MEM_HANDLE_TYPE_WIN32 cudaMemHandleTypeWin32
#define CU_MEM_HANDLE_TYPE_WIN32_KMT cudaMemHandleTypeWin32Kmt
#define CU_MEM_HANDLE_TYPE_FABRIC cudaMemHandleTypeFabric
typedef enum CUmemAllocationGranularity_flags_enum {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;
typedef enum CUmemAllocationCompType_enum {
  CU_MEM_ALLOCATION_COMP_NONE = 0,
  CU_MEM_ALLOCATION_COMP_GENERIC = 1
} CUmemAllocationCompType;
#define CU_MEM_CREATE_USAGE_TILE_POOL 1
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp;

VG_C_BEGIN
CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                     const CUmemAllocationProp* properties, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle);
CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type);
CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t size, size_t alignment,
                             CUdeviceptr address, unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size);
CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t size);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc* list,
                        size_t count);
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr pointer);
VG_C_END

#endif
