// The functions of vgpu_sparse/blocked_ell.h.
// SPDX-License-Identifier: MIT
#include <new>

#include "api/cuda/sparse.h"

using namespace vgpu::cuda::sparse;

namespace {

cusparseStatus_t make(cusparseSpMatDescr** out, Index rows, Index columns, Index block, Index width,
                      const void* indices, const void* values, cusparseIndexType_t type,
                      cusparseIndexBase_t base, cudaDataType kind) {
  const bool fits = rows >= 0 && columns >= 0 && block > 0 && width >= 0 && width <= columns &&
                    rows % block == 0 && columns % block == 0 && width % block == 0;
  if (out == nullptr || !fits || (type != CUSPARSE_INDEX_32I && type != CUSPARSE_INDEX_64I))
    return CUSPARSE_STATUS_INVALID_VALUE;
  *out = new (std::nothrow) cusparseSpMatDescr{CUSPARSE_FORMAT_BLOCKED_ELL,
                                               rows,
                                               columns,
                                               rows * width,
                                               {},
                                               Indices{const_cast<void*>(indices), type, base},
                                               const_cast<void*>(values),
                                               kind};
  if (*out == nullptr) return CUSPARSE_STATUS_ALLOC_FAILED;
  (*out)->block = block;
  (*out)->width = width;
  return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
void put(T* to, T value) {
  if (to != nullptr) *to = value;
}

template <typename Data>
cusparseStatus_t get(const cusparseSpMatDescr* matrix, int64_t* rows, int64_t* columns,
                     int64_t* block, int64_t* width, Data** indices, Data** values,
                     cusparseIndexType_t* type, cusparseIndexBase_t* base, cudaDataType* kind) {
  if (matrix == nullptr || matrix->format != CUSPARSE_FORMAT_BLOCKED_ELL)
    return CUSPARSE_STATUS_INVALID_VALUE;
  put(rows, matrix->rows), put(columns, matrix->columns);
  put(block, matrix->block), put(width, matrix->width);
  put(indices, static_cast<Data*>(matrix->across.data));
  put(values, static_cast<Data*>(matrix->values));
  put(type, matrix->across.type);
  put(base, static_cast<cusparseIndexBase_t>(matrix->across.base));
  put(kind, matrix->type);
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols, void* ellColInd,
                                          void* ellValue, cusparseIndexType_t ellIdxType,
                                          cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return make(descr, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue, ellIdxType, idxBase,
              valueType);
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                               int64_t cols, int64_t ellBlockSize, int64_t ellCols,
                                               const void* ellColInd, const void* ellValue,
                                               cusparseIndexType_t ellIdxType,
                                               cusparseIndexBase_t idxBase,
                                               cudaDataType valueType) {
  return make(const_cast<cusparseSpMatDescr**>(descr), rows, cols, ellBlockSize, ellCols, ellColInd,
              ellValue, ellIdxType, idxBase, valueType);
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                       int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd,
                                       void** ellValue, cusparseIndexType_t* ellIdxType,
                                       cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return get(descr, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue, ellIdxType, idxBase,
             valueType);
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t descr, int64_t* rows,
                                            int64_t* cols, int64_t* ellBlockSize, int64_t* ellCols,
                                            const void** ellColInd, const void** ellValue,
                                            cusparseIndexType_t* ellIdxType,
                                            cusparseIndexBase_t* idxBase, cudaDataType* valueType) {
  return get(descr, rows, cols, ellBlockSize, ellCols, ellColInd, ellValue, ellIdxType, idxBase,
             valueType);
}
