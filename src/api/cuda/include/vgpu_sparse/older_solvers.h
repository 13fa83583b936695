/* Triangular systems of CSR matrices as before descriptors. Which triangle is meant says the matrix's description.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_OLDER_SOLVERS_H
#define VGPU_SPARSE_OLDER_SOLVERS_H

#include "vgpu_sparse/handle.h"

typedef struct csrsv2Info* csrsv2Info_t;

VG_C_BEGIN
cusparseStatus_t cusparseCreateCsrsv2Info(csrsv2Info_t* info);
cusparseStatus_t cusparseDestroyCsrsv2Info(csrsv2Info_t info);
cusparseStatus_t cusparseXcsrsv2_zeroPivot(cusparseHandle_t handle, csrsv2Info_t info,
                                           int* position);
cusparseStatus_t cusparseScsrsv2_bufferSize(cusparseHandle_t handle, cusparseOperation_t transA,
                                            int m, int nnz, const cusparseMatDescr_t descrA,
                                            float* csrVal, const int* csrRowPtr,
                                            const int* csrColInd, csrsv2Info_t info, int* bytes);
cusparseStatus_t cusparseScsrsv2_analysis(cusparseHandle_t handle, cusparseOperation_t transA,
                                          int m, int nnz, const cusparseMatDescr_t descrA,
                                          const float* csrVal, const int* csrRowPtr,
                                          const int* csrColInd, csrsv2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseScsrsv2_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                       int nnz, const float* alpha, const cusparseMatDescr_t descrA,
                                       const float* csrVal, const int* csrRowPtr,
                                       const int* csrColInd, csrsv2Info_t info, const float* f,
                                       float* x, cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseDcsrsv2_bufferSize(cusparseHandle_t handle, cusparseOperation_t transA,
                                            int m, int nnz, const cusparseMatDescr_t descrA,
                                            double* csrVal, const int* csrRowPtr,
                                            const int* csrColInd, csrsv2Info_t info, int* bytes);
cusparseStatus_t cusparseDcsrsv2_analysis(cusparseHandle_t handle, cusparseOperation_t transA,
                                          int m, int nnz, const cusparseMatDescr_t descrA,
                                          const double* csrVal, const int* csrRowPtr,
                                          const int* csrColInd, csrsv2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseDcsrsv2_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                       int nnz, const double* alpha,
                                       const cusparseMatDescr_t descrA, const double* csrVal,
                                       const int* csrRowPtr, const int* csrColInd,
                                       csrsv2Info_t info, const double* f, double* x,
                                       cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseCcsrsv2_bufferSize(cusparseHandle_t handle, cusparseOperation_t transA,
                                            int m, int nnz, const cusparseMatDescr_t descrA,
                                            cuComplex* csrVal, const int* csrRowPtr,
                                            const int* csrColInd, csrsv2Info_t info, int* bytes);
cusparseStatus_t cusparseCcsrsv2_analysis(cusparseHandle_t handle, cusparseOperation_t transA,
                                          int m, int nnz, const cusparseMatDescr_t descrA,
                                          const cuComplex* csrVal, const int* csrRowPtr,
                                          const int* csrColInd, csrsv2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseCcsrsv2_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                       int nnz, const cuComplex* alpha,
                                       const cusparseMatDescr_t descrA, const cuComplex* csrVal,
                                       const int* csrRowPtr, const int* csrColInd,
                                       csrsv2Info_t info, const cuComplex* f, cuComplex* x,
                                       cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsrsv2_bufferSize(cusparseHandle_t handle, cusparseOperation_t transA,
                                            int m, int nnz, const cusparseMatDescr_t descrA,
                                            cuDoubleComplex* csrVal, const int* csrRowPtr,
                                            const int* csrColInd, csrsv2Info_t info, int* bytes);
cusparseStatus_t cusparseZcsrsv2_analysis(cusparseHandle_t handle, cusparseOperation_t transA,
                                          int m, int nnz, const cusparseMatDescr_t descrA,
                                          const cuDoubleComplex* csrVal, const int* csrRowPtr,
                                          const int* csrColInd, csrsv2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsrsv2_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                       int nnz, const cuDoubleComplex* alpha,
                                       const cusparseMatDescr_t descrA,
                                       const cuDoubleComplex* csrVal, const int* csrRowPtr,
                                       const int* csrColInd, csrsv2Info_t info,
                                       const cuDoubleComplex* f, cuDoubleComplex* x,
                                       cusparseSolvePolicy_t policy, void* buffer);
VG_C_END

#endif
