/* cuSPARSE's solvers and changes of form that CUDA 11 took away.
 *
 * For float and double. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_OLDEST_SOLVERS_H
#define VGPU_SPARSE_OLDEST_SOLVERS_H

#include "vgpu_sparse/oldest_products.h"

typedef struct cusparseSolveAnalysisInfo* cusparseSolveAnalysisInfo_t;
typedef struct csrsm2Info* csrsm2Info_t;
typedef enum {
  CUSPARSE_HYB_PARTITION_AUTO = 0,
  CUSPARSE_HYB_PARTITION_USER = 1,
  CUSPARSE_HYB_PARTITION_MAX = 2
} cusparseHybPartition_t;

VG_C_BEGIN
cusparseStatus_t cusparseCreateSolveAnalysisInfo(cusparseSolveAnalysisInfo_t* info);
cusparseStatus_t cusparseDestroySolveAnalysisInfo(cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseCreateCsrsm2Info(csrsm2Info_t* info);
cusparseStatus_t cusparseDestroyCsrsm2Info(csrsm2Info_t info);
cusparseStatus_t cusparseXcsrsm2_zeroPivot(cusparseHandle_t handle, csrsm2Info_t info,
                                           int* position);
cusparseStatus_t cusparseScsr2csc(cusparseHandle_t handle, int m, int n, int nnz,
                                  const float* csrVal, const int* csrRowPtr, const int* csrColInd,
                                  float* cscVal, int* cscRowInd, int* cscColPtr,
                                  cusparseAction_t copyValues, cusparseIndexBase_t base);
cusparseStatus_t cusparseScsr2hyb(cusparseHandle_t handle, int m, int n,
                                  const cusparseMatDescr_t descrA, const float* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, cusparseHybMat_t hyb,
                                  int userEllWidth, cusparseHybPartition_t partition);
cusparseStatus_t cusparseShyb2csr(cusparseHandle_t handle, const cusparseMatDescr_t descrA,
                                  const cusparseHybMat_t hyb, float* csrVal, int* csrRowPtr,
                                  int* csrColInd);
cusparseStatus_t cusparseScsrsv_analysis(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                         int nnz, const cusparseMatDescr_t descrA,
                                         const float* csrVal, const int* csrRowPtr,
                                         const int* csrColInd, cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseScsrsv_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                      const float* alpha, const cusparseMatDescr_t descrA,
                                      const float* csrVal, const int* csrRowPtr,
                                      const int* csrColInd, cusparseSolveAnalysisInfo_t info,
                                      const float* f, float* x);
cusparseStatus_t cusparseScsrilu0(cusparseHandle_t handle, cusparseOperation_t trans, int m,
                                  const cusparseMatDescr_t descrA, float* csrVal,
                                  const int* csrRowPtr, const int* csrColInd,
                                  cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseScsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algorithm, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const float* alpha, const cusparseMatDescr_t descrA,
    const float* csrVal, const int* csrRowPtr, const int* csrColInd, const float* B, int ldb,
    csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t* bytes);
cusparseStatus_t cusparseScsrsm2_analysis(cusparseHandle_t handle, int algorithm,
                                          cusparseOperation_t transA, cusparseOperation_t transB,
                                          int m, int nrhs, int nnz, const float* alpha,
                                          const cusparseMatDescr_t descrA, const float* csrVal,
                                          const int* csrRowPtr, const int* csrColInd,
                                          const float* B, int ldb, csrsm2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseScsrsm2_solve(cusparseHandle_t handle, int algorithm,
                                       cusparseOperation_t transA, cusparseOperation_t transB,
                                       int m, int nrhs, int nnz, const float* alpha,
                                       const cusparseMatDescr_t descrA, const float* csrVal,
                                       const int* csrRowPtr, const int* csrColInd, float* B,
                                       int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy,
                                       void* buffer);
cusparseStatus_t cusparseSgtsv(cusparseHandle_t handle, int m, int n, const float* dl,
                               const float* d, const float* du, float* B, int ldb);
cusparseStatus_t cusparseSgtsv_nopivot(cusparseHandle_t handle, int m, int n, const float* dl,
                                       const float* d, const float* du, float* B, int ldb);
cusparseStatus_t cusparseSgtsvStridedBatch(cusparseHandle_t handle, int m, const float* dl,
                                           const float* d, const float* du, float* x,
                                           int batchCount, int batchStride);
cusparseStatus_t cusparseDcsr2csc(cusparseHandle_t handle, int m, int n, int nnz,
                                  const double* csrVal, const int* csrRowPtr, const int* csrColInd,
                                  double* cscVal, int* cscRowInd, int* cscColPtr,
                                  cusparseAction_t copyValues, cusparseIndexBase_t base);
cusparseStatus_t cusparseDcsr2hyb(cusparseHandle_t handle, int m, int n,
                                  const cusparseMatDescr_t descrA, const double* csrVal,
                                  const int* csrRowPtr, const int* csrColInd, cusparseHybMat_t hyb,
                                  int userEllWidth, cusparseHybPartition_t partition);
cusparseStatus_t cusparseDhyb2csr(cusparseHandle_t handle, const cusparseMatDescr_t descrA,
                                  const cusparseHybMat_t hyb, double* csrVal, int* csrRowPtr,
                                  int* csrColInd);
cusparseStatus_t cusparseDcsrsv_analysis(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                         int nnz, const cusparseMatDescr_t descrA,
                                         const double* csrVal, const int* csrRowPtr,
                                         const int* csrColInd, cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseDcsrsv_solve(cusparseHandle_t handle, cusparseOperation_t transA, int m,
                                      const double* alpha, const cusparseMatDescr_t descrA,
                                      const double* csrVal, const int* csrRowPtr,
                                      const int* csrColInd, cusparseSolveAnalysisInfo_t info,
                                      const double* f, double* x);
cusparseStatus_t cusparseDcsrilu0(cusparseHandle_t handle, cusparseOperation_t trans, int m,
                                  const cusparseMatDescr_t descrA, double* csrVal,
                                  const int* csrRowPtr, const int* csrColInd,
                                  cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseDcsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algorithm, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const double* alpha, const cusparseMatDescr_t descrA,
    const double* csrVal, const int* csrRowPtr, const int* csrColInd, const double* B, int ldb,
    csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t* bytes);
cusparseStatus_t cusparseDcsrsm2_analysis(cusparseHandle_t handle, int algorithm,
                                          cusparseOperation_t transA, cusparseOperation_t transB,
                                          int m, int nrhs, int nnz, const double* alpha,
                                          const cusparseMatDescr_t descrA, const double* csrVal,
                                          const int* csrRowPtr, const int* csrColInd,
                                          const double* B, int ldb, csrsm2Info_t info,
                                          cusparseSolvePolicy_t policy, void* buffer);
cusparseStatus_t cusparseDcsrsm2_solve(cusparseHandle_t handle, int algorithm,
                                       cusparseOperation_t transA, cusparseOperation_t transB,
                                       int m, int nrhs, int nnz, const double* alpha,
                                       const cusparseMatDescr_t descrA, const double* csrVal,
                                       const int* csrRowPtr, const int* csrColInd, double* B,
                                       int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy,
                                       void* buffer);
cusparseStatus_t cusparseDgtsv(cusparseHandle_t handle, int m, int n, const double* dl,
                               const double* d, const double* du, double* B, int ldb);
cusparseStatus_t cusparseDgtsv_nopivot(cusparseHandle_t handle, int m, int n, const double* dl,
                                       const double* d, const double* du, double* B, int ldb);
cusparseStatus_t cusparseDgtsvStridedBatch(cusparseHandle_t handle, int m, const double* dl,
                                           const double* d, const double* du, double* x,
                                           int batchCount, int batchStride);
VG_C_END

#endif
