/* LU and Cholesky's factors and systems of equations with them. `pivots` may be null: then rows stay.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_FACTORS_H
#define VGPU_SOLVER_FACTORS_H

#include "vgpu_solver/handle.h"

VG_C_BEGIN
cusolverStatus_t cusolverDnSgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n, float* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnSgetrf(cusolverDnHandle_t handle, int m, int n, float* A, int lda,
                                  float* work, int* pivots, int* info);
cusolverStatus_t cusolverDnSgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                                  int nrhs, const float* A, int lda, const int* pivots, float* B,
                                  int ldb, int* info);
cusolverStatus_t cusolverDnSpotrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, float* A, int lda, int* lwork);
cusolverStatus_t cusolverDnSpotrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, float* A,
                                  int lda, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnSpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                  const float* A, int lda, float* B, int ldb, int* info);
cusolverStatus_t cusolverDnSpotri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, float* A, int lda, int* lwork);
cusolverStatus_t cusolverDnSpotri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, float* A,
                                  int lda, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnDgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n, double* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnDgetrf(cusolverDnHandle_t handle, int m, int n, double* A, int lda,
                                  double* work, int* pivots, int* info);
cusolverStatus_t cusolverDnDgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                                  int nrhs, const double* A, int lda, const int* pivots, double* B,
                                  int ldb, int* info);
cusolverStatus_t cusolverDnDpotrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, double* A, int lda, int* lwork);
cusolverStatus_t cusolverDnDpotrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  double* A, int lda, double* work, int lwork, int* info);
cusolverStatus_t cusolverDnDpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                  const double* A, int lda, double* B, int ldb, int* info);
cusolverStatus_t cusolverDnDpotri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, double* A, int lda, int* lwork);
cusolverStatus_t cusolverDnDpotri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  double* A, int lda, double* work, int lwork, int* info);
cusolverStatus_t cusolverDnCgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n, cuComplex* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnCgetrf(cusolverDnHandle_t handle, int m, int n, cuComplex* A, int lda,
                                  cuComplex* work, int* pivots, int* info);
cusolverStatus_t cusolverDnCgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                                  int nrhs, const cuComplex* A, int lda, const int* pivots,
                                  cuComplex* B, int ldb, int* info);
cusolverStatus_t cusolverDnCpotrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, cuComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnCpotrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnCpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                  const cuComplex* A, int lda, cuComplex* B, int ldb, int* info);
cusolverStatus_t cusolverDnCpotri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, cuComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnCpotri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnZgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n,
                                             cuDoubleComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnZgetrf(cusolverDnHandle_t handle, int m, int n, cuDoubleComplex* A,
                                  int lda, cuDoubleComplex* work, int* pivots, int* info);
cusolverStatus_t cusolverDnZgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                                  int nrhs, const cuDoubleComplex* A, int lda, const int* pivots,
                                  cuDoubleComplex* B, int ldb, int* info);
cusolverStatus_t cusolverDnZpotrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, cuDoubleComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnZpotrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, cuDoubleComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnZpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                  const cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb,
                                  int* info);
cusolverStatus_t cusolverDnZpotri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, cuDoubleComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnZpotri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, cuDoubleComplex* work, int lwork,
                                  int* info);
VG_C_END

#endif
