/* Eigenvalues of Hermitian matrices by their number, counted from 1, or within (vl, vu]; and those of A x = lambda B x.
 *
 * How many there are is known when the call returns. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_RANGES_H
#define VGPU_SOLVER_RANGES_H

#include "vgpu_solver/spectral.h"
#include "vgpu_solver/typed.h"

#define VG_WANTED cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo
#define VG_RANGE(R) R vl, R vu, int il, int iu, int *found
#define VG_SIZE(T, R)                                                                        \
  cusolverDnHandle_t handle, VG_WANTED, int n, const T *A, int lda, VG_RANGE(R), const R *W, \
      int *lwork
#define VG_VALUES(T, R)                                                                   \
  cusolverDnHandle_t handle, VG_WANTED, int n, T *A, int lda, VG_RANGE(R), R *W, T *work, \
      int lwork, int *info
#define VG_PAIR_SIZE(T, R)                                                                   \
  cusolverDnHandle_t handle, cusolverEigType_t itype, VG_WANTED, int n, const T *A, int lda, \
      const T *B, int ldb, VG_RANGE(R), const R *W, int *lwork
#define VG_PAIR(T, R)                                                                        \
  cusolverDnHandle_t handle, cusolverEigType_t itype, VG_WANTED, int n, T *A, int lda, T *B, \
      int ldb, VG_RANGE(R), R *W, T *work, int lwork, int *info
#define VG_JACOBI_SIZE(T, R)                                                              \
  cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,             \
      cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W, \
      int *lwork, syevjInfo_t params
#define VG_JACOBI(T, R)                                                                     \
  cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,               \
      cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work, int lwork, \
      int *info, syevjInfo_t params

VG_C_BEGIN
cusolverStatus_t cusolverDnSsyevdx_bufferSize(VG_SIZE(float, float));
cusolverStatus_t cusolverDnSsyevdx(VG_VALUES(float, float));
cusolverStatus_t cusolverDnSsygvdx_bufferSize(VG_PAIR_SIZE(float, float));
cusolverStatus_t cusolverDnSsygvdx(VG_PAIR(float, float));
cusolverStatus_t cusolverDnSsygvj_bufferSize(VG_JACOBI_SIZE(float, float));
cusolverStatus_t cusolverDnSsygvj(VG_JACOBI(float, float));
cusolverStatus_t cusolverDnDsyevdx_bufferSize(VG_SIZE(double, double));
cusolverStatus_t cusolverDnDsyevdx(VG_VALUES(double, double));
cusolverStatus_t cusolverDnDsygvdx_bufferSize(VG_PAIR_SIZE(double, double));
cusolverStatus_t cusolverDnDsygvdx(VG_PAIR(double, double));
cusolverStatus_t cusolverDnDsygvj_bufferSize(VG_JACOBI_SIZE(double, double));
cusolverStatus_t cusolverDnDsygvj(VG_JACOBI(double, double));
cusolverStatus_t cusolverDnCheevdx_bufferSize(VG_SIZE(cuComplex, float));
cusolverStatus_t cusolverDnCheevdx(VG_VALUES(cuComplex, float));
cusolverStatus_t cusolverDnChegvdx_bufferSize(VG_PAIR_SIZE(cuComplex, float));
cusolverStatus_t cusolverDnChegvdx(VG_PAIR(cuComplex, float));
cusolverStatus_t cusolverDnChegvj_bufferSize(VG_JACOBI_SIZE(cuComplex, float));
cusolverStatus_t cusolverDnChegvj(VG_JACOBI(cuComplex, float));
cusolverStatus_t cusolverDnZheevdx_bufferSize(VG_SIZE(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZheevdx(VG_VALUES(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZhegvdx_bufferSize(VG_PAIR_SIZE(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZhegvdx(VG_PAIR(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZhegvj_bufferSize(VG_JACOBI_SIZE(cuDoubleComplex, double));
cusolverStatus_t cusolverDnZhegvj(VG_JACOBI(cuDoubleComplex, double));
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              VG_WANTED, int64_t n, cudaDataType typeA,
                                              const void* A, int64_t lda, void* vl, void* vu,
                                              int64_t il, int64_t iu, int64_t* found,
                                              cudaDataType typeW, const void* W,
                                              cudaDataType computeType, size_t* deviceBytes,
                                              size_t* hostBytes);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params, VG_WANTED,
                                   int64_t n, cudaDataType typeA, void* A, int64_t lda, void* vl,
                                   void* vu, int64_t il, int64_t iu, int64_t* found,
                                   cudaDataType typeW, void* W, cudaDataType computeType,
                                   void* deviceBuffer, size_t deviceBytes, void* hostBuffer,
                                   size_t hostBytes, int* info);
VG_C_END

#undef VG_WANTED
#undef VG_RANGE
#undef VG_SIZE
#undef VG_VALUES
#undef VG_PAIR_SIZE
#undef VG_PAIR
#undef VG_JACOBI_SIZE
#undef VG_JACOBI

#endif
