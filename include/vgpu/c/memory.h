/* Memory: allocation and what is known of a pointer. Copies and fills stand in copy.h.
 *
 * A device pointer is a stable address. On the cpu device the host may use it directly once the
 * work that writes it is done.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_MEMORY_H
#define VGPU_C_MEMORY_H

#include <vgpu/c/error.h>

typedef enum vgpuMemoryType VGPU_INT_ENUM {
  vgpuMemoryTypeUnregistered = 0, /**< vGPU knows nothing of it: ordinary host memory */
  vgpuMemoryTypeHost = 1,         /**< vgpuMallocHost */
  vgpuMemoryTypeDevice = 2,       /**< vgpuMalloc */
  vgpuMemoryTypeManaged = 3       /**< vgpuMallocManaged */
} vgpuMemoryType;

typedef struct vgpuPointerAttributes {
  vgpuMemoryType type;
  int device;          /**< of device and managed memory, else -1 */
  void* devicePointer; /**< the address kernels use, or NULL */
  void* hostPointer;   /**< the address the host uses, or NULL */
  void* base;          /**< start of the allocation the pointer points into, or NULL */
  size_t size;         /**< bytes of that allocation */
} vgpuPointerAttributes;

typedef struct vgpuMemStats {
  size_t used;        /**< bytes in allocations */
  size_t peak;        /**< the most there has been */
  size_t reserved;    /**< bytes held from the system, pools included */
  size_t limit;       /**< set by vgpuDeviceSetMemoryLimit, 0: none */
  size_t allocations; /**< alive */
  size_t total;       /**< allocations since the start */
} vgpuMemStats;

VGPU_C_BEGIN

/** Device memory, aligned to at least 256 bytes. size 0 is vgpuErrorInvalidValue. */
VGPU_API vgpuError_t vgpuMalloc(void** pointer, size_t size);

/** Rows of width bytes, each starting *pitch bytes behind the one before. */
VGPU_API vgpuError_t vgpuMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);

/** Pinned host memory: the fastest to copy from and to, and kernels can use it. */
VGPU_API vgpuError_t vgpuMallocHost(void** pointer, size_t size);

/** Memory that host and device use by the same pointer. flags must be 0. */
VGPU_API vgpuError_t vgpuMallocManaged(void** pointer, size_t size, unsigned int flags);

/** Frees memory of vgpuMalloc, vgpuMallocPitch, vgpuMallocManaged and vgpuMallocAsync, after all
 * work that was enqueued on its device before. NULL is allowed. */
VGPU_API vgpuError_t vgpuFree(void* pointer);
VGPU_API vgpuError_t vgpuFreeHost(void* pointer);

/** Memory that may be used by work enqueued on the stream from now on. */
VGPU_API vgpuError_t vgpuMallocAsync(void** pointer, size_t size, vgpuStream_t stream);

/** Frees once the work enqueued on the stream so far is done; does not wait for that. */
VGPU_API vgpuError_t vgpuFreeAsync(void* pointer, vgpuStream_t stream);

/** Part of an allocation: checks that offset and size lie inside it and gives its address. The part
 * has no life of its own; free the whole. offset must be a multiple of 128. */
VGPU_API vgpuError_t vgpuMemGetSubBuffer(void** sub, void* base, size_t offset, size_t size);

/** Start and size of the allocation that the pointer points into. Either result may be NULL. */
VGPU_API vgpuError_t vgpuMemGetAddressRange(void** base, size_t* size, const void* pointer);

VGPU_API vgpuError_t vgpuPointerGetAttributes(vgpuPointerAttributes* attributes,
                                              const void* pointer);

/** Bytes that can still be allocated on the current device, and that there are at all. */
VGPU_API vgpuError_t vgpuMemGetInfo(size_t* free, size_t* total);
VGPU_API vgpuError_t vgpuMemGetStats(vgpuMemStats* stats, int device);

/** Gives pooled memory that nobody uses back to the system. */
VGPU_API vgpuError_t vgpuMemTrim(int device);

/** The device's address of pinned host memory. flags must be 0. */
VGPU_API vgpuError_t vgpuHostGetDevicePointer(void** device, void* host, unsigned int flags);

VGPU_C_END

#endif
