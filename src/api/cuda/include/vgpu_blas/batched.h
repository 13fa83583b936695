/* Many small systems of equations at once: factors, solutions, inverses and least squares.
 *
 * Lists of matrices are memory of the device. Pivots count from 1, n for each matrix; without them rows stay.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_BATCHED_H
#define VGPU_BLAS_BATCHED_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasStrsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, int m, int n, const float* alpha,
                                  const float* const A[], int lda, float* const B[], int ldb,
                                  int batchCount);
cublasStatus_t cublasSgetrfBatched(cublasHandle_t handle, int n, float* const A[], int lda,
                                   int* pivots, int* info, int batchCount);
cublasStatus_t cublasSgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const float* const A[], int lda, const int* pivots,
                                   float* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasSgetriBatched(cublasHandle_t handle, int n, const float* const A[], int lda,
                                   const int* pivots, float* const C[], int ldc, int* info,
                                   int batchCount);
cublasStatus_t cublasSmatinvBatched(cublasHandle_t handle, int n, const float* const A[], int lda,
                                    float* const C[], int ldc, int* info, int batchCount);
cublasStatus_t cublasSgeqrfBatched(cublasHandle_t handle, int m, int n, float* const A[], int lda,
                                   float* const tau[], int* info, int batchCount);
cublasStatus_t cublasSgelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  int nrhs, float* const A[], int lda, float* const C[], int ldc,
                                  int* info, int* deviceInfo, int batchCount);
cublasStatus_t cublasDtrsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, int m, int n, const double* alpha,
                                  const double* const A[], int lda, double* const B[], int ldb,
                                  int batchCount);
cublasStatus_t cublasDgetrfBatched(cublasHandle_t handle, int n, double* const A[], int lda,
                                   int* pivots, int* info, int batchCount);
cublasStatus_t cublasDgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const double* const A[], int lda, const int* pivots,
                                   double* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasDgetriBatched(cublasHandle_t handle, int n, const double* const A[], int lda,
                                   const int* pivots, double* const C[], int ldc, int* info,
                                   int batchCount);
cublasStatus_t cublasDmatinvBatched(cublasHandle_t handle, int n, const double* const A[], int lda,
                                    double* const C[], int ldc, int* info, int batchCount);
cublasStatus_t cublasDgeqrfBatched(cublasHandle_t handle, int m, int n, double* const A[], int lda,
                                   double* const tau[], int* info, int batchCount);
cublasStatus_t cublasDgelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  int nrhs, double* const A[], int lda, double* const C[], int ldc,
                                  int* info, int* deviceInfo, int batchCount);
cublasStatus_t cublasCtrsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, int m, int n, const cuComplex* alpha,
                                  const cuComplex* const A[], int lda, cuComplex* const B[],
                                  int ldb, int batchCount);
cublasStatus_t cublasCgetrfBatched(cublasHandle_t handle, int n, cuComplex* const A[], int lda,
                                   int* pivots, int* info, int batchCount);
cublasStatus_t cublasCgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const cuComplex* const A[], int lda, const int* pivots,
                                   cuComplex* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasCgetriBatched(cublasHandle_t handle, int n, const cuComplex* const A[],
                                   int lda, const int* pivots, cuComplex* const C[], int ldc,
                                   int* info, int batchCount);
cublasStatus_t cublasCmatinvBatched(cublasHandle_t handle, int n, const cuComplex* const A[],
                                    int lda, cuComplex* const C[], int ldc, int* info,
                                    int batchCount);
cublasStatus_t cublasCgeqrfBatched(cublasHandle_t handle, int m, int n, cuComplex* const A[],
                                   int lda, cuComplex* const tau[], int* info, int batchCount);
cublasStatus_t cublasCgelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  int nrhs, cuComplex* const A[], int lda, cuComplex* const C[],
                                  int ldc, int* info, int* deviceInfo, int batchCount);
cublasStatus_t cublasZtrsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, int m, int n, const cuDoubleComplex* alpha,
                                  const cuDoubleComplex* const A[], int lda,
                                  cuDoubleComplex* const B[], int ldb, int batchCount);
cublasStatus_t cublasZgetrfBatched(cublasHandle_t handle, int n, cuDoubleComplex* const A[],
                                   int lda, int* pivots, int* info, int batchCount);
cublasStatus_t cublasZgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const cuDoubleComplex* const A[], int lda, const int* pivots,
                                   cuDoubleComplex* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasZgetriBatched(cublasHandle_t handle, int n, const cuDoubleComplex* const A[],
                                   int lda, const int* pivots, cuDoubleComplex* const C[], int ldc,
                                   int* info, int batchCount);
cublasStatus_t cublasZmatinvBatched(cublasHandle_t handle, int n, const cuDoubleComplex* const A[],
                                    int lda, cuDoubleComplex* const C[], int ldc, int* info,
                                    int batchCount);
cublasStatus_t cublasZgeqrfBatched(cublasHandle_t handle, int m, int n, cuDoubleComplex* const A[],
                                   int lda, cuDoubleComplex* const tau[], int* info,
                                   int batchCount);
cublasStatus_t cublasZgelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                  int nrhs, cuDoubleComplex* const A[], int lda,
                                  cuDoubleComplex* const C[], int ldc, int* info, int* deviceInfo,
                                  int batchCount);
VG_C_END

#endif
