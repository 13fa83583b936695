/* Factors with an orthogonal or unitary matrix, which is kept as its reflectors.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_ORTHOGONAL_H
#define VGPU_SOLVER_ORTHOGONAL_H

#include "vgpu_solver/handle.h"

VG_C_BEGIN
cusolverStatus_t cusolverDnSgeqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, float* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnSgeqrf(cusolverDnHandle_t handle, int m, int n, float* A, int lda,
                                  float* tau, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnSormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,
                                             cublasOperation_t trans, int m, int n, int k,
                                             const float* A, int lda, const float* tau,
                                             const float* C, int ldc, int* lwork);
cusolverStatus_t cusolverDnSormqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                                  cublasOperation_t trans, int m, int n, int k, const float* A,
                                  int lda, const float* tau, float* C, int ldc, float* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnSorgqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,
                                             const float* A, int lda, const float* tau, int* lwork);
cusolverStatus_t cusolverDnSorgqr(cusolverDnHandle_t handle, int m, int n, int k, float* A, int lda,
                                  const float* tau, float* work, int lwork, int* info);
cusolverStatus_t cusolverDnDgeqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, double* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnDgeqrf(cusolverDnHandle_t handle, int m, int n, double* A, int lda,
                                  double* tau, double* work, int lwork, int* info);
cusolverStatus_t cusolverDnDormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,
                                             cublasOperation_t trans, int m, int n, int k,
                                             const double* A, int lda, const double* tau,
                                             const double* C, int ldc, int* lwork);
cusolverStatus_t cusolverDnDormqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                                  cublasOperation_t trans, int m, int n, int k, const double* A,
                                  int lda, const double* tau, double* C, int ldc, double* work,
                                  int lwork, int* info);
cusolverStatus_t cusolverDnDorgqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,
                                             const double* A, int lda, const double* tau,
                                             int* lwork);
cusolverStatus_t cusolverDnDorgqr(cusolverDnHandle_t handle, int m, int n, int k, double* A,
                                  int lda, const double* tau, double* work, int lwork, int* info);
cusolverStatus_t cusolverDnCgeqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, cuComplex* A,
                                             int lda, int* lwork);
cusolverStatus_t cusolverDnCgeqrf(cusolverDnHandle_t handle, int m, int n, cuComplex* A, int lda,
                                  cuComplex* tau, cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnCunmqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,
                                             cublasOperation_t trans, int m, int n, int k,
                                             const cuComplex* A, int lda, const cuComplex* tau,
                                             const cuComplex* C, int ldc, int* lwork);
cusolverStatus_t cusolverDnCunmqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                                  cublasOperation_t trans, int m, int n, int k, const cuComplex* A,
                                  int lda, const cuComplex* tau, cuComplex* C, int ldc,
                                  cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnCungqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,
                                             const cuComplex* A, int lda, const cuComplex* tau,
                                             int* lwork);
cusolverStatus_t cusolverDnCungqr(cusolverDnHandle_t handle, int m, int n, int k, cuComplex* A,
                                  int lda, const cuComplex* tau, cuComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnZgeqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,
                                             cuDoubleComplex* A, int lda, int* lwork);
cusolverStatus_t cusolverDnZgeqrf(cusolverDnHandle_t handle, int m, int n, cuDoubleComplex* A,
                                  int lda, cuDoubleComplex* tau, cuDoubleComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnZunmqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,
                                             cublasOperation_t trans, int m, int n, int k,
                                             const cuDoubleComplex* A, int lda,
                                             const cuDoubleComplex* tau, const cuDoubleComplex* C,
                                             int ldc, int* lwork);
cusolverStatus_t cusolverDnZunmqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                                  cublasOperation_t trans, int m, int n, int k,
                                  const cuDoubleComplex* A, int lda, const cuDoubleComplex* tau,
                                  cuDoubleComplex* C, int ldc, cuDoubleComplex* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnZungqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,
                                             const cuDoubleComplex* A, int lda,
                                             const cuDoubleComplex* tau, int* lwork);
cusolverStatus_t cusolverDnZungqr(cusolverDnHandle_t handle, int m, int n, int k,
                                  cuDoubleComplex* A, int lda, const cuDoubleComplex* tau,
                                  cuDoubleComplex* work, int lwork, int* info);
VG_C_END

#endif
