/* Functions for numbers of types that the call names, with sizes and pivots of 64 bits; and A x = lambda B x.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_TYPED_H
#define VGPU_SOLVER_TYPED_H

#include <stdint.h>

#include "vgpu_solver/handle.h"

typedef struct cusolverDnParams* cusolverDnParams_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;

VG_C_BEGIN
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType typeA,
                                             const void* A, int64_t lda, cudaDataType computeType,
                                             size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType typeA, void* A, int64_t lda,
                                  int64_t* pivots, cudaDataType computeType, void* deviceBuffer,
                                  size_t deviceBytes, void* hostBuffer, size_t hostBytes,
                                  int* info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType typeA, const void* A, int64_t lda,
                                  const int64_t* pivots, cudaDataType typeB, void* B, int64_t ldb,
                                  int* info);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType typeA,
                                             const void* A, int64_t lda, cudaDataType computeType,
                                             size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A,
                                  int64_t lda, cudaDataType computeType, void* deviceBuffer,
                                  size_t deviceBytes, void* hostBuffer, size_t hostBytes,
                                  int* info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType typeA, const void* A, int64_t lda,
                                  cudaDataType typeB, void* B, int64_t ldb, int* info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType typeA,
                                             const void* A, int64_t lda, cudaDataType typeTau,
                                             const void* tau, cudaDataType computeType,
                                             size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType typeA, void* A, int64_t lda,
                                  cudaDataType typeTau, void* tau, cudaDataType computeType,
                                  void* deviceBuffer, size_t deviceBytes, void* hostBuffer,
                                  size_t hostBytes, int* info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType typeA, const void* A,
                                             int64_t lda, cudaDataType typeW, const void* values,
                                             cudaDataType computeType, size_t* deviceBytes,
                                             size_t* hostBytes);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType typeA, void* A, int64_t lda, cudaDataType typeW,
                                  void* values, cudaDataType computeType, void* deviceBuffer,
                                  size_t deviceBytes, void* hostBuffer, size_t hostBytes,
                                  int* info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt,
    int64_t m, int64_t n, cudaDataType typeA, const void* A, int64_t lda, cudaDataType typeS,
    const void* S, cudaDataType typeU, const void* U, int64_t ldu, cudaDataType typeVT,
    const void* VT, int64_t ldvt, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  cudaDataType typeA, void* A, int64_t lda, cudaDataType typeS,
                                  void* S, cudaDataType typeU, void* U, int64_t ldu,
                                  cudaDataType typeVT, void* VT, int64_t ldvt,
                                  cudaDataType computeType, void* deviceBuffer, size_t deviceBytes,
                                  void* hostBuffer, size_t hostBytes, int* info);
cusolverStatus_t cusolverDnSsygvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                             const float* A, int lda, const float* B, int ldb,
                                             const float* W, int* lwork);
cusolverStatus_t cusolverDnSsygvd(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, float* A,
                                  int lda, float* B, int ldb, float* W, float* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnDsygvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                             const double* A, int lda, const double* B, int ldb,
                                             const double* W, int* lwork);
cusolverStatus_t cusolverDnDsygvd(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, double* A,
                                  int lda, double* B, int ldb, double* W, double* work, int lwork,
                                  int* info);
cusolverStatus_t cusolverDnChegvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                             const cuComplex* A, int lda, const cuComplex* B,
                                             int ldb, const float* W, int* lwork);
cusolverStatus_t cusolverDnChegvd(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                  cuComplex* A, int lda, cuComplex* B, int ldb, float* W,
                                  cuComplex* work, int lwork, int* info);
cusolverStatus_t cusolverDnZhegvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                             const cuDoubleComplex* A, int lda,
                                             const cuDoubleComplex* B, int ldb, const double* W,
                                             int* lwork);
cusolverStatus_t cusolverDnZhegvd(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                  cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb,
                                  double* W, cuDoubleComplex* work, int lwork, int* info);
VG_C_END

#endif
