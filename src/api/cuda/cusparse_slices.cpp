// The functions of vgpu_sparse/slices.h.
// SPDX-License-Identifier: MIT
#include <new>

#include "api/cuda/sparse.h"

using namespace vgpu::cuda::sparse;

namespace {

// What both kinds of matrix are made of.
struct Parts {
  Index rows, columns, count, block, width;
  const void *along, *across, *values;
  cusparseIndexType_t along_type, across_type;
  cusparseIndexBase_t base;
  cudaDataType type;
};

bool is_index(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

cusparseStatus_t make(cusparseSpMatDescr** out, cusparseFormat_t format, const Parts& parts,
                      Index offset_base, cusparseOrder_t order) {
  const bool fits = parts.rows >= 0 && parts.columns >= 0 && parts.count >= 0 && parts.block > 0 &&
                    parts.width >= 0;
  if (out == nullptr || !fits || !is_index(parts.along_type) || !is_index(parts.across_type))
    return CUSPARSE_STATUS_INVALID_VALUE;
  const Indices along{const_cast<void*>(parts.along), parts.along_type, offset_base};
  const Indices across{const_cast<void*>(parts.across), parts.across_type, parts.base};
  *out = new (std::nothrow) cusparseSpMatDescr{format,
                                               parts.rows,
                                               parts.columns,
                                               parts.count,
                                               along,
                                               across,
                                               const_cast<void*>(parts.values),
                                               parts.type};
  if (*out == nullptr) return CUSPARSE_STATUS_ALLOC_FAILED;
  (*out)->block = parts.block;
  (*out)->width = parts.width;
  (*out)->order = order;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

// Each function twice: for memory that operations may write, and for memory that they may not.
#define VG_CREATE(C, c)                                                                            \
  cusparseStatus_t cusparseCreate##C##Bsr(                                                         \
      cusparse##C##SpMatDescr_t* descr, int64_t brows, int64_t bcols, int64_t bnnz,                \
      int64_t rowBlockSize, int64_t colBlockSize, c void* bsrRowOffsets, c void* bsrColInd,        \
      c void* bsrValues, cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,           \
      cusparseIndexBase_t base, cudaDataType valueType, cusparseOrder_t order) {                   \
    return make(const_cast<cusparseSpMatDescr**>(descr), CUSPARSE_FORMAT_BSR,                      \
                {brows * rowBlockSize, bcols * colBlockSize, bnnz * rowBlockSize * colBlockSize,   \
                 rowBlockSize, colBlockSize, bsrRowOffsets, bsrColInd, bsrValues, offsetsType,     \
                 indexType, base, valueType},                                                      \
                base, order);                                                                      \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##SlicedEll(                                                   \
      cusparse##C##SpMatDescr_t* descr, int64_t rows, int64_t cols, int64_t nnz,                   \
      int64_t valuesSize, int64_t sliceSize, c void* sliceOffsets, c void* colInd, c void* values, \
      cusparseIndexType_t offsetsType, cusparseIndexType_t indexType, cusparseIndexBase_t base,    \
      cudaDataType valueType) {                                                                    \
    return make(const_cast<cusparseSpMatDescr**>(descr), CUSPARSE_FORMAT_SLICED_ELLPACK,           \
                {rows, cols, nnz, sliceSize, valuesSize, sliceOffsets, colInd, values,             \
                 offsetsType, indexType, base, valueType},                                         \
                base, CUSPARSE_ORDER_COL);                                                         \
  }
VG_CREATE(, )
VG_CREATE(Const, const)
#undef VG_CREATE
