/* Several matrices of one shape behind one descriptor, and dense products of which only some elements are wanted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_SAMPLED_H
#define VGPU_SPARSE_SAMPLED_H

#include "vgpu_sparse/descriptors.h"

typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;

VG_C_BEGIN
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t descr, int batchCount,
                                              int64_t batchStride);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t descr, int* batchCount,
                                              int64_t* batchStride);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t descr, int* batchCount);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t batchStride);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t offsetsStride, int64_t elementsStride);
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t offsetsStride, int64_t columnsStride,
                                            int64_t valuesStride);
cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void* alpha,
                                          cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                                          const void* beta, cusparseSpMatDescr_t C,
                                          cudaDataType computeType, cusparseSDDMMAlg_t algorithm,
                                          size_t* bytes);
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void* alpha,
                                          cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                                          const void* beta, cusparseSpMatDescr_t C,
                                          cudaDataType computeType, cusparseSDDMMAlg_t algorithm,
                                          void* buffer);
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void* alpha,
                               cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                               const void* beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                               cusparseSDDMMAlg_t algorithm, void* buffer);
VG_C_END

#endif
