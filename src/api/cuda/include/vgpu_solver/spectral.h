/* Eigenvalues of symmetric and Hermitian matrices, rising; singular values of any, falling.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_SPECTRAL_H
#define VGPU_SOLVER_SPECTRAL_H

#include "vgpu_solver/handle.h"

typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;

VG_C_BEGIN
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t* info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort);
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                             double* residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info,
                                           int* sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort);
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                              double* residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                            int* sweeps);
cusolverStatus_t cusolverDnSsyevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const float* A, int lda,
                                             const float* W, int* lwork);
cusolverStatus_t cusolverDnSsyevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, float* A, int lda, float* W,
                                  float* work, int lwork, int* info);
cusolverStatus_t cusolverDnSsyevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const float* A, int lda,
                                             const float* W, int* lwork, syevjInfo_t params);
cusolverStatus_t cusolverDnSsyevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, float* A, int lda, float* W,
                                  float* work, int lwork, int* info, syevjInfo_t params);
cusolverStatus_t cusolverDnSgesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnSgesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, float* A, int lda, float* S, float* U, int ldu,
                                  float* VT, int ldvt, float* work, int lwork, float* rwork,
                                  int* info);
cusolverStatus_t cusolverDnSgesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              int econ, int m, int n, const float* A, int lda,
                                              const float* S, const float* U, int ldu,
                                              const float* V, int ldv, int* lwork,
                                              gesvdjInfo_t params);
cusolverStatus_t cusolverDnSgesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,
                                   int m, int n, float* A, int lda, float* S, float* U, int ldu,
                                   float* V, int ldv, float* work, int lwork, int* info,
                                   gesvdjInfo_t params);
cusolverStatus_t cusolverDnDsyevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const double* A, int lda,
                                             const double* W, int* lwork);
cusolverStatus_t cusolverDnDsyevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, double* A, int lda, double* W,
                                  double* work, int lwork, int* info);
cusolverStatus_t cusolverDnDsyevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const double* A, int lda,
                                             const double* W, int* lwork, syevjInfo_t params);
cusolverStatus_t cusolverDnDsyevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, double* A, int lda, double* W,
                                  double* work, int lwork, int* info, syevjInfo_t params);
cusolverStatus_t cusolverDnDgesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnDgesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, double* A, int lda, double* S, double* U, int ldu,
                                  double* VT, int ldvt, double* work, int lwork, double* rwork,
                                  int* info);
cusolverStatus_t cusolverDnDgesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              int econ, int m, int n, const double* A, int lda,
                                              const double* S, const double* U, int ldu,
                                              const double* V, int ldv, int* lwork,
                                              gesvdjInfo_t params);
cusolverStatus_t cusolverDnDgesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,
                                   int m, int n, double* A, int lda, double* S, double* U, int ldu,
                                   double* V, int ldv, double* work, int lwork, int* info,
                                   gesvdjInfo_t params);
cusolverStatus_t cusolverDnCheevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const cuComplex* A,
                                             int lda, const float* W, int* lwork);
cusolverStatus_t cusolverDnCheevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, cuComplex* A, int lda, float* W,
                                  cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnCheevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const cuComplex* A,
                                             int lda, const float* W, int* lwork,
                                             syevjInfo_t params);
cusolverStatus_t cusolverDnCheevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, cuComplex* A, int lda, float* W,
                                  cuComplex* work, int lwork, int* info, syevjInfo_t params);
cusolverStatus_t cusolverDnCgesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnCgesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, cuComplex* A, int lda, float* S, cuComplex* U,
                                  int ldu, cuComplex* VT, int ldvt, cuComplex* work, int lwork,
                                  float* rwork, int* info);
cusolverStatus_t cusolverDnCgesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              int econ, int m, int n, const cuComplex* A, int lda,
                                              const float* S, const cuComplex* U, int ldu,
                                              const cuComplex* V, int ldv, int* lwork,
                                              gesvdjInfo_t params);
cusolverStatus_t cusolverDnCgesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,
                                   int m, int n, cuComplex* A, int lda, float* S, cuComplex* U,
                                   int ldu, cuComplex* V, int ldv, cuComplex* work, int lwork,
                                   int* info, gesvdjInfo_t params);
cusolverStatus_t cusolverDnZheevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const cuDoubleComplex* A,
                                             int lda, const double* W, int* lwork);
cusolverStatus_t cusolverDnZheevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, cuDoubleComplex* A, int lda,
                                  double* W, cuDoubleComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnZheevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int n, const cuDoubleComplex* A,
                                             int lda, const double* W, int* lwork,
                                             syevjInfo_t params);
cusolverStatus_t cusolverDnZheevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int n, cuDoubleComplex* A, int lda,
                                  double* W, cuDoubleComplex* work, int lwork, int* info,
                                  syevjInfo_t params);
cusolverStatus_t cusolverDnZgesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnZgesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, cuDoubleComplex* A, int lda, double* S,
                                  cuDoubleComplex* U, int ldu, cuDoubleComplex* VT, int ldvt,
                                  cuDoubleComplex* work, int lwork, double* rwork, int* info);
cusolverStatus_t cusolverDnZgesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              int econ, int m, int n, const cuDoubleComplex* A,
                                              int lda, const double* S, const cuDoubleComplex* U,
                                              int ldu, const cuDoubleComplex* V, int ldv,
                                              int* lwork, gesvdjInfo_t params);
cusolverStatus_t cusolverDnZgesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,
                                   int m, int n, cuDoubleComplex* A, int lda, double* S,
                                   cuDoubleComplex* U, int ldu, cuDoubleComplex* V, int ldv,
                                   cuDoubleComplex* work, int lwork, int* info,
                                   gesvdjInfo_t params);
VG_C_END

#endif
