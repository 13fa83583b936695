/* Sums of two CSR matrices, and how many elements of a dense one are not zero.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_SUMS_H
#define VGPU_SPARSE_SUMS_H

#include "vgpu_sparse/handle.h"

VG_C_BEGIN
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA,
                                      const int* colIndA, const cusparseMatDescr_t descrB, int nnzB,
                                      const int* rowPtrB, const int* colIndB,
                                      const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal,
                                      void* workspace);
cusparseStatus_t cusparseScsrgeam2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, const float* alpha, const cusparseMatDescr_t descrA,
    int nnzA, const float* valA, const int* rowPtrA, const int* colIndA, const float* beta,
    const cusparseMatDescr_t descrB, int nnzB, const float* valB, const int* rowPtrB,
    const int* colIndB, const cusparseMatDescr_t descrC, const float* valC, const int* rowPtrC,
    const int* colIndC, size_t* bytes);
cusparseStatus_t cusparseScsrgeam2(cusparseHandle_t handle, int m, int n, const float* alpha,
                                   const cusparseMatDescr_t descrA, int nnzA, const float* valA,
                                   const int* rowPtrA, const int* colIndA, const float* beta,
                                   const cusparseMatDescr_t descrB, int nnzB, const float* valB,
                                   const int* rowPtrB, const int* colIndB,
                                   const cusparseMatDescr_t descrC, float* valC, int* rowPtrC,
                                   int* colIndC, void* buffer);
cusparseStatus_t cusparseSnnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                              const cusparseMatDescr_t descrA, const float* A, int lda,
                              int* perLine, int* total);
cusparseStatus_t cusparseDcsrgeam2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, const double* alpha, const cusparseMatDescr_t descrA,
    int nnzA, const double* valA, const int* rowPtrA, const int* colIndA, const double* beta,
    const cusparseMatDescr_t descrB, int nnzB, const double* valB, const int* rowPtrB,
    const int* colIndB, const cusparseMatDescr_t descrC, const double* valC, const int* rowPtrC,
    const int* colIndC, size_t* bytes);
cusparseStatus_t cusparseDcsrgeam2(cusparseHandle_t handle, int m, int n, const double* alpha,
                                   const cusparseMatDescr_t descrA, int nnzA, const double* valA,
                                   const int* rowPtrA, const int* colIndA, const double* beta,
                                   const cusparseMatDescr_t descrB, int nnzB, const double* valB,
                                   const int* rowPtrB, const int* colIndB,
                                   const cusparseMatDescr_t descrC, double* valC, int* rowPtrC,
                                   int* colIndC, void* buffer);
cusparseStatus_t cusparseDnnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                              const cusparseMatDescr_t descrA, const double* A, int lda,
                              int* perLine, int* total);
cusparseStatus_t cusparseCcsrgeam2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, const cuComplex* alpha, const cusparseMatDescr_t descrA,
    int nnzA, const cuComplex* valA, const int* rowPtrA, const int* colIndA, const cuComplex* beta,
    const cusparseMatDescr_t descrB, int nnzB, const cuComplex* valB, const int* rowPtrB,
    const int* colIndB, const cusparseMatDescr_t descrC, const cuComplex* valC, const int* rowPtrC,
    const int* colIndC, size_t* bytes);
cusparseStatus_t cusparseCcsrgeam2(cusparseHandle_t handle, int m, int n, const cuComplex* alpha,
                                   const cusparseMatDescr_t descrA, int nnzA, const cuComplex* valA,
                                   const int* rowPtrA, const int* colIndA, const cuComplex* beta,
                                   const cusparseMatDescr_t descrB, int nnzB, const cuComplex* valB,
                                   const int* rowPtrB, const int* colIndB,
                                   const cusparseMatDescr_t descrC, cuComplex* valC, int* rowPtrC,
                                   int* colIndC, void* buffer);
cusparseStatus_t cusparseCnnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                              const cusparseMatDescr_t descrA, const cuComplex* A, int lda,
                              int* perLine, int* total);
cusparseStatus_t cusparseZcsrgeam2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, const cuDoubleComplex* alpha,
    const cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex* valA, const int* rowPtrA,
    const int* colIndA, const cuDoubleComplex* beta, const cusparseMatDescr_t descrB, int nnzB,
    const cuDoubleComplex* valB, const int* rowPtrB, const int* colIndB,
    const cusparseMatDescr_t descrC, const cuDoubleComplex* valC, const int* rowPtrC,
    const int* colIndC, size_t* bytes);
cusparseStatus_t cusparseZcsrgeam2(cusparseHandle_t handle, int m, int n,
                                   const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA,
                                   int nnzA, const cuDoubleComplex* valA, const int* rowPtrA,
                                   const int* colIndA, const cuDoubleComplex* beta,
                                   const cusparseMatDescr_t descrB, int nnzB,
                                   const cuDoubleComplex* valB, const int* rowPtrB,
                                   const int* colIndB, const cusparseMatDescr_t descrC,
                                   cuDoubleComplex* valC, int* rowPtrC, int* colIndC, void* buffer);
cusparseStatus_t cusparseZnnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                              const cusparseMatDescr_t descrA, const cuDoubleComplex* A, int lda,
                              int* perLine, int* total);
VG_C_END

#endif
