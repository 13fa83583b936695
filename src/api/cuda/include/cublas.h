/* cuBLAS's first interface, from before handles: one context for the program, errors asked for afterwards.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUBLAS_H_
#define CUBLAS_H_
#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h name different functions alike: a file takes one of them"
#endif
#define CUBLAS_API_H_ 1

#include "vgpu_blas/first_matrices.h"
#include "vgpu_blas/first_vectors.h"
#include "vgpu_blas/handle.h"

typedef cublasStatus_t cublasStatus;

VG_C_BEGIN
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasAlloc(int n, int elemSize, void** devicePtr);
cublasStatus cublasFree(void* devicePtr);
cublasStatus cublasSetKernelStream(cudaStream_t stream);
VG_C_END

#endif
