/* Matrices whose rows of blocks have equally many places for blocks; a column of -1 leaves a place empty.
 *
 * Values stand row by row. Products with dense matrices and conversions from and to them take such matrices.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_BLOCKED_ELL_H
#define VGPU_SPARSE_BLOCKED_ELL_H

#include "vgpu_sparse/descriptors.h"

VG_C_BEGIN
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols, void* ellColInd,
                                          void* ellValue, cusparseIndexType_t ellIdxType,
                                          cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                               int64_t cols, int64_t ellBlockSize, int64_t ellCols,
                                               const void* ellColInd, const void* ellValue,
                                               cusparseIndexType_t ellIdxType,
                                               cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                       int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd,
                                       void** ellValue, cusparseIndexType_t* ellIdxType,
                                       cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t descr, int64_t* rows,
                                            int64_t* cols, int64_t* ellBlockSize, int64_t* ellCols,
                                            const void** ellColInd, const void** ellValue,
                                            cusparseIndexType_t* ellIdxType,
                                            cusparseIndexBase_t* idxBase, cudaDataType* valueType);
VG_C_END

#endif
