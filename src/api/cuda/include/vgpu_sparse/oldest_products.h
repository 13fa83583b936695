/* cuSPARSE's products and sums that CUDA 11 took away: of matrices in CSR, of matrices in a form of the library's own.
 *
 * For float and double. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_OLDEST_PRODUCTS_H
#define VGPU_SPARSE_OLDEST_PRODUCTS_H

#include "vgpu_sparse/handle.h"

typedef struct csrgemm2Info* csrgemm2Info_t;
typedef struct cusparseHybMat* cusparseHybMat_t;

VG_C_BEGIN
cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info_t* info);
cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info_t info);
cusparseStatus_t cusparseXcsrgemmNnz(cusparseHandle_t handle, cusparseOperation_t transA,
                                     cusparseOperation_t transB, int m, int n, int k,
                                     const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA,
                                     const int* colIndA, const cusparseMatDescr_t descrB, int nnzB,
                                     const int* rowPtrB, const int* colIndB,
                                     const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal);
cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k,
                                      const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA,
                                      const int* colIndA, const cusparseMatDescr_t descrB, int nnzB,
                                      const int* rowPtrB, const int* colIndB,
                                      const cusparseMatDescr_t descrD, int nnzD, const int* rowPtrD,
                                      const int* colIndD, const cusparseMatDescr_t descrC,
                                      int* rowPtrC, int* nnzTotal, const csrgemm2Info_t info,
                                      void* buffer);
cusparseStatus_t cusparseXcsrgeamNnz(cusparseHandle_t handle, int m, int n,
                                     const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA,
                                     const int* colIndA, const cusparseMatDescr_t descrB, int nnzB,
                                     const int* rowPtrB, const int* colIndB,
                                     const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal);
cusparseStatus_t cusparseCreateHybMat(cusparseHybMat_t* hyb);
cusparseStatus_t cusparseDestroyHybMat(cusparseHybMat_t hyb);
cusparseStatus_t cusparseScsrmm2(cusparseHandle_t handle, cusparseOperation_t transA,
                                 cusparseOperation_t transB, int m, int n, int k, int nnz,
                                 const float* alpha, const cusparseMatDescr_t descrA,
                                 const float* csrVal, const int* csrRowPtr, const int* csrColInd,
                                 const float* B, int ldb, const float* beta, float* C, int ldc);
cusparseStatus_t cusparseScsrgemm(cusparseHandle_t handle, cusparseOperation_t transA,
                                  cusparseOperation_t transB, int m, int n, int k,
                                  const cusparseMatDescr_t descrA, int nnzA, const float* valA,
                                  const int* rowPtrA, const int* colIndA,
                                  const cusparseMatDescr_t descrB, int nnzB, const float* valB,
                                  const int* rowPtrB, const int* colIndB,
                                  const cusparseMatDescr_t descrC, float* valC, const int* rowPtrC,
                                  int* colIndC);
cusparseStatus_t cusparseScsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const float* alpha,
    const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA, const int* colIndA,
    const cusparseMatDescr_t descrB, int nnzB, const int* rowPtrB, const int* colIndB,
    const float* beta, const cusparseMatDescr_t descrD, int nnzD, const int* rowPtrD,
    const int* colIndD, csrgemm2Info_t info, size_t* bytes);
cusparseStatus_t cusparseScsrgemm2(cusparseHandle_t handle, int m, int n, int k, const float* alpha,
                                   const cusparseMatDescr_t descrA, int nnzA, const float* valA,
                                   const int* rowPtrA, const int* colIndA,
                                   const cusparseMatDescr_t descrB, int nnzB, const float* valB,
                                   const int* rowPtrB, const int* colIndB, const float* beta,
                                   const cusparseMatDescr_t descrD, int nnzD, const float* valD,
                                   const int* rowPtrD, const int* colIndD,
                                   const cusparseMatDescr_t descrC, float* valC, const int* rowPtrC,
                                   int* colIndC, const csrgemm2Info_t info, void* buffer);
cusparseStatus_t cusparseScsrgeam(cusparseHandle_t handle, int m, int n, const float* alpha,
                                  const cusparseMatDescr_t descrA, int nnzA, const float* valA,
                                  const int* rowPtrA, const int* colIndA, const float* beta,
                                  const cusparseMatDescr_t descrB, int nnzB, const float* valB,
                                  const int* rowPtrB, const int* colIndB,
                                  const cusparseMatDescr_t descrC, float* valC, int* rowPtrC,
                                  int* colIndC);
cusparseStatus_t cusparseShybmv(cusparseHandle_t handle, cusparseOperation_t transA,
                                const float* alpha, const cusparseMatDescr_t descrA,
                                const cusparseHybMat_t hyb, const float* x, const float* beta,
                                float* y);
cusparseStatus_t cusparseDcsrmm2(cusparseHandle_t handle, cusparseOperation_t transA,
                                 cusparseOperation_t transB, int m, int n, int k, int nnz,
                                 const double* alpha, const cusparseMatDescr_t descrA,
                                 const double* csrVal, const int* csrRowPtr, const int* csrColInd,
                                 const double* B, int ldb, const double* beta, double* C, int ldc);
cusparseStatus_t cusparseDcsrgemm(cusparseHandle_t handle, cusparseOperation_t transA,
                                  cusparseOperation_t transB, int m, int n, int k,
                                  const cusparseMatDescr_t descrA, int nnzA, const double* valA,
                                  const int* rowPtrA, const int* colIndA,
                                  const cusparseMatDescr_t descrB, int nnzB, const double* valB,
                                  const int* rowPtrB, const int* colIndB,
                                  const cusparseMatDescr_t descrC, double* valC, const int* rowPtrC,
                                  int* colIndC);
cusparseStatus_t cusparseDcsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const double* alpha,
    const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA, const int* colIndA,
    const cusparseMatDescr_t descrB, int nnzB, const int* rowPtrB, const int* colIndB,
    const double* beta, const cusparseMatDescr_t descrD, int nnzD, const int* rowPtrD,
    const int* colIndD, csrgemm2Info_t info, size_t* bytes);
cusparseStatus_t cusparseDcsrgemm2(cusparseHandle_t handle, int m, int n, int k,
                                   const double* alpha, const cusparseMatDescr_t descrA, int nnzA,
                                   const double* valA, const int* rowPtrA, const int* colIndA,
                                   const cusparseMatDescr_t descrB, int nnzB, const double* valB,
                                   const int* rowPtrB, const int* colIndB, const double* beta,
                                   const cusparseMatDescr_t descrD, int nnzD, const double* valD,
                                   const int* rowPtrD, const int* colIndD,
                                   const cusparseMatDescr_t descrC, double* valC,
                                   const int* rowPtrC, int* colIndC, const csrgemm2Info_t info,
                                   void* buffer);
cusparseStatus_t cusparseDcsrgeam(cusparseHandle_t handle, int m, int n, const double* alpha,
                                  const cusparseMatDescr_t descrA, int nnzA, const double* valA,
                                  const int* rowPtrA, const int* colIndA, const double* beta,
                                  const cusparseMatDescr_t descrB, int nnzB, const double* valB,
                                  const int* rowPtrB, const int* colIndB,
                                  const cusparseMatDescr_t descrC, double* valC, int* rowPtrC,
                                  int* colIndC);
cusparseStatus_t cusparseDhybmv(cusparseHandle_t handle, cusparseOperation_t transA,
                                const double* alpha, const cusparseMatDescr_t descrA,
                                const cusparseHybMat_t hyb, const double* x, const double* beta,
                                double* y);
VG_C_END

#endif
