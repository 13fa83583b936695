/* Solutions of sparse triangular systems and products of two sparse matrices by cuSPARSE's names.
 *
 * Which triangle is meant and whether its diagonal is stored are attributes of the matrix.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_SOLVERS_H
#define VGPU_SPARSE_SOLVERS_H

#include "vgpu_sparse/descriptors.h"

typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
  CUSPARSE_SPSV_UPDATE_GENERAL = 0,
  CUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} cusparseSpSVUpdate_t;
typedef enum {
  CUSPARSE_SPGEMM_DEFAULT = 0,
  CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
  CUSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1,
  CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  CUSPARSE_SPGEMM_ALG1 = 3,
  CUSPARSE_SPGEMM_ALG2 = 4,
  CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;

typedef struct cusparseSpSVDescr* cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr* cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;

VG_C_BEGIN
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descr);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* descr);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void* alpha, cusparseConstSpMatDescr_t A,
                                         cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                         cudaDataType computeType, cusparseSpSVAlg_t algorithm,
                                         cusparseSpSVDescr_t descr, size_t* bytes);
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       const void* alpha, cusparseConstSpMatDescr_t A,
                                       cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                       cudaDataType computeType, cusparseSpSVAlg_t algorithm,
                                       cusparseSpSVDescr_t descr, void* buffer);
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void* alpha, cusparseConstSpMatDescr_t A,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType computeType, cusparseSpSVAlg_t algorithm,
                                    cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t descr,
                                           void* values, cusparseSpSVUpdate_t part);
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void* alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         cusparseDnMatDescr_t C, cudaDataType computeType,
                                         cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t descr,
                                         size_t* bytes);
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       cusparseOperation_t opB, const void* alpha,
                                       cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                       cusparseDnMatDescr_t C, cudaDataType computeType,
                                       cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t descr,
                                       void* buffer);
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void* alpha,
                                    cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                    cusparseDnMatDescr_t C, cudaDataType computeType,
                                    cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
    cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, const void* beta,
    cusparseSpMatDescr_t C, cudaDataType computeType, cusparseSpGEMMAlg_t algorithm,
    cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer);
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t* count);
cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t opA,
                                               cusparseOperation_t opB, const void* alpha,
                                               cusparseConstSpMatDescr_t A,
                                               cusparseConstSpMatDescr_t B, const void* beta,
                                               cusparseSpMatDescr_t C, cudaDataType computeType,
                                               cusparseSpGEMMAlg_t algorithm,
                                               cusparseSpGEMMDescr_t descr, float chunkFraction,
                                               size_t* bytes3, void* buffer3, size_t* bytes2);
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void* alpha,
                                        cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                                        const void* beta, cusparseSpMatDescr_t C,
                                        cudaDataType computeType, cusparseSpGEMMAlg_t algorithm,
                                        cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer);
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void* alpha,
                                     cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                                     const void* beta, cusparseSpMatDescr_t C,
                                     cudaDataType computeType, cusparseSpGEMMAlg_t algorithm,
                                     cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C,
    cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer);
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, cusparseConstSpMatDescr_t A,
                                         cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C,
                                         cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr,
                                         size_t* bytes2, void* buffer2, size_t* bytes3,
                                         void* buffer3, size_t* bytes4, void* buffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, cusparseConstSpMatDescr_t A,
                                          cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C,
                                          cusparseSpGEMMAlg_t algorithm,
                                          cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer);
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                             cusparseOperation_t opB, const void* alpha,
                                             cusparseConstSpMatDescr_t A,
                                             cusparseConstSpMatDescr_t B, const void* beta,
                                             cusparseSpMatDescr_t C, cudaDataType computeType,
                                             cusparseSpGEMMAlg_t algorithm,
                                             cusparseSpGEMMDescr_t descr);
VG_C_END

#endif
