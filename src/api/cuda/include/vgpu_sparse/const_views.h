/* What descriptors of memory that must not be written tell of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_CONST_VIEWS_H
#define VGPU_SPARSE_CONST_VIEWS_H

#include "vgpu_sparse/descriptors.h"

VG_C_BEGIN
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t descr, const void** values);
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t descr, const void** values);
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t descr, const void** values);
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t descr, const void** values);
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t descr, int64_t* size, int64_t* nnz,
                                       const void** indices, const void** values,
                                       cusparseIndexType_t* indexType, cusparseIndexBase_t* base,
                                       cudaDataType* valueType);
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t descr, int64_t* size,
                                       const void** values, cudaDataType* valueType);
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t descr, int64_t* rows,
                                       int64_t* cols, int64_t* ld, const void** values,
                                       cudaDataType* valueType, cusparseOrder_t* order);
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** rowOffsets, const void** colInd,
                                     const void** values, cusparseIndexType_t* offsetsType,
                                     cusparseIndexType_t* indexType, cusparseIndexBase_t* base,
                                     cudaDataType* valueType);
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** colOffsets, void** rowInd, void** values,
                                cusparseIndexType_t* offsetsType, cusparseIndexType_t* indexType,
                                cusparseIndexBase_t* base, cudaDataType* valueType);
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** colOffsets, const void** rowInd,
                                     const void** values, cusparseIndexType_t* offsetsType,
                                     cusparseIndexType_t* indexType, cusparseIndexBase_t* base,
                                     cudaDataType* valueType);
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** rowInd, const void** colInd,
                                     const void** values, cusparseIndexType_t* indexType,
                                     cusparseIndexBase_t* base, cudaDataType* valueType);
VG_C_END

#endif
