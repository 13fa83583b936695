// Functions of the run time that kernels call beside their launches: streams make no difference there, and errors of
// children show on the host.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_API_DEVICE_SIDE_H
#define VGPU_API_DEVICE_SIDE_H

#include "cuda_runtime_api.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

extern "C" {
__device__ static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
  *stream = 0;
  return cudaSuccess;
}
__device__ static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
__device__ static inline cudaError_t cudaGetLastError() { return cudaSuccess; }
__device__ static inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
__device__ static inline cudaError_t cudaMalloc(void** pointer, size_t size) {
  *pointer = malloc(size);
  return *pointer != 0 || size == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}
__device__ static inline cudaError_t cudaFree(void* pointer) { return free(pointer), cudaSuccess; }
// At once: before the children that are launched behind them, which run later.
__device__ static inline cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count,
                                                     enum cudaMemcpyKind, cudaStream_t = 0) {
  return memcpy(dst, src, count), cudaSuccess;
}
__device__ static inline cudaError_t cudaMemsetAsync(void* dst, int value, size_t count,
                                                     cudaStream_t = 0) {
  return memset(dst, value, count), cudaSuccess;
}
// The handle is the address of the condition's value.
__device__ static inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                      unsigned int value) {
  *(volatile unsigned int*)handle = value;
}
__device__ static inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error";
}
}
template <class T>
__device__ static inline cudaError_t cudaMalloc(T** pointer, size_t size) {
  return cudaMalloc((void**)(void*)pointer, size);
}

#endif
