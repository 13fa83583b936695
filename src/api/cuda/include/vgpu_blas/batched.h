/* Many small systems of equations at once: factors, solutions and inverses.
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
cublasStatus_t cublasDtrsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, int m, int n, const double* alpha,
                                  const double* const A[], int lda, double* const B[], int ldb,
                                  int batchCount);
cublasStatus_t cublasSgetrfBatched(cublasHandle_t handle, int n, float* const A[], int lda,
                                   int* pivots, int* info, int batchCount);
cublasStatus_t cublasDgetrfBatched(cublasHandle_t handle, int n, double* const A[], int lda,
                                   int* pivots, int* info, int batchCount);
cublasStatus_t cublasSgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const float* const A[], int lda, const int* pivots,
                                   float* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasDgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                   const double* const A[], int lda, const int* pivots,
                                   double* const B[], int ldb, int* info, int batchCount);
cublasStatus_t cublasSgetriBatched(cublasHandle_t handle, int n, const float* const A[], int lda,
                                   const int* pivots, float* const C[], int ldc, int* info,
                                   int batchCount);
cublasStatus_t cublasDgetriBatched(cublasHandle_t handle, int n, const double* const A[], int lda,
                                   const int* pivots, double* const C[], int ldc, int* info,
                                   int batchCount);
cublasStatus_t cublasSmatinvBatched(cublasHandle_t handle, int n, const float* const A[], int lda,
                                    float* const C[], int ldc, int* info, int batchCount);
cublasStatus_t cublasDmatinvBatched(cublasHandle_t handle, int n, const double* const A[], int lda,
                                    double* const C[], int ldc, int* info, int batchCount);
VG_C_END

#endif
