/* cuSPARSE's functions of bare arrays: other formats of a matrix, older products.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_RAW_H
#define VGPU_SPARSE_RAW_H

#include "vgpu_sparse/handle.h"

typedef enum {
  CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
  CUSPARSE_CSR2CSC_ALG1 = 1,
  CUSPARSE_CSR2CSC_ALG2 = 2
} cusparseCsr2CscAlg_t;

VG_C_BEGIN
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int nnz, int m,
                                  int* csrRowPtr, cusparseIndexBase_t base);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* csrRowPtr, int nnz, int m,
                                  int* cooRowInd, cusparseIndexBase_t base);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz,
                                               const void* csrVal, const int* csrRowPtr,
                                               const int* csrColInd, void* cscVal, int* cscColPtr,
                                               int* cscRowInd, cudaDataType valueType,
                                               cusparseAction_t values, cusparseIndexBase_t base,
                                               cusparseCsr2CscAlg_t algorithm, size_t* bytes);
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void* csrVal, const int* csrRowPtr, const int* csrColInd,
                                    void* cscVal, int* cscColPtr, int* cscRowInd,
                                    cudaDataType valueType, cusparseAction_t values,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm,
                                    void* buffer);
cusparseStatus_t cusparseScsrmv(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int nnz, const float* alpha, const cusparseMatDescr_t descrA,
                                const float* csrVal, const int* csrRowPtr, const int* csrColInd,
                                const float* x, const float* beta, float* y);
cusparseStatus_t cusparseScsrmm(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int k, int nnz, const float* alpha, const cusparseMatDescr_t descrA,
                                const float* csrVal, const int* csrRowPtr, const int* csrColInd,
                                const float* B, int ldb, const float* beta, float* C, int ldc);
cusparseStatus_t cusparseDcsrmv(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int nnz, const double* alpha, const cusparseMatDescr_t descrA,
                                const double* csrVal, const int* csrRowPtr, const int* csrColInd,
                                const double* x, const double* beta, double* y);
cusparseStatus_t cusparseDcsrmm(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int k, int nnz, const double* alpha,
                                const cusparseMatDescr_t descrA, const double* csrVal,
                                const int* csrRowPtr, const int* csrColInd, const double* B,
                                int ldb, const double* beta, double* C, int ldc);
cusparseStatus_t cusparseCcsrmv(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int nnz, const cuComplex* alpha, const cusparseMatDescr_t descrA,
                                const cuComplex* csrVal, const int* csrRowPtr, const int* csrColInd,
                                const cuComplex* x, const cuComplex* beta, cuComplex* y);
cusparseStatus_t cusparseCcsrmm(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int k, int nnz, const cuComplex* alpha,
                                const cusparseMatDescr_t descrA, const cuComplex* csrVal,
                                const int* csrRowPtr, const int* csrColInd, const cuComplex* B,
                                int ldb, const cuComplex* beta, cuComplex* C, int ldc);
cusparseStatus_t cusparseZcsrmv(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int nnz, const cuDoubleComplex* alpha,
                                const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal,
                                const int* csrRowPtr, const int* csrColInd,
                                const cuDoubleComplex* x, const cuDoubleComplex* beta,
                                cuDoubleComplex* y);
cusparseStatus_t cusparseZcsrmm(cusparseHandle_t handle, cusparseOperation_t opA, int m, int n,
                                int k, int nnz, const cuDoubleComplex* alpha,
                                const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal,
                                const int* csrRowPtr, const int* csrColInd,
                                const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta,
                                cuDoubleComplex* C, int ldc);
VG_C_END

#endif
