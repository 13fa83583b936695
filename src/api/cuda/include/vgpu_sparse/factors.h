/* Incomplete factors of sparse matrices in their own places, by cuSPARSE's names: LU and Cholesky without fill.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_FACTORS_H
#define VGPU_SPARSE_FACTORS_H

#include "vgpu_sparse/handle.h"

typedef struct csrilu02Info* csrilu02Info_t;
typedef struct csric02Info* csric02Info_t;

VG_C_BEGIN
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t* info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int* position);
cusparseStatus_t cusparseScsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                              const cusparseMatDescr_t descr, float* csrVal,
                                              const int* csrRowPtr, const int* csrColInd,
                                              csrilu02Info_t info, int* bytes);
cusparseStatus_t cusparseScsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
                                            const cusparseMatDescr_t descr, const float* csrVal,
                                            const int* csrRowPtr, const int* csrColInd,
                                            csrilu02Info_t info, cusparseSolvePolicy_t policy,
                                            void* buffer);
cusparseStatus_t cusparseScsrilu02(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t descr, float* csrVal,
                                   const int* csrRowPtr, const int* csrColInd, csrilu02Info_t info,
                                   cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseDcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                              const cusparseMatDescr_t descr, double* csrVal,
                                              const int* csrRowPtr, const int* csrColInd,
                                              csrilu02Info_t info, int* bytes);
cusparseStatus_t cusparseDcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
                                            const cusparseMatDescr_t descr, const double* csrVal,
                                            const int* csrRowPtr, const int* csrColInd,
                                            csrilu02Info_t info, cusparseSolvePolicy_t policy,
                                            void* buffer);
cusparseStatus_t cusparseDcsrilu02(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t descr, double* csrVal,
                                   const int* csrRowPtr, const int* csrColInd, csrilu02Info_t info,
                                   cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseCcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                              const cusparseMatDescr_t descr, cuComplex* csrVal,
                                              const int* csrRowPtr, const int* csrColInd,
                                              csrilu02Info_t info, int* bytes);
cusparseStatus_t cusparseCcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
                                            const cusparseMatDescr_t descr, const cuComplex* csrVal,
                                            const int* csrRowPtr, const int* csrColInd,
                                            csrilu02Info_t info, cusparseSolvePolicy_t policy,
                                            void* buffer);
cusparseStatus_t cusparseCcsrilu02(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t descr, cuComplex* csrVal,
                                   const int* csrRowPtr, const int* csrColInd, csrilu02Info_t info,
                                   cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                              const cusparseMatDescr_t descr,
                                              cuDoubleComplex* csrVal, const int* csrRowPtr,
                                              const int* csrColInd, csrilu02Info_t info,
                                              int* bytes);
cusparseStatus_t cusparseZcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
                                            const cusparseMatDescr_t descr,
                                            const cuDoubleComplex* csrVal, const int* csrRowPtr,
                                            const int* csrColInd, csrilu02Info_t info,
                                            cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsrilu02(cusparseHandle_t handle, int m, int nnz,
                                   const cusparseMatDescr_t descr, cuDoubleComplex* csrVal,
                                   const int* csrRowPtr, const int* csrColInd, csrilu02Info_t info,
                                   cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t* info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                            int* position);
cusparseStatus_t cusparseScsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                             const cusparseMatDescr_t descr, float* csrVal,
                                             const int* csrRowPtr, const int* csrColInd,
                                             csric02Info_t info, int* bytes);
cusparseStatus_t cusparseScsric02_analysis(cusparseHandle_t handle, int m, int nnz,
                                           const cusparseMatDescr_t descr, const float* csrVal,
                                           const int* csrRowPtr, const int* csrColInd,
                                           csric02Info_t info, cusparseSolvePolicy_t policy,
                                           void* buffer);
cusparseStatus_t cusparseScsric02(cusparseHandle_t handle, int m, int nnz,
                                  const cusparseMatDescr_t descr, float* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, csric02Info_t info,
                                  cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseDcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                             const cusparseMatDescr_t descr, double* csrVal,
                                             const int* csrRowPtr, const int* csrColInd,
                                             csric02Info_t info, int* bytes);
cusparseStatus_t cusparseDcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
                                           const cusparseMatDescr_t descr, const double* csrVal,
                                           const int* csrRowPtr, const int* csrColInd,
                                           csric02Info_t info, cusparseSolvePolicy_t policy,
                                           void* buffer);
cusparseStatus_t cusparseDcsric02(cusparseHandle_t handle, int m, int nnz,
                                  const cusparseMatDescr_t descr, double* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, csric02Info_t info,
                                  cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseCcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                             const cusparseMatDescr_t descr, cuComplex* csrVal,
                                             const int* csrRowPtr, const int* csrColInd,
                                             csric02Info_t info, int* bytes);
cusparseStatus_t cusparseCcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
                                           const cusparseMatDescr_t descr, const cuComplex* csrVal,
                                           const int* csrRowPtr, const int* csrColInd,
                                           csric02Info_t info, cusparseSolvePolicy_t policy,
                                           void* buffer);
cusparseStatus_t cusparseCcsric02(cusparseHandle_t handle, int m, int nnz,
                                  const cusparseMatDescr_t descr, cuComplex* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, csric02Info_t info,
                                  cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
                                             const cusparseMatDescr_t descr,
                                             cuDoubleComplex* csrVal, const int* csrRowPtr,
                                             const int* csrColInd, csric02Info_t info, int* bytes);
cusparseStatus_t cusparseZcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
                                           const cusparseMatDescr_t descr,
                                           const cuDoubleComplex* csrVal, const int* csrRowPtr,
                                           const int* csrColInd, csric02Info_t info,
                                           cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseZcsric02(cusparseHandle_t handle, int m, int nnz,
                                  const cusparseMatDescr_t descr, cuDoubleComplex* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, csric02Info_t info,
                                  cusparseSolvePolicy_t policy, void* buffer);
VG_C_END

#endif
