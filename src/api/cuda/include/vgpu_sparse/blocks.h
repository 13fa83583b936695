/* Matrices of square blocks (BSR): products, and from and to CSR. A direction says how elements lie in a block.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_BLOCKS_H
#define VGPU_SPARSE_BLOCKS_H

#include "vgpu_sparse/handle.h"

VG_C_BEGIN
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                     int n, const cusparseMatDescr_t descrA, const int* csrRowPtr,
                                     const int* csrColInd, int blockDim,
                                     const cusparseMatDescr_t descrC, int* bsrRowPtr,
                                     int* nnzTotal);
cusparseStatus_t cusparseScsr2bsr(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                  int n, const cusparseMatDescr_t descrA, const float* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, float* bsrVal, int* bsrRowPtr,
                                  int* bsrColInd);
cusparseStatus_t cusparseSbsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nb, const cusparseMatDescr_t descrA, const float* bsrVal,
                                  const int* bsrRowPtr, const int* bsrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, float* csrVal, int* csrRowPtr,
                                  int* csrColInd);
cusparseStatus_t cusparseSbsrmv(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, int mb, int nb, int nnzb,
                                const float* alpha, const cusparseMatDescr_t descrA,
                                const float* bsrVal, const int* bsrRowPtr, const int* bsrColInd,
                                int blockDim, const float* x, const float* beta, float* y);
cusparseStatus_t cusparseSbsrmm(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, cusparseOperation_t transB, int mb,
                                int n, int kb, int nnzb, const float* alpha,
                                const cusparseMatDescr_t descrA, const float* bsrVal,
                                const int* bsrRowPtr, const int* bsrColInd, int blockSize,
                                const float* B, int ldb, const float* beta, float* C, int ldc);
cusparseStatus_t cusparseDcsr2bsr(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                  int n, const cusparseMatDescr_t descrA, const double* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, double* bsrVal, int* bsrRowPtr,
                                  int* bsrColInd);
cusparseStatus_t cusparseDbsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nb, const cusparseMatDescr_t descrA, const double* bsrVal,
                                  const int* bsrRowPtr, const int* bsrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, double* csrVal, int* csrRowPtr,
                                  int* csrColInd);
cusparseStatus_t cusparseDbsrmv(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, int mb, int nb, int nnzb,
                                const double* alpha, const cusparseMatDescr_t descrA,
                                const double* bsrVal, const int* bsrRowPtr, const int* bsrColInd,
                                int blockDim, const double* x, const double* beta, double* y);
cusparseStatus_t cusparseDbsrmm(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, cusparseOperation_t transB, int mb,
                                int n, int kb, int nnzb, const double* alpha,
                                const cusparseMatDescr_t descrA, const double* bsrVal,
                                const int* bsrRowPtr, const int* bsrColInd, int blockSize,
                                const double* B, int ldb, const double* beta, double* C, int ldc);
cusparseStatus_t cusparseCcsr2bsr(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                  int n, const cusparseMatDescr_t descrA, const cuComplex* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, cuComplex* bsrVal,
                                  int* bsrRowPtr, int* bsrColInd);
cusparseStatus_t cusparseCbsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nb, const cusparseMatDescr_t descrA, const cuComplex* bsrVal,
                                  const int* bsrRowPtr, const int* bsrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, cuComplex* csrVal,
                                  int* csrRowPtr, int* csrColInd);
cusparseStatus_t cusparseCbsrmv(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, int mb, int nb, int nnzb,
                                const cuComplex* alpha, const cusparseMatDescr_t descrA,
                                const cuComplex* bsrVal, const int* bsrRowPtr, const int* bsrColInd,
                                int blockDim, const cuComplex* x, const cuComplex* beta,
                                cuComplex* y);
cusparseStatus_t cusparseCbsrmm(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, cusparseOperation_t transB, int mb,
                                int n, int kb, int nnzb, const cuComplex* alpha,
                                const cusparseMatDescr_t descrA, const cuComplex* bsrVal,
                                const int* bsrRowPtr, const int* bsrColInd, int blockSize,
                                const cuComplex* B, int ldb, const cuComplex* beta, cuComplex* C,
                                int ldc);
cusparseStatus_t cusparseZcsr2bsr(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                  int n, const cusparseMatDescr_t descrA,
                                  const cuDoubleComplex* csrVal, const int* csrRowPtr,
                                  const int* csrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, cuDoubleComplex* bsrVal,
                                  int* bsrRowPtr, int* bsrColInd);
cusparseStatus_t cusparseZbsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nb, const cusparseMatDescr_t descrA,
                                  const cuDoubleComplex* bsrVal, const int* bsrRowPtr,
                                  const int* bsrColInd, int blockDim,
                                  const cusparseMatDescr_t descrC, cuDoubleComplex* csrVal,
                                  int* csrRowPtr, int* csrColInd);
cusparseStatus_t cusparseZbsrmv(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, int mb, int nb, int nnzb,
                                const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA,
                                const cuDoubleComplex* bsrVal, const int* bsrRowPtr,
                                const int* bsrColInd, int blockDim, const cuDoubleComplex* x,
                                const cuDoubleComplex* beta, cuDoubleComplex* y);
cusparseStatus_t cusparseZbsrmm(cusparseHandle_t handle, cusparseDirection_t direction,
                                cusparseOperation_t transA, cusparseOperation_t transB, int mb,
                                int n, int kb, int nnzb, const cuDoubleComplex* alpha,
                                const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrVal,
                                const int* bsrRowPtr, const int* bsrColInd, int blockSize,
                                const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                                cuDoubleComplex* C, int ldc);
VG_C_END

#endif
