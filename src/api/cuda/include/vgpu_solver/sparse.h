/* cusolverSp.h, cuSOLVER's interface for sparse matrices: systems of equations and least squares in CSR, and orders of
 * rows that keep factors sparse.
 *
 * Functions with Host in their names take memory of the host, the others that of the device; all return when they are
 * done. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_SPARSE_H
#define VGPU_SOLVER_SPARSE_H

#include "cusparse.h"
#include "vgpu_solver/handle.h"
typedef struct cusolverSpContext* cusolverSpHandle_t;

VG_C_BEGIN
cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream);
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz,
                                         const cusparseMatDescr_t descrA, const int* rows,
                                         const int* rowEnds, const int* columns, int* symmetric);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const int* rows,
                                          const int* columns, int* order);
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const int* rows,
                                          const int* columns, int* order);
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const int* rows,
                                          const int* columns, int* order);
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descrA, const int* rows,
                                           const int* columns, const long long* options,
                                           int* order);
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                   const cusparseMatDescr_t descrA, const int* rows,
                                                   const int* columns, const int* rowOrder,
                                                   const int* columnOrder, size_t* bytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                        const cusparseMatDescr_t descrA, int* rows, int* columns,
                                        const int* rowOrder, const int* columnOrder, int* map,
                                        void* buffer);

/* singularity: -1, or the first column whose pivot is not above tol. */
cusolverStatus_t cusolverSpScsrlsvchol(cusolverSpHandle_t handle, int n, int nnz,
                                       const cusparseMatDescr_t descrA, const float* values,
                                       const int* rows, const int* columns, const float* b,
                                       float tol, int reorder, float* x, int* singularity);
cusolverStatus_t cusolverSpScsrlsvcholHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descrA, const float* values,
                                           const int* rows, const int* columns, const float* b,
                                           float tol, int reorder, float* x, int* singularity);
cusolverStatus_t cusolverSpScsrlsvqr(cusolverSpHandle_t handle, int n, int nnz,
                                     const cusparseMatDescr_t descrA, const float* values,
                                     const int* rows, const int* columns, const float* b, float tol,
                                     int reorder, float* x, int* singularity);
cusolverStatus_t cusolverSpScsrlsvqrHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const float* values,
                                         const int* rows, const int* columns, const float* b,
                                         float tol, int reorder, float* x, int* singularity);
cusolverStatus_t cusolverSpScsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const float* values,
                                         const int* rows, const int* columns, const float* b,
                                         float tol, int reorder, float* x, int* singularity);
cusolverStatus_t cusolverSpScsrlsqvqrHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const float* values,
                                          const int* rows, const int* columns, const float* b,
                                          float tol, int* rank, float* x, int* order, float* norm);
cusolverStatus_t cusolverSpDcsrlsvchol(cusolverSpHandle_t handle, int n, int nnz,
                                       const cusparseMatDescr_t descrA, const double* values,
                                       const int* rows, const int* columns, const double* b,
                                       double tol, int reorder, double* x, int* singularity);
cusolverStatus_t cusolverSpDcsrlsvcholHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descrA, const double* values,
                                           const int* rows, const int* columns, const double* b,
                                           double tol, int reorder, double* x, int* singularity);
cusolverStatus_t cusolverSpDcsrlsvqr(cusolverSpHandle_t handle, int n, int nnz,
                                     const cusparseMatDescr_t descrA, const double* values,
                                     const int* rows, const int* columns, const double* b,
                                     double tol, int reorder, double* x, int* singularity);
cusolverStatus_t cusolverSpDcsrlsvqrHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const double* values,
                                         const int* rows, const int* columns, const double* b,
                                         double tol, int reorder, double* x, int* singularity);
cusolverStatus_t cusolverSpDcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const double* values,
                                         const int* rows, const int* columns, const double* b,
                                         double tol, int reorder, double* x, int* singularity);
cusolverStatus_t cusolverSpDcsrlsqvqrHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const double* values,
                                          const int* rows, const int* columns, const double* b,
                                          double tol, int* rank, double* x, int* order,
                                          double* norm);
cusolverStatus_t cusolverSpCcsrlsvchol(cusolverSpHandle_t handle, int n, int nnz,
                                       const cusparseMatDescr_t descrA, const cuComplex* values,
                                       const int* rows, const int* columns, const cuComplex* b,
                                       float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t cusolverSpCcsrlsvcholHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descrA, const cuComplex* values,
                                           const int* rows, const int* columns, const cuComplex* b,
                                           float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t cusolverSpCcsrlsvqr(cusolverSpHandle_t handle, int n, int nnz,
                                     const cusparseMatDescr_t descrA, const cuComplex* values,
                                     const int* rows, const int* columns, const cuComplex* b,
                                     float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t cusolverSpCcsrlsvqrHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const cuComplex* values,
                                         const int* rows, const int* columns, const cuComplex* b,
                                         float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t cusolverSpCcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA, const cuComplex* values,
                                         const int* rows, const int* columns, const cuComplex* b,
                                         float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t cusolverSpCcsrlsqvqrHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                          const cusparseMatDescr_t descrA, const cuComplex* values,
                                          const int* rows, const int* columns, const cuComplex* b,
                                          float tol, int* rank, cuComplex* x, int* order,
                                          float* norm);
cusolverStatus_t cusolverSpZcsrlsvchol(cusolverSpHandle_t handle, int n, int nnz,
                                       const cusparseMatDescr_t descrA,
                                       const cuDoubleComplex* values, const int* rows,
                                       const int* columns, const cuDoubleComplex* b, double tol,
                                       int reorder, cuDoubleComplex* x, int* singularity);
cusolverStatus_t cusolverSpZcsrlsvcholHost(cusolverSpHandle_t handle, int n, int nnz,
                                           const cusparseMatDescr_t descrA,
                                           const cuDoubleComplex* values, const int* rows,
                                           const int* columns, const cuDoubleComplex* b, double tol,
                                           int reorder, cuDoubleComplex* x, int* singularity);
cusolverStatus_t cusolverSpZcsrlsvqr(cusolverSpHandle_t handle, int n, int nnz,
                                     const cusparseMatDescr_t descrA, const cuDoubleComplex* values,
                                     const int* rows, const int* columns, const cuDoubleComplex* b,
                                     double tol, int reorder, cuDoubleComplex* x, int* singularity);
cusolverStatus_t cusolverSpZcsrlsvqrHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA,
                                         const cuDoubleComplex* values, const int* rows,
                                         const int* columns, const cuDoubleComplex* b, double tol,
                                         int reorder, cuDoubleComplex* x, int* singularity);
cusolverStatus_t cusolverSpZcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
                                         const cusparseMatDescr_t descrA,
                                         const cuDoubleComplex* values, const int* rows,
                                         const int* columns, const cuDoubleComplex* b, double tol,
                                         int reorder, cuDoubleComplex* x, int* singularity);
cusolverStatus_t cusolverSpZcsrlsqvqrHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                          const cusparseMatDescr_t descrA,
                                          const cuDoubleComplex* values, const int* rows,
                                          const int* columns, const cuDoubleComplex* b, double tol,
                                          int* rank, cuDoubleComplex* x, int* order, double* norm);
VG_C_END

#endif
