/* Symmetric matrices by pivots, and forms of few diagonals.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_FORMS_H
#define VGPU_SOLVER_FORMS_H

#include "vgpu_solver/typed.h"

VG_C_BEGIN
cusolverStatus_t cusolverDnSsytrf_bufferSize(cusolverDnHandle_t handle, int n, float* A, int lda,
                                             int* lwork);
cusolverStatus_t cusolverDnSsytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, float* A,
                                  int lda, int* ipiv, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnSsytrd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const float* A, int lda, const float* d,
                                             const float* e, const float* tau, int* lwork);
cusolverStatus_t cusolverDnSsytrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, float* A,
                                  int lda, float* d, float* e, float* tau, float* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnSorgtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const float* A, int lda, const float* tau,
                                             int* lwork);
cusolverStatus_t cusolverDnSorgtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, float* A,
                                  int lda, const float* tau, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnSgebrd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnSgebrd(cusolverDnHandle_t handle, int m, int n, float* A, int lda,
                                  float* d, float* e, float* tauq, float* taup, float* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnDsytrf_bufferSize(cusolverDnHandle_t handle, int n, double* A, int lda,
                                             int* lwork);
cusolverStatus_t cusolverDnDsytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  double* A, int lda, int* ipiv, double* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnDsytrd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const double* A, int lda, const double* d,
                                             const double* e, const double* tau, int* lwork);
cusolverStatus_t cusolverDnDsytrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  double* A, int lda, double* d, double* e, double* tau,
                                  double* work, int lwork, int* info);
cusolverStatus_t cusolverDnDorgtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const double* A, int lda, const double* tau,
                                             int* lwork);
cusolverStatus_t cusolverDnDorgtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  double* A, int lda, const double* tau, double* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnDgebrd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnDgebrd(cusolverDnHandle_t handle, int m, int n, double* A, int lda,
                                  double* d, double* e, double* tauq, double* taup, double* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnCsytrf_bufferSize(cusolverDnHandle_t handle, int n, cuComplex* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnCsytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, int* ipiv, cuComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnChetrd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const cuComplex* A, int lda, const float* d,
                                             const float* e, const cuComplex* tau, int* lwork);
cusolverStatus_t cusolverDnChetrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, float* d, float* e, cuComplex* tau,
                                  cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnCungtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const cuComplex* A, int lda,
                                             const cuComplex* tau, int* lwork);
cusolverStatus_t cusolverDnCungtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, const cuComplex* tau, cuComplex* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnCgebrd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnCgebrd(cusolverDnHandle_t handle, int m, int n, cuComplex* A, int lda,
                                  float* d, float* e, cuComplex* tauq, cuComplex* taup,
                                  cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnZsytrf_bufferSize(cusolverDnHandle_t handle, int n, cuDoubleComplex* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnZsytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, int* ipiv, cuDoubleComplex* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnZhetrd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const cuDoubleComplex* A, int lda,
                                             const double* d, const double* e,
                                             const cuDoubleComplex* tau, int* lwork);
cusolverStatus_t cusolverDnZhetrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, double* d, double* e,
                                  cuDoubleComplex* tau, cuDoubleComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnZungtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int n, const cuDoubleComplex* A, int lda,
                                             const cuDoubleComplex* tau, int* lwork);
cusolverStatus_t cusolverDnZungtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, const cuDoubleComplex* tau,
                                  cuDoubleComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnZgebrd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* lwork);
cusolverStatus_t cusolverDnZgebrd(cusolverDnHandle_t handle, int m, int n, cuDoubleComplex* A,
                                  int lda, double* d, double* e, cuDoubleComplex* tauq,
                                  cuDoubleComplex* taup, cuDoubleComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             int64_t n, int64_t nrhs, cudaDataType typeA,
                                             const void* A, int64_t lda, const int64_t* ipiv,
                                             cudaDataType typeB, void* B, int64_t ldb,
                                             size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType typeA, const void* A, int64_t lda,
                                  const int64_t* ipiv, cudaDataType typeB, void* B, int64_t ldb,
                                  void* device, size_t deviceBytes, void* host, size_t hostBytes,
                                  int* info);
VG_C_END

#endif
