/* Symmetric, Hermitian and triangular matrices with vectors and with matrices, beyond those of level2.h and level3.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_TRIANGLES_H
#define VGPU_BLAS_TRIANGLES_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                          const float* x, int incx, float* A, int lda);
cublasStatus_t cublasSsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                           const float* x, int incx, const float* y, int incy, float* A, int lda);
cublasStatus_t cublasSsyr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const float* alpha, const float* A, int lda,
                            const float* B, int ldb, const float* beta, float* C, int ldc);
cublasStatus_t cublasDsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                          const double* x, int incx, double* A, int lda);
cublasStatus_t cublasDsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                           const double* x, int incx, const double* y, int incy, double* A,
                           int lda);
cublasStatus_t cublasDsyr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const double* alpha, const double* A, int lda,
                            const double* B, int ldb, const double* beta, double* C, int ldc);
cublasStatus_t cublasCsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                          const cuComplex* alpha, const cuComplex* x, int incx, cuComplex* A,
                          int lda);
cublasStatus_t cublasCsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* x, int incx, const cuComplex* y,
                           int incy, cuComplex* A, int lda);
cublasStatus_t cublasCsyr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuComplex* alpha, const cuComplex* A, int lda,
                            const cuComplex* B, int ldb, const cuComplex* beta, cuComplex* C,
                            int ldc);
cublasStatus_t cublasZsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                          const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx,
                          cuDoubleComplex* A, int lda);
cublasStatus_t cublasZsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx,
                           const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda);
cublasStatus_t cublasZsyr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                            int lda, const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                            cuDoubleComplex* C, int ldc);
cublasStatus_t cublasCsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* x,
                           int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasChemv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* x,
                           int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasCtrmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuComplex* A, int lda, cuComplex* x,
                           int incx);
cublasStatus_t cublasCtrsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuComplex* A, int lda, cuComplex* x,
                           int incx);
cublasStatus_t cublasCher(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                          const cuComplex* x, int incx, cuComplex* A, int lda);
cublasStatus_t cublasCher2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* x, int incx, const cuComplex* y,
                           int incy, cuComplex* A, int lda);
cublasStatus_t cublasCsymm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           int m, int n, const cuComplex* alpha, const cuComplex* A, int lda,
                           const cuComplex* B, int ldb, const cuComplex* beta, cuComplex* C,
                           int ldc);
cublasStatus_t cublasChemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           int m, int n, const cuComplex* alpha, const cuComplex* A, int lda,
                           const cuComplex* B, int ldb, const cuComplex* beta, cuComplex* C,
                           int ldc);
cublasStatus_t cublasCsyrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           int n, int k, const cuComplex* alpha, const cuComplex* A, int lda,
                           const cuComplex* beta, cuComplex* C, int ldc);
cublasStatus_t cublasCherk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           int n, int k, const float* alpha, const cuComplex* A, int lda,
                           const float* beta, cuComplex* C, int ldc);
cublasStatus_t cublasCher2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuComplex* alpha, const cuComplex* A, int lda,
                            const cuComplex* B, int ldb, const float* beta, cuComplex* C, int ldc);
cublasStatus_t cublasCtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                           const cuComplex* alpha, const cuComplex* A, int lda, cuComplex* B,
                           int ldb);
cublasStatus_t cublasCtrmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                           const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* B,
                           int ldb, cuComplex* C, int ldc);
cublasStatus_t cublasZsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasZhemv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasZtrmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuDoubleComplex* A, int lda,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZtrsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuDoubleComplex* A, int lda,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZher(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                          const cuDoubleComplex* x, int incx, cuDoubleComplex* A, int lda);
cublasStatus_t cublasZher2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx,
                           const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda);
cublasStatus_t cublasZsymm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                           int lda, const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                           cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZhemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                           int lda, const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                           cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZsyrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                           int lda, const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZherk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           int n, int k, const double* alpha, const cuDoubleComplex* A, int lda,
                           const double* beta, cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZher2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                            int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* A,
                            int lda, const cuDoubleComplex* B, int ldb, const double* beta,
                            cuDoubleComplex* C, int ldc);
cublasStatus_t cublasZtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           cuDoubleComplex* B, int ldb);
cublasStatus_t cublasZtrmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* B, int ldb, cuDoubleComplex* C, int ldc);
VG_C_END

#endif
