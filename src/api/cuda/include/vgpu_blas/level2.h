/* Matrices with vectors, by cuBLAS's names; columns of a matrix lie side by side.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_LEVEL2_H
#define VGPU_BLAS_LEVEL2_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                           const float* alpha, const float* A, int lda, const float* x, int incx,
                           const float* beta, float* y, int incy);
cublasStatus_t cublasDgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                           const double* alpha, const double* A, int lda, const double* x, int incx,
                           const double* beta, double* y, int incy);
cublasStatus_t cublasCgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                           const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* x,
                           int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasZgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasSger(cublasHandle_t handle, int m, int n, const float* alpha, const float* x,
                          int incx, const float* y, int incy, float* A, int lda);
cublasStatus_t cublasDger(cublasHandle_t handle, int m, int n, const double* alpha, const double* x,
                          int incx, const double* y, int incy, double* A, int lda);
cublasStatus_t cublasCgeru(cublasHandle_t handle, int m, int n, const cuComplex* alpha,
                           const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* A,
                           int lda);
cublasStatus_t cublasCgerc(cublasHandle_t handle, int m, int n, const cuComplex* alpha,
                           const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* A,
                           int lda);
cublasStatus_t cublasZgeru(cublasHandle_t handle, int m, int n, const cuDoubleComplex* alpha,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy,
                           cuDoubleComplex* A, int lda);
cublasStatus_t cublasZgerc(cublasHandle_t handle, int m, int n, const cuDoubleComplex* alpha,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy,
                           cuDoubleComplex* A, int lda);
cublasStatus_t cublasSsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                           const float* A, int lda, const float* x, int incx, const float* beta,
                           float* y, int incy);
cublasStatus_t cublasDsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                           const double* A, int lda, const double* x, int incx, const double* beta,
                           double* y, int incy);
cublasStatus_t cublasStrmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const float* A, int lda, float* x,
                           int incx);
cublasStatus_t cublasDtrmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const double* A, int lda, double* x,
                           int incx);
cublasStatus_t cublasStrsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const float* A, int lda, float* x,
                           int incx);
cublasStatus_t cublasDtrsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const double* A, int lda, double* x,
                           int incx);
VG_C_END

#endif
