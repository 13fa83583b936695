/* Products of which one triangle is kept, and complex products by their other name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_MORE_PRODUCTS_H
#define VGPU_BLAS_MORE_PRODUCTS_H

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
VG_C_END

#endif
