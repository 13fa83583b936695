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
__device__ static inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error";
}
}

#endif
