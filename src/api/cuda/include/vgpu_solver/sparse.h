/* cusolverSp.h, cuSOLVER's interface for sparse matrices: systems of equations and orders of rows.
 *
 * Functions whose names end in Host take memory of the host. All of them factorize once, exactly, in double.
 * SPDX-License-Identifier: MIT
 */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include <stdint.h>

#include "cusparse.h"
#include "vgpu_solver/handle.h"

typedef struct cusolverSpContext* cusolverSpHandle_t;
typedef struct csrqrInfo* csrqrInfo_t;

/* A matrix in rows (CSR). */
#define VG_PATTERN cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define VG_ROWS(T) \
  cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA
#define VG_SYSTEM(T, R)                                                                        \
  cusolverSpHandle_t handle, int n, int nnz, VG_ROWS(T), const T *b, R tol, int reorder, T *x, \
      int *singularity
#define VG_BATCH_SIZE(T)                                                                     \
  cusolverSpHandle_t handle, int m, int n, int nnz, VG_ROWS(T), int count, csrqrInfo_t info, \
      size_t *internalBytes, size_t *workBytes
#define VG_BATCH(T)                                                                          \
  cusolverSpHandle_t handle, int m, int n, int nnz, VG_ROWS(T), const T *b, T *x, int count, \
      csrqrInfo_t info, void *work
#define VG_ORDER cusolverSpHandle_t handle, int n, int nnz, VG_PATTERN

VG_C_BEGIN
cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream);
cusolverStatus_t cusolverSpScsrlsvluHost(VG_SYSTEM(float, float));
cusolverStatus_t cusolverSpScsrlsvqr(VG_SYSTEM(float, float));
cusolverStatus_t cusolverSpScsrlsvqrHost(VG_SYSTEM(float, float));
cusolverStatus_t cusolverSpScsrlsvchol(VG_SYSTEM(float, float));
cusolverStatus_t cusolverSpScsrlsvcholHost(VG_SYSTEM(float, float));
cusolverStatus_t cusolverSpDcsrlsvluHost(VG_SYSTEM(double, double));
cusolverStatus_t cusolverSpDcsrlsvqr(VG_SYSTEM(double, double));
cusolverStatus_t cusolverSpDcsrlsvqrHost(VG_SYSTEM(double, double));
cusolverStatus_t cusolverSpDcsrlsvchol(VG_SYSTEM(double, double));
cusolverStatus_t cusolverSpDcsrlsvcholHost(VG_SYSTEM(double, double));
cusolverStatus_t cusolverSpCcsrlsvluHost(VG_SYSTEM(cuComplex, float));
cusolverStatus_t cusolverSpCcsrlsvqr(VG_SYSTEM(cuComplex, float));
cusolverStatus_t cusolverSpCcsrlsvqrHost(VG_SYSTEM(cuComplex, float));
cusolverStatus_t cusolverSpCcsrlsvchol(VG_SYSTEM(cuComplex, float));
cusolverStatus_t cusolverSpCcsrlsvcholHost(VG_SYSTEM(cuComplex, float));
cusolverStatus_t cusolverSpZcsrlsvluHost(VG_SYSTEM(cuDoubleComplex, double));
cusolverStatus_t cusolverSpZcsrlsvqr(VG_SYSTEM(cuDoubleComplex, double));
cusolverStatus_t cusolverSpZcsrlsvqrHost(VG_SYSTEM(cuDoubleComplex, double));
cusolverStatus_t cusolverSpZcsrlsvchol(VG_SYSTEM(cuDoubleComplex, double));
cusolverStatus_t cusolverSpZcsrlsvcholHost(VG_SYSTEM(cuDoubleComplex, double));
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t* info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                 VG_PATTERN, csrqrInfo_t info);
cusolverStatus_t cusolverSpScsrqrBufferInfoBatched(VG_BATCH_SIZE(float));
cusolverStatus_t cusolverSpScsrqrsvBatched(VG_BATCH(float));
cusolverStatus_t cusolverSpDcsrqrBufferInfoBatched(VG_BATCH_SIZE(double));
cusolverStatus_t cusolverSpDcsrqrsvBatched(VG_BATCH(double));
cusolverStatus_t cusolverSpCcsrqrBufferInfoBatched(VG_BATCH_SIZE(cuComplex));
cusolverStatus_t cusolverSpCcsrqrsvBatched(VG_BATCH(cuComplex));
cusolverStatus_t cusolverSpZcsrqrBufferInfoBatched(VG_BATCH_SIZE(cuDoubleComplex));
cusolverStatus_t cusolverSpZcsrqrsvBatched(VG_BATCH(cuDoubleComplex));
cusolverStatus_t cusolverSpXcsrsymrcmHost(VG_ORDER, int* p);
cusolverStatus_t cusolverSpXcsrsymmdqHost(VG_ORDER, int* p);
cusolverStatus_t cusolverSpXcsrsymamdHost(VG_ORDER, int* p);
cusolverStatus_t cusolverSpXcsrmetisndHost(VG_ORDER, const int64_t* options, int* p);
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz,
                                         cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                         const int* csrEndPtrA, const int* csrColIndA, int* issym);
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                   VG_PATTERN, const int* p, const int* q,
                                                   size_t* bytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                        cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA,
                                        const int* p, const int* q, int* map, void* work);
VG_C_END

#undef VG_PATTERN
#undef VG_ROWS
#undef VG_SYSTEM
#undef VG_BATCH_SIZE
#undef VG_BATCH
#undef VG_ORDER

#endif
