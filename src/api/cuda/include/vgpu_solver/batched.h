/* Many small matrices at once: Cholesky's factors, eigenvalues, singular values. Lists are memory of the device.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_BATCHED_H
#define VGPU_SOLVER_BATCHED_H

#include "vgpu_solver/spectral.h"

VG_C_BEGIN
cusolverStatus_t cusolverDnSpotrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         float* A[], int lda, int* info, int batchSize);
cusolverStatus_t cusolverDnSpotrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         int nrhs, float* A[], int lda, float* B[], int ldb,
                                         int* info, int batchSize);
cusolverStatus_t cusolverDnSsyevjBatched_bufferSize(cusolverDnHandle_t handle,
                                                    cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                                    int n, const float* A, int lda, const float* W,
                                                    int* lwork, syevjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnSsyevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                         cublasFillMode_t uplo, int n, float* A, int lda, float* W,
                                         float* work, int lwork, int* info, syevjInfo_t params,
                                         int batchSize);
cusolverStatus_t cusolverDnSgesvdjBatched_bufferSize(cusolverDnHandle_t handle,
                                                     cusolverEigMode_t jobz, int m, int n,
                                                     const float* A, int lda, const float* S,
                                                     const float* U, int ldu, const float* V,
                                                     int ldv, int* lwork, gesvdjInfo_t params,
                                                     int batchSize);
cusolverStatus_t cusolverDnSgesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m,
                                          int n, float* A, int lda, float* S, float* U, int ldu,
                                          float* V, int ldv, float* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnDpotrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         double* A[], int lda, int* info, int batchSize);
cusolverStatus_t cusolverDnDpotrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         int nrhs, double* A[], int lda, double* B[], int ldb,
                                         int* info, int batchSize);
cusolverStatus_t cusolverDnDsyevjBatched_bufferSize(cusolverDnHandle_t handle,
                                                    cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                                    int n, const double* A, int lda,
                                                    const double* W, int* lwork, syevjInfo_t params,
                                                    int batchSize);
cusolverStatus_t cusolverDnDsyevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                         cublasFillMode_t uplo, int n, double* A, int lda,
                                         double* W, double* work, int lwork, int* info,
                                         syevjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnDgesvdjBatched_bufferSize(cusolverDnHandle_t handle,
                                                     cusolverEigMode_t jobz, int m, int n,
                                                     const double* A, int lda, const double* S,
                                                     const double* U, int ldu, const double* V,
                                                     int ldv, int* lwork, gesvdjInfo_t params,
                                                     int batchSize);
cusolverStatus_t cusolverDnDgesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m,
                                          int n, double* A, int lda, double* S, double* U, int ldu,
                                          double* V, int ldv, double* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnCpotrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         cuComplex* A[], int lda, int* info, int batchSize);
cusolverStatus_t cusolverDnCpotrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         int nrhs, cuComplex* A[], int lda, cuComplex* B[], int ldb,
                                         int* info, int batchSize);
cusolverStatus_t cusolverDnCheevjBatched_bufferSize(cusolverDnHandle_t handle,
                                                    cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                                    int n, const cuComplex* A, int lda,
                                                    const float* W, int* lwork, syevjInfo_t params,
                                                    int batchSize);
cusolverStatus_t cusolverDnCheevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                         cublasFillMode_t uplo, int n, cuComplex* A, int lda,
                                         float* W, cuComplex* work, int lwork, int* info,
                                         syevjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnCgesvdjBatched_bufferSize(cusolverDnHandle_t handle,
                                                     cusolverEigMode_t jobz, int m, int n,
                                                     const cuComplex* A, int lda, const float* S,
                                                     const cuComplex* U, int ldu,
                                                     const cuComplex* V, int ldv, int* lwork,
                                                     gesvdjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnCgesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m,
                                          int n, cuComplex* A, int lda, float* S, cuComplex* U,
                                          int ldu, cuComplex* V, int ldv, cuComplex* work,
                                          int lwork, int* info, gesvdjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnZpotrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         cuDoubleComplex* A[], int lda, int* info, int batchSize);
cusolverStatus_t cusolverDnZpotrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                         int nrhs, cuDoubleComplex* A[], int lda,
                                         cuDoubleComplex* B[], int ldb, int* info, int batchSize);
cusolverStatus_t cusolverDnZheevjBatched_bufferSize(cusolverDnHandle_t handle,
                                                    cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                                    int n, const cuDoubleComplex* A, int lda,
                                                    const double* W, int* lwork, syevjInfo_t params,
                                                    int batchSize);
cusolverStatus_t cusolverDnZheevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                         cublasFillMode_t uplo, int n, cuDoubleComplex* A, int lda,
                                         double* W, cuDoubleComplex* work, int lwork, int* info,
                                         syevjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnZgesvdjBatched_bufferSize(
    cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const cuDoubleComplex* A,
    int lda, const double* S, const cuDoubleComplex* U, int ldu, const cuDoubleComplex* V, int ldv,
    int* lwork, gesvdjInfo_t params, int batchSize);
cusolverStatus_t cusolverDnZgesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m,
                                          int n, cuDoubleComplex* A, int lda, double* S,
                                          cuDoubleComplex* U, int ldu, cuDoubleComplex* V, int ldv,
                                          cuDoubleComplex* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batchSize);
VG_C_END

#endif
