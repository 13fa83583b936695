/* Memory of the CUDA run time: linear, pitched, pinned, managed, in a stream's order.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_MEMORY_H
#define VGPU_API_MEMORY_H

#include "vgpu_api/error.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

struct cudaPitchedPtr {
  void* ptr;
  size_t pitch, xsize, ysize;
};
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};

enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
  enum cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};

enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1,
  cudaMemRangeAttributePreferredLocation = 2,
  cudaMemRangeAttributeAccessedBy = 3,
  cudaMemRangeAttributeLastPrefetchLocation = 4,
  cudaMemRangeAttributePreferredLocationType = 5,
  cudaMemRangeAttributePreferredLocationId = 6,
  cudaMemRangeAttributeLastPrefetchLocationType = 7,
  cudaMemRangeAttributeLastPrefetchLocationId = 8
};

VG_C_BEGIN
cudaError_t cudaMalloc(void** pointer, size_t size);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* pitched, struct cudaExtent extent);
cudaError_t cudaMallocHost(void** pointer, size_t size);
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags);
cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags VG_DEFAULT(1));
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaMemAdvise(const void* pointer, size_t count, enum cudaMemoryAdvise advice,
                          int device);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device,
                                 cudaStream_t stream VG_DEFAULT(0));
cudaError_t cudaMemRangeGetAttribute(void* data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t count);
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* sizes,
                                      enum cudaMemRangeAttribute* attributes, size_t numAttributes,
                                      const void* pointer, size_t count);
VG_C_END

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t x,
                                                        size_t y) {
  struct cudaPitchedPtr made = {pointer, pitch, x, y};
  return made;
}
static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent made = {width, height, depth};
  return made;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos made = {x, y, z};
  return made;
}

#endif
