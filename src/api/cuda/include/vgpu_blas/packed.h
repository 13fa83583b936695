/* Banded and packed matrices with vectors, by cuBLAS's names.
 *
 * A band has its diagonals as rows, lda apart by column; a packed triangle its columns one behind the other.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_PACKED_H
#define VGPU_BLAS_PACKED_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSgbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                           int ku, const float* alpha, const float* A, int lda, const float* x,
                           int incx, const float* beta, float* y, int incy);
cublasStatus_t cublasSsbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,
                           const float* alpha, const float* A, int lda, const float* x, int incx,
                           const float* beta, float* y, int incy);
cublasStatus_t cublasSspmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                           const float* AP, const float* x, int incx, const float* beta, float* y,
                           int incy);
cublasStatus_t cublasStbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const float* A, int lda, float* x,
                           int incx);
cublasStatus_t cublasStpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const float* AP, float* x, int incx);
cublasStatus_t cublasStbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const float* A, int lda, float* x,
                           int incx);
cublasStatus_t cublasStpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const float* AP, float* x, int incx);
cublasStatus_t cublasSspr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                          const float* x, int incx, float* AP);
cublasStatus_t cublasSspr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                           const float* x, int incx, const float* y, int incy, float* AP);
cublasStatus_t cublasDgbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                           int ku, const double* alpha, const double* A, int lda, const double* x,
                           int incx, const double* beta, double* y, int incy);
cublasStatus_t cublasDsbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,
                           const double* alpha, const double* A, int lda, const double* x, int incx,
                           const double* beta, double* y, int incy);
cublasStatus_t cublasDspmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                           const double* AP, const double* x, int incx, const double* beta,
                           double* y, int incy);
cublasStatus_t cublasDtbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const double* A, int lda, double* x,
                           int incx);
cublasStatus_t cublasDtpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const double* AP, double* x, int incx);
cublasStatus_t cublasDtbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const double* A, int lda, double* x,
                           int incx);
cublasStatus_t cublasDtpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const double* AP, double* x, int incx);
cublasStatus_t cublasDspr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                          const double* x, int incx, double* AP);
cublasStatus_t cublasDspr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                           const double* x, int incx, const double* y, int incy, double* AP);
cublasStatus_t cublasCgbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                           int ku, const cuComplex* alpha, const cuComplex* A, int lda,
                           const cuComplex* x, int incx, const cuComplex* beta, cuComplex* y,
                           int incy);
cublasStatus_t cublasChbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,
                           const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* x,
                           int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasChpmv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* AP, const cuComplex* x,
                           int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasCtbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const cuComplex* A, int lda,
                           cuComplex* x, int incx);
cublasStatus_t cublasCtpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuComplex* AP, cuComplex* x,
                           int incx);
cublasStatus_t cublasCtbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const cuComplex* A, int lda,
                           cuComplex* x, int incx);
cublasStatus_t cublasCtpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuComplex* AP, cuComplex* x,
                           int incx);
cublasStatus_t cublasChpr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha,
                          const cuComplex* x, int incx, cuComplex* AP);
cublasStatus_t cublasChpr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuComplex* alpha, const cuComplex* x, int incx, const cuComplex* y,
                           int incy, cuComplex* AP);
cublasStatus_t cublasZgbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                           int ku, const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasZhbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasZhpmv(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* AP,
                           const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta,
                           cuDoubleComplex* y, int incy);
cublasStatus_t cublasZtbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const cuDoubleComplex* A, int lda,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZtpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuDoubleComplex* AP,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZtbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, int k, const cuDoubleComplex* A, int lda,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZtpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const cuDoubleComplex* AP,
                           cuDoubleComplex* x, int incx);
cublasStatus_t cublasZhpr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha,
                          const cuDoubleComplex* x, int incx, cuDoubleComplex* AP);
cublasStatus_t cublasZhpr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx,
                           const cuDoubleComplex* y, int incy, cuDoubleComplex* AP);
VG_C_END

#endif
