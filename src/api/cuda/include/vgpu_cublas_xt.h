/* cublasXt.h, cuBLAS over several devices with matrices of the host: here one device does it, and each call waits.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cublas_v2.h"

typedef struct cublasXtContext* cublasXtHandle_t;
typedef enum {
  CUBLASXT_PINNING_DISABLED = 0,
  CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

VG_C_BEGIN
cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode);
cublasStatus_t cublasXtSgemm(cublasXtHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, size_t m, size_t n, size_t k,
                             const float* alpha, const float* A, size_t lda, const float* B,
                             size_t ldb, const float* beta, float* C, size_t ldc);
cublasStatus_t cublasXtSsymm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             size_t m, size_t n, const float* alpha, const float* A, size_t lda,
                             const float* B, size_t ldb, const float* beta, float* C, size_t ldc);
cublasStatus_t cublasXtSsyrk(cublasXtHandle_t handle, cublasFillMode_t uplo,
                             cublasOperation_t trans, size_t n, size_t k, const float* alpha,
                             const float* A, size_t lda, const float* beta, float* C, size_t ldc);
cublasStatus_t cublasXtSsyr2k(cublasXtHandle_t handle, cublasFillMode_t uplo,
                              cublasOperation_t trans, size_t n, size_t k, const float* alpha,
                              const float* A, size_t lda, const float* B, size_t ldb,
                              const float* beta, float* C, size_t ldc);
cublasStatus_t cublasXtStrsm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const float* alpha, const float* A, size_t lda, float* B, size_t ldb);
cublasStatus_t cublasXtStrmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const float* alpha, const float* A, size_t lda, const float* B,
                             size_t ldb, float* C, size_t ldc);
cublasStatus_t cublasXtDgemm(cublasXtHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, size_t m, size_t n, size_t k,
                             const double* alpha, const double* A, size_t lda, const double* B,
                             size_t ldb, const double* beta, double* C, size_t ldc);
cublasStatus_t cublasXtDsymm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             size_t m, size_t n, const double* alpha, const double* A, size_t lda,
                             const double* B, size_t ldb, const double* beta, double* C,
                             size_t ldc);
cublasStatus_t cublasXtDsyrk(cublasXtHandle_t handle, cublasFillMode_t uplo,
                             cublasOperation_t trans, size_t n, size_t k, const double* alpha,
                             const double* A, size_t lda, const double* beta, double* C,
                             size_t ldc);
cublasStatus_t cublasXtDsyr2k(cublasXtHandle_t handle, cublasFillMode_t uplo,
                              cublasOperation_t trans, size_t n, size_t k, const double* alpha,
                              const double* A, size_t lda, const double* B, size_t ldb,
                              const double* beta, double* C, size_t ldc);
cublasStatus_t cublasXtDtrsm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const double* alpha, const double* A, size_t lda, double* B,
                             size_t ldb);
cublasStatus_t cublasXtDtrmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const double* alpha, const double* A, size_t lda, const double* B,
                             size_t ldb, double* C, size_t ldc);
cublasStatus_t cublasXtCgemm(cublasXtHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, size_t m, size_t n, size_t k,
                             const cuComplex* alpha, const cuComplex* A, size_t lda,
                             const cuComplex* B, size_t ldb, const cuComplex* beta, cuComplex* C,
                             size_t ldc);
cublasStatus_t cublasXtCsymm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             size_t m, size_t n, const cuComplex* alpha, const cuComplex* A,
                             size_t lda, const cuComplex* B, size_t ldb, const cuComplex* beta,
                             cuComplex* C, size_t ldc);
cublasStatus_t cublasXtCsyrk(cublasXtHandle_t handle, cublasFillMode_t uplo,
                             cublasOperation_t trans, size_t n, size_t k, const cuComplex* alpha,
                             const cuComplex* A, size_t lda, const cuComplex* beta, cuComplex* C,
                             size_t ldc);
cublasStatus_t cublasXtCsyr2k(cublasXtHandle_t handle, cublasFillMode_t uplo,
                              cublasOperation_t trans, size_t n, size_t k, const cuComplex* alpha,
                              const cuComplex* A, size_t lda, const cuComplex* B, size_t ldb,
                              const cuComplex* beta, cuComplex* C, size_t ldc);
cublasStatus_t cublasXtCtrsm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const cuComplex* alpha, const cuComplex* A, size_t lda, cuComplex* B,
                             size_t ldb);
cublasStatus_t cublasXtCtrmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const cuComplex* alpha, const cuComplex* A, size_t lda,
                             const cuComplex* B, size_t ldb, cuComplex* C, size_t ldc);
cublasStatus_t cublasXtZgemm(cublasXtHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, size_t m, size_t n, size_t k,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* A, size_t lda,
                             const cuDoubleComplex* B, size_t ldb, const cuDoubleComplex* beta,
                             cuDoubleComplex* C, size_t ldc);
cublasStatus_t cublasXtZsymm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             size_t m, size_t n, const cuDoubleComplex* alpha,
                             const cuDoubleComplex* A, size_t lda, const cuDoubleComplex* B,
                             size_t ldb, const cuDoubleComplex* beta, cuDoubleComplex* C,
                             size_t ldc);
cublasStatus_t cublasXtZsyrk(cublasXtHandle_t handle, cublasFillMode_t uplo,
                             cublasOperation_t trans, size_t n, size_t k,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* A, size_t lda,
                             const cuDoubleComplex* beta, cuDoubleComplex* C, size_t ldc);
cublasStatus_t cublasXtZsyr2k(cublasXtHandle_t handle, cublasFillMode_t uplo,
                              cublasOperation_t trans, size_t n, size_t k,
                              const cuDoubleComplex* alpha, const cuDoubleComplex* A, size_t lda,
                              const cuDoubleComplex* B, size_t ldb, const cuDoubleComplex* beta,
                              cuDoubleComplex* C, size_t ldc);
cublasStatus_t cublasXtZtrsm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* A, size_t lda,
                             cuDoubleComplex* B, size_t ldb);
cublasStatus_t cublasXtZtrmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* A, size_t lda,
                             const cuDoubleComplex* B, size_t ldb, cuDoubleComplex* C, size_t ldc);
VG_C_END

#endif
