// Block sizes that suit a kernel, from typed kernels and from functions that say how much shared memory a size needs.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_API_OCCUPANCY_H
#define VGPU_API_OCCUPANCY_H

#include "cuda_runtime_api.h"

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function,
                                                                        int blockSize,
                                                                        size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, blockSize,
                                                       sharedBytes);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, T function, int blockSize, size_t sharedBytes, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function,
                                                                blockSize, sharedBytes, flags);
}

// The largest occupancy wins, of equals the largest block; sizes are whole warps.
template <class Function, class SharedBytes>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* gridSize,
                                                                         int* blockSize,
                                                                         Function function,
                                                                         SharedBytes sharedBytesOf,
                                                                         int blockLimit = 0) {
  cudaFuncAttributes attributes;
  int device = 0, units = 0, best = 0;
  cudaError_t error = cudaFuncGetAttributes(&attributes, (const void*)function);
  if (error == cudaSuccess) error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device);
  const int most = attributes.maxThreadsPerBlock;
  const int limit = blockLimit > 0 && blockLimit < most ? blockLimit : most;
  *gridSize = *blockSize = 0;
  for (int size = limit; size > 0 && error == cudaSuccess; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)function, size,
                                                          sharedBytesOf(size));
    if (blocks * size <= best) continue;
    best = blocks * size;
    *blockSize = size;
    *gridSize = blocks * units;
  }
  return error;
}

template <class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize,
                                                             Function function,
                                                             size_t sharedBytes = 0,
                                                             int blockLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      gridSize, blockSize, function, [=](int) { return sharedBytes; }, blockLimit);
}
template <class... Parameters>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                                    void (*function)(Parameters...),
                                                                    int blocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, blockSize);
}
template <class... Parameters>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters,
                                                         void (*function)(Parameters...),
                                                         const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void*)function, config);
}
template <class... Parameters>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size,
                                                               void (*function)(Parameters...),
                                                               const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, (const void*)function, config);
}
// Flags are about caches, which are not asked.
template <class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* gridSize, int* blockSize,
                                                                      Function function,
                                                                      size_t sharedBytes = 0,
                                                                      int blockLimit = 0,
                                                                      unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(gridSize, blockSize, function, sharedBytes, blockLimit);
}
template <class Function, class SharedBytes>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* gridSize, int* blockSize, Function function, SharedBytes sharedBytesOf, int blockLimit = 0,
    unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(gridSize, blockSize, function,
                                                        sharedBytesOf, blockLimit);
}

#endif
