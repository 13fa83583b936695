/* Products of which one triangle is kept, groups of products, triangles packed and unpacked.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_MORE_PRODUCTS_H
#define VGPU_BLAS_MORE_PRODUCTS_H

#include "library_types.h"
#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSsyrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const float* alpha, const float* A, int lda,
                            const float* B, int ldb, const float* beta, float* C, int ldc);
cublasStatus_t cublasDsyrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const double* alpha, const double* A, int lda,
                            const double* B, int ldb, const double* beta, double* C, int ldc);
cublasStatus_t cublasCsyrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuComplex* alpha, const cuComplex* A, int lda,
                            const cuComplex* B, int ldb, const cuComplex* beta, cuComplex* C,
                            int ldc);
cublasStatus_t cublasCherkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuComplex* alpha, const cuComplex* A, int lda,
                            const cuComplex* B, int ldb, const float* beta, cuComplex* C, int ldc);
cublasStatus_t cublasCgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha,
                             const cuComplex* A, int lda, const cuComplex* B, int ldb,
                             const cuComplex* beta, cuComplex* C, int ldc);
cublasStatus_t cublasZsyrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                            int lda, const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                            cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZherkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                            int lda, const cuDoubleComplex* B, int ldb, const double* beta,
                            cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                             const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                             cuDoubleComplex* C, int ldc);
cublasStatus_t cublasSgemmGroupedBatched(cublasHandle_t handle, const cublasOperation_t transa[],
                                         const cublasOperation_t transb[], const int m[],
                                         const int n[], const int k[], const float alpha[],
                                         const float* const A[], const int lda[],
                                         const float* const B[], const int ldb[],
                                         const float beta[], float* const C[], const int ldc[],
                                         int groupCount, const int groupSize[]);
cublasStatus_t cublasDgemmGroupedBatched(cublasHandle_t handle, const cublasOperation_t transa[],
                                         const cublasOperation_t transb[], const int m[],
                                         const int n[], const int k[], const double alpha[],
                                         const double* const A[], const int lda[],
                                         const double* const B[], const int ldb[],
                                         const double beta[], double* const C[], const int ldc[],
                                         int groupCount, const int groupSize[]);
cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[],
    const int m[], const int n[], const int k[], const void* alpha, const void* const A[],
    cudaDataType Atype, const int lda[], const void* const B[], cudaDataType Btype, const int ldb[],
    const void* beta, void* const C[], cudaDataType Ctype, const int ldc[], int groupCount,
    const int groupSize[], cublasComputeType_t computeType);
cublasStatus_t cublasStpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* AP,
                            float* A, int lda);
cublasStatus_t cublasStrttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* A,
                            int lda, float* AP);
cublasStatus_t cublasDtpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* AP,
                            double* A, int lda);
cublasStatus_t cublasDtrttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* A,
                            int lda, double* AP);
cublasStatus_t cublasCtpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                            const cuComplex* AP, cuComplex* A, int lda);
cublasStatus_t cublasCtrttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const cuComplex* A,
                            int lda, cuComplex* AP);
cublasStatus_t cublasZtpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                            const cuDoubleComplex* AP, cuDoubleComplex* A, int lda);
cublasStatus_t cublasZtrttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                            const cuDoubleComplex* A, int lda, cuDoubleComplex* AP);
VG_C_END

#endif
