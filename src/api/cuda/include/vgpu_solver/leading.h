/* The first singular values, with vectors: of batches, by polar decomposition, from random starts; inverses of triangles.
 *
 * All are exact to rounding here. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_LEADING_H
#define VGPU_SOLVER_LEADING_H

#include "vgpu_solver/typed.h"

#define VG_SIZE(T, R)                                                                             \
  cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, \
      long long strideA, const R *S, long long strideS, const T *U, int ldu, long long strideU,   \
      const T *V, int ldv, long long strideV, int *lwork, int count
#define VG_VALUES(T, R)                                                                            \
  cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda,  \
      long long strideA, R *S, long long strideS, T *U, int ldu, long long strideU, T *V, int ldv, \
      long long strideV, T *work, int lwork, int *info, double *residuals, int count

VG_C_BEGIN
cusolverStatus_t cusolverDnSgesvdaStridedBatched_bufferSize(VG_SIZE(float, float));
cusolverStatus_t cusolverDnSgesvdaStridedBatched(VG_VALUES(float, float));
cusolverStatus_t cusolverDnDgesvdaStridedBatched_bufferSize(VG_SIZE(double, double));
cusolverStatus_t cusolverDnDgesvdaStridedBatched(VG_VALUES(double, double));
cusolverStatus_t cusolverDnCgesvdaStridedBatched_bufferSize(VG_SIZE(cuComplex, float));
cusolverStatus_t cusolverDnCgesvdaStridedBatched(VG_VALUES(cuComplex, float));
cusolverStatus_t cusolverDnZgesvdaStridedBatched_bufferSize(VG_SIZE(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZgesvdaStridedBatched(VG_VALUES(cuDoubleComplex, double));
cusolverStatus_t cusolverDnXgesvdp_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ,
    int64_t m, int64_t n, cudaDataType typeA, const void* A, int64_t lda, cudaDataType typeS,
    const void* S, cudaDataType typeU, const void* U, int64_t ldu, cudaDataType typeV,
    const void* V, int64_t ldv, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                   cudaDataType typeA, void* A, int64_t lda, cudaDataType typeS,
                                   void* S, cudaDataType typeU, void* U, int64_t ldu,
                                   cudaDataType typeV, void* V, int64_t ldv,
                                   cudaDataType computeType, void* deviceBuffer, size_t deviceBytes,
                                   void* hostBuffer, size_t hostBytes, int* info, double* error);
cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              signed char jobu, signed char jobv, int64_t m,
                                              int64_t n, int64_t k, int64_t p, int64_t steps,
                                              cudaDataType typeA, const void* A, int64_t lda,
                                              cudaDataType typeS, const void* S, cudaDataType typeU,
                                              const void* U, int64_t ldu, cudaDataType typeV,
                                              const void* V, int64_t ldv, cudaDataType computeType,
                                              size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   signed char jobu, signed char jobv, int64_t m, int64_t n,
                                   int64_t k, int64_t p, int64_t steps, cudaDataType typeA, void* A,
                                   int64_t lda, cudaDataType typeS, void* S, cudaDataType typeU,
                                   void* U, int64_t ldu, cudaDataType typeV, void* V, int64_t ldv,
                                   cudaDataType computeType, void* deviceBuffer, size_t deviceBytes,
                                   void* hostBuffer, size_t hostBytes, int* info);
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType typeA,
                                             void* A, int64_t lda, size_t* deviceBytes,
                                             size_t* hostBytes);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType typeA, void* A,
                                  int64_t lda, void* deviceBuffer, size_t deviceBytes,
                                  void* hostBuffer, size_t hostBytes, int* info);
VG_C_END

#undef VG_SIZE
#undef VG_VALUES

#endif
