/* Products of complex matrices whose types are named: all of them are CUDA_C_32F.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_TYPED_PRODUCTS_H
#define VGPU_BLAS_TYPED_PRODUCTS_H

#include "library_types.h"
#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasCgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha,
                             const void* A, cudaDataType Atype, int lda, const void* B,
                             cudaDataType Btype, int ldb, const cuComplex* beta, void* C,
                             cudaDataType Ctype, int ldc);
cublasStatus_t cublasCgemm3mEx(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k,
                               const cuComplex* alpha, const void* A, cudaDataType Atype, int lda,
                               const void* B, cudaDataType Btype, int ldb, const cuComplex* beta,
                               void* C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCgemm3mBatched(cublasHandle_t handle, cublasOperation_t transa,
                                    cublasOperation_t transb, int m, int n, int k,
                                    const cuComplex* alpha, const cuComplex* const A[], int lda,
                                    const cuComplex* const B[], int ldb, const cuComplex* beta,
                                    cuComplex* const C[], int ldc, int batchCount);
cublasStatus_t cublasCgemm3mStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                           cublasOperation_t transb, int m, int n, int k,
                                           const cuComplex* alpha, const cuComplex* A, int lda,
                                           long long strideA, const cuComplex* B, int ldb,
                                           long long strideB, const cuComplex* beta, cuComplex* C,
                                           int ldc, long long strideC, int batchCount);
cublasStatus_t cublasCsyrkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             int n, int k, const cuComplex* alpha, const void* A,
                             cudaDataType Atype, int lda, const cuComplex* beta, void* C,
                             cudaDataType Ctype, int ldc);
cublasStatus_t cublasCsyrk3mEx(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const cuComplex* alpha,
                               const void* A, cudaDataType Atype, int lda, const cuComplex* beta,
                               void* C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCherkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             int n, int k, const float* alpha, const void* A, cudaDataType Atype,
                             int lda, const float* beta, void* C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCherk3mEx(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const float* alpha,
                               const void* A, cudaDataType Atype, int lda, const float* beta,
                               void* C, cudaDataType Ctype, int ldc);
VG_C_END

#endif
