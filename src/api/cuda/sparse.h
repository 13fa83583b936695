// cuSPARSE's objects behind cusparse.h: the handle, indices of either width, descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include <cusparse.h>

#include <cstdint>

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};

namespace vgpu::cuda::sparse {

using Index = std::int64_t;

// An array of indices or offsets; what is read counts from 0.
struct Indices {
  void* data = nullptr;
  cusparseIndexType_t type = CUSPARSE_INDEX_32I;
  Index base = 0;

  Index operator[](Index i) const {
    if (type == CUSPARSE_INDEX_32I) return static_cast<const std::int32_t*>(data)[i] - base;
    if (type == CUSPARSE_INDEX_64I) return static_cast<const std::int64_t*>(data)[i] - base;
    return static_cast<const std::uint16_t*>(data)[i] - base;
  }
  void set(Index i, Index value) const {
    const Index stored = value + base;
    if (type == CUSPARSE_INDEX_32I)
      static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(stored);
    else if (type == CUSPARSE_INDEX_64I)
      static_cast<std::int64_t*>(data)[i] = stored;
    else
      static_cast<std::uint16_t*>(data)[i] = static_cast<std::uint16_t>(stored);
  }
  Indices from(Index first) const {
    const Index bytes = type == CUSPARSE_INDEX_32I ? 4 : type == CUSPARSE_INDEX_64I ? 8 : 2;
    return {static_cast<char*>(data) + first * bytes, type, base};
  }
};

}  // namespace vgpu::cuda::sparse

struct cusparseSpVecDescr {
  vgpu::cuda::sparse::Index size, count;
  vgpu::cuda::sparse::Indices indices;
  void* values;
  cudaDataType type;
};

struct cusparseDnVecDescr {
  vgpu::cuda::sparse::Index size;
  void* values;
  cudaDataType type;
};

// `along` says where each line of a compressed matrix begins, or the row of each element of COO; `across` the rest.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  vgpu::cuda::sparse::Index rows, columns, count;
  vgpu::cuda::sparse::Indices along, across;
  void* values;
  cudaDataType type;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  // Of several matrices of one shape: how many, and elements from one to the next of each array.
  int batches = 1;
  vgpu::cuda::sparse::Index along_stride = 0, element_stride = 0;
  // BLOCKED_ELL: rows of a block, and columns that are stored; `across` has the columns of blocks, less than 0 for none.
  // BSR: `along` and `across` are of blocks, `width` the columns of one, whose elements stand in `order`.
  // SLICED_ELLPACK: rows of a slice, and places that are stored; `along` says where each slice begins.
  vgpu::cuda::sparse::Index block = 0, width = 0;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
  vgpu::cuda::sparse::Index value_stride = 0;  // of BSR, whose elements are more than its indices

  cusparseSpMatDescr one(int batch) const;
};

struct cusparseDnMatDescr {
  vgpu::cuda::sparse::Index rows, columns, leading;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
  int batches = 1;
  vgpu::cuda::sparse::Index stride = 0;

  cusparseDnMatDescr one(int batch) const;
  template <typename T>
  T& at(vgpu::cuda::sparse::Index i, vgpu::cuda::sparse::Index j) const {
    return static_cast<T*>(values)[order == CUSPARSE_ORDER_COL ? i + j * leading : i * leading + j];
  }
};
