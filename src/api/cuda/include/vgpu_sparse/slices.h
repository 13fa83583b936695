/* Matrices by blocks of any shape (BSR), and by slices of rows that are equally long (sliced ELL, where a column of -1
 * leaves a place empty).
 *
 * Products with vectors take both, those with dense matrices and samples of them BSR, solutions of systems sliced ELL.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_SLICES_H
#define VGPU_SPARSE_SLICES_H

#include "vgpu_sparse/descriptors.h"

VG_C_BEGIN
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t* descr, int64_t brows, int64_t bcols,
                                   int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize,
                                   void* bsrRowOffsets, void* bsrColInd, void* bsrValues,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType valueType,
                                   cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t* descr, int64_t brows,
                                        int64_t bcols, int64_t bnnz, int64_t rowBlockSize,
                                        int64_t colBlockSize, const void* bsrRowOffsets,
                                        const void* bsrColInd, const void* bsrValues,
                                        cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                         int64_t nnz, int64_t valuesSize, int64_t sliceSize,
                                         void* sliceOffsets, void* colInd, void* values,
                                         cusparseIndexType_t offsetsType,
                                         cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                         cudaDataType valueType);
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                              int64_t cols, int64_t nnz, int64_t valuesSize,
                                              int64_t sliceSize, const void* sliceOffsets,
                                              const void* colInd, const void* values,
                                              cusparseIndexType_t offsetsType,
                                              cusparseIndexType_t indexType,
                                              cusparseIndexBase_t base, cudaDataType valueType);
VG_C_END

#endif
