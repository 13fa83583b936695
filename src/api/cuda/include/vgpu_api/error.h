/* CUDA's error codes and what can be asked about them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_ERROR_H
#define VGPU_API_ERROR_H

#include "vgpu_api/types.h"

typedef enum cudaError {
#define VG_CUDA_ERROR(name, value, text) name = value,
#include "vgpu_api/errors.def"
#undef VG_CUDA_ERROR
  cudaErrorDeviceUninitilialized = 201,
  cudaErrorApiFailureBase = 10000
} cudaError;
typedef cudaError cudaError_t;

VG_C_BEGIN
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
VG_C_END

#endif
