/* Many matrices with a vector each, by cuBLAS's names. Lists are memory of the device.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_BATCHED_VECTORS_H
#define VGPU_BLAS_BATCHED_VECTORS_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  const float* alpha, const float* const A[], int lda,
                                  const float* const x[], int incx, const float* beta,
                                  float* const y[], int incy, int batchCount);
cublasStatus_t cublasSgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m,
                                         int n, const float* alpha, const float* A, int lda,
                                         long long strideA, const float* x, int incx,
                                         long long stridex, const float* beta, float* y, int incy,
                                         long long stridey, int batchCount);
cublasStatus_t cublasDgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  const double* alpha, const double* const A[], int lda,
                                  const double* const x[], int incx, const double* beta,
                                  double* const y[], int incy, int batchCount);
cublasStatus_t cublasDgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m,
                                         int n, const double* alpha, const double* A, int lda,
                                         long long strideA, const double* x, int incx,
                                         long long stridex, const double* beta, double* y, int incy,
                                         long long stridey, int batchCount);
cublasStatus_t cublasCgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  const cuComplex* alpha, const cuComplex* const A[], int lda,
                                  const cuComplex* const x[], int incx, const cuComplex* beta,
                                  cuComplex* const y[], int incy, int batchCount);
cublasStatus_t cublasCgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m,
                                         int n, const cuComplex* alpha, const cuComplex* A, int lda,
                                         long long strideA, const cuComplex* x, int incx,
                                         long long stridex, const cuComplex* beta, cuComplex* y,
                                         int incy, long long stridey, int batchCount);
cublasStatus_t cublasZgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  const cuDoubleComplex* alpha, const cuDoubleComplex* const A[],
                                  int lda, const cuDoubleComplex* const x[], int incx,
                                  const cuDoubleComplex* beta, cuDoubleComplex* const y[], int incy,
                                  int batchCount);
cublasStatus_t cublasZgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m,
                                         int n, const cuDoubleComplex* alpha,
                                         const cuDoubleComplex* A, int lda, long long strideA,
                                         const cuDoubleComplex* x, int incx, long long stridex,
                                         const cuDoubleComplex* beta, cuDoubleComplex* y, int incy,
                                         long long stridey, int batchCount);
VG_C_END

#endif
