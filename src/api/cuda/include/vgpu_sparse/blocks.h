/* Matrices of square blocks (BSR), blocks by rows or by columns; and matrices without their small elements.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_BLOCKS_H
#define VGPU_SPARSE_BLOCKS_H

#include "vgpu_sparse/handle.h"

#define VG_MATRIX(T) \
  cusparseMatDescr_t descrA, const T *valA, const int *rowPtrA, const int *colIndA
#define VG_RESULT(T) cusparseMatDescr_t descrC, T *valC, int *rowPtrC, int *colIndC
#define VG_CONVERT(T)                                                                          \
  cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, VG_MATRIX(T), int blockDim, \
      VG_RESULT(T)
#define VG_TIMES_VECTOR(T)                                                                       \
  cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb, int nb, \
      int nnzb, const T *alpha, VG_MATRIX(T), int blockDim, const T *x, const T *beta, T *y
#define VG_TIMES_MATRIX(T)                                                                       \
  cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,                 \
      cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const T *alpha, VG_MATRIX(T), \
      int blockSize, const T *B, int ldb, const T *beta, T *C, int ldc
#define VG_COUNT(T)                                                                             \
  cusparseHandle_t handle, int m, cusparseMatDescr_t descrA, const T *valA, const int *rowPtrA, \
      int *nnzPerRow, int *nnzC, T tol
#define VG_COMPRESS(T)                                                                 \
  cusparseHandle_t handle, int m, int n, cusparseMatDescr_t descrA, const T *valA,     \
      const int *colIndA, const int *rowPtrA, int nnzA, const int *nnzPerRow, T *valC, \
      int *colIndC, int *rowPtrC, T tol

VG_C_BEGIN
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                                     int n, cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                     const int* csrColIndA, int blockDim, cusparseMatDescr_t descrC,
                                     int* bsrRowPtrC, int* nnzTotal);
cusparseStatus_t cusparseScsr2bsr(VG_CONVERT(float));
cusparseStatus_t cusparseSbsr2csr(VG_CONVERT(float));
cusparseStatus_t cusparseSbsrmv(VG_TIMES_VECTOR(float));
cusparseStatus_t cusparseSbsrmm(VG_TIMES_MATRIX(float));
cusparseStatus_t cusparseSnnz_compress(VG_COUNT(float));
cusparseStatus_t cusparseScsr2csr_compress(VG_COMPRESS(float));
cusparseStatus_t cusparseDcsr2bsr(VG_CONVERT(double));
cusparseStatus_t cusparseDbsr2csr(VG_CONVERT(double));
cusparseStatus_t cusparseDbsrmv(VG_TIMES_VECTOR(double));
cusparseStatus_t cusparseDbsrmm(VG_TIMES_MATRIX(double));
cusparseStatus_t cusparseDnnz_compress(VG_COUNT(double));
cusparseStatus_t cusparseDcsr2csr_compress(VG_COMPRESS(double));
cusparseStatus_t cusparseCcsr2bsr(VG_CONVERT(cuComplex));
cusparseStatus_t cusparseCbsr2csr(VG_CONVERT(cuComplex));
cusparseStatus_t cusparseCbsrmv(VG_TIMES_VECTOR(cuComplex));
cusparseStatus_t cusparseCbsrmm(VG_TIMES_MATRIX(cuComplex));
cusparseStatus_t cusparseCnnz_compress(VG_COUNT(cuComplex));
cusparseStatus_t cusparseCcsr2csr_compress(VG_COMPRESS(cuComplex));
cusparseStatus_t cusparseZcsr2bsr(VG_CONVERT(cuDoubleComplex));
cusparseStatus_t cusparseZbsr2csr(VG_CONVERT(cuDoubleComplex));
cusparseStatus_t cusparseZbsrmv(VG_TIMES_VECTOR(cuDoubleComplex));
cusparseStatus_t cusparseZbsrmm(VG_TIMES_MATRIX(cuDoubleComplex));
cusparseStatus_t cusparseZnnz_compress(VG_COUNT(cuDoubleComplex));
cusparseStatus_t cusparseZcsr2csr_compress(VG_COMPRESS(cuDoubleComplex));
VG_C_END

#undef VG_MATRIX
#undef VG_RESULT
#undef VG_CONVERT
#undef VG_TIMES_VECTOR
#undef VG_TIMES_MATRIX
#undef VG_COUNT
#undef VG_COMPRESS

#endif
