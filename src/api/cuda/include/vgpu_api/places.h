/* Where memory lies: boxes copied between devices, wishes with a location instead of a device's number, a stream's device.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_PLACES_H
#define VGPU_API_PLACES_H

#include "vgpu_api/memory_pool.h"
#include "vgpu_api/stream.h"

struct cudaMemcpy3DPeerParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
};

VG_C_BEGIN
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* parameters,
                                  cudaStream_t stream VG_DEFAULT(0));
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t count,
                                    struct cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream VG_DEFAULT(0));
cudaError_t cudaMemAdvise_v2(const void* pointer, size_t count, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location);
cudaError_t cudaMemPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                      struct cudaMemLocation* locations, size_t* starts,
                                      size_t locationCount, unsigned long long flags,
                                      cudaStream_t stream);
cudaError_t cudaMemDiscardBatchAsync(void** pointers, size_t* sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                                struct cudaMemLocation* locations, size_t* starts,
                                                size_t locationCount, unsigned long long flags,
                                                cudaStream_t stream);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
VG_C_END

#ifdef __cplusplus
/* By these names since CUDA 13. */
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count,
                                               cudaMemLocation location, unsigned int flags,
                                               cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync_v2(pointer, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
  return cudaMemAdvise_v2(pointer, count, advice, location);
}
#endif

#endif
