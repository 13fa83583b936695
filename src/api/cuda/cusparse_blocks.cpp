// The functions of vgpu_sparse/blocks.h.
//
// Products take a row of elements each; conversions a row of blocks. As in cuSPARSE, the matrix of blocks is not transposed.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include <algorithm>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

struct Pattern {
  const int *begins, *columns;
  int base;
  Index begin(Index row) const { return begins[row] - base; }
  Index end(Index row) const { return begins[row + 1] - base; }
  Index column(Index at) const { return columns[at] - base; }
};

// Blocks of size x size elements.
template <typename T>
struct Blocks {
  Pattern pattern;
  T* values;
  Index size;
  bool by_rows;

  T& at(Index block, Index i, Index j) const {
    return values[block * size * size + (by_rows ? i * size + j : i + j * size)];
  }
};

template <typename T>
Blocks<T> blocks_of(cusparseDirection_t direction, cusparseMatDescr_t by, T* values,
                    const int* begins, const int* columns, int size) {
  return {{begins, columns, by->base}, values, size, direction == CUSPARSE_DIRECTION_ROW};
}

// The columns of blocks in which a row of blocks of a CSR matrix has elements, rising.
std::vector<Index> block_columns(const Pattern& a, Index rows, Index size, Index block_row) {
  std::vector<Index> found;
  for (Index row = block_row * size; row < std::min(rows, (block_row + 1) * size); ++row)
    for (Index at = a.begin(row); at < a.end(row); ++at) found.push_back(a.column(at) / size);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

template <typename T>
cusparseStatus_t to_blocks(cusparseHandle_t handle, int m, const Pattern& a, const T* values,
                           const Blocks<T>& c, int* columns) {
  return start_each(handle, (m + c.size - 1) / c.size, 16, [=](Index block_row) {
    const std::vector<Index> found = block_columns(a, m, c.size, block_row);
    const Index first = c.pattern.begin(block_row);
    for (std::size_t i = 0; i < found.size(); ++i)
      columns[first + static_cast<Index>(i)] = static_cast<int>(found[i]) + c.pattern.base;
    std::fill_n(c.values + first * c.size * c.size,
                static_cast<Index>(found.size()) * c.size * c.size, T(0));
    for (Index row = block_row * c.size; row < std::min<Index>(m, (block_row + 1) * c.size); ++row)
      for (Index at = a.begin(row); at < a.end(row); ++at) {
        const auto place = std::lower_bound(found.begin(), found.end(), a.column(at) / c.size);
        c.at(first + (place - found.begin()), row % c.size, a.column(at) % c.size) = values[at];
      }
  });
}

// All elements of the blocks, zeros too.
template <typename T>
cusparseStatus_t from_blocks(cusparseHandle_t handle, int mb, const Blocks<const T>& a, int base,
                             T* values, int* begins, int* columns) {
  const Index size = a.size;
  if (const auto error = start_serial(handle, [=] {
        begins[mb * size] = static_cast<int>(a.pattern.end(mb - 1) * size * size) + base;
      }))
    return error;
  return start_each(handle, mb * size, 16, [=](Index row) {
    const Index block_row = row / size, first = a.pattern.begin(block_row);
    const Index width = (a.pattern.end(block_row) - first) * size;
    Index to = first * size * size + row % size * width;
    begins[row] = static_cast<int>(to) + base;
    for (Index block = first; block < a.pattern.end(block_row); ++block)
      for (Index j = 0; j < size; ++j, ++to) {
        columns[to] = static_cast<int>(a.pattern.column(block) * size + j) + base;
        values[to] = a.at(block, row % size, j);
      }
  });
}

// c := alpha a b + beta c; b(k, j) is b[k * b_row + j * b_column]. With beta = 0 what c held does not matter.
template <typename T>
struct BlockProduct {
  Blocks<const T> a;
  Scalar<T> alpha, beta;
  const T* b;
  Index b_row, b_column;
  T* c;
  Index columns, ldc;

  void operator()(Index row) const {
    const Index block_row = row / a.size;
    for (Index j = 0; j < columns; ++j) {
      T sum(0);
      for (Index block = a.pattern.begin(block_row); block < a.pattern.end(block_row); ++block) {
        const T* part = b + a.pattern.column(block) * a.size * b_row + j * b_column;
        for (Index k = 0; k < a.size; ++k) sum += a.at(block, row % a.size, k) * part[k * b_row];
      }
      T& place = c[row + j * ldc];
      place = beta.get() == T(0) ? alpha.get() * sum : alpha.get() * sum + beta.get() * place;
    }
  }
};

template <typename T>
cusparseStatus_t multiply(cusparseHandle_t handle, BlockProduct<T> product, int mb, const T* alpha,
                          const T* beta) {
  if (const auto error = take(handle, alpha, product.alpha)) return error;
  if (const auto error = take(handle, beta, product.beta)) return error;
  return start_each(handle, mb * product.a.size, 16, product);
}

bool is_shape(int rows, int columns, int size, cusparseMatDescr_t by) {
  return rows >= 0 && columns >= 0 && size > 0 && by != nullptr;
}

}  // namespace

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t, int m, int n,
                                     const cusparseMatDescr_t descrA, const int* csrRowPtr,
                                     const int* csrColInd, int blockDim,
                                     const cusparseMatDescr_t descrC, int* bsrRowPtr,
                                     int* nnzTotal) {
  return call(handle, [&] {
    if (!is_shape(m, n, blockDim, descrA) || descrC == nullptr || bsrRowPtr == nullptr)
      return CUSPARSE_STATUS_INVALID_VALUE;
    const Pattern a{csrRowPtr, csrColInd, descrA->base};
    const int base = descrC->base;
    const cusparseStatus_t error = start_serial(handle, [=] {
      const Index count = (m + blockDim - 1) / blockDim;
      bsrRowPtr[0] = base;
      for (Index row = 0; row < count; ++row)
        bsrRowPtr[row + 1] =
            bsrRowPtr[row] + static_cast<int>(block_columns(a, m, blockDim, row).size());
      if (nnzTotal != nullptr) *nnzTotal = bsrRowPtr[count] - base;
    });
    if (error != CUSPARSE_STATUS_SUCCESS || nnzTotal == nullptr) return error;
    if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE) return error;
    return status(vgpuStreamSynchronize(to_vgpu(handle->stream)));
  });
}

#define VG_BLOCKS(L, T)                                                                            \
  cusparseStatus_t cusparse##L##csr2bsr(                                                           \
      cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,                        \
      const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,                      \
      const int* csrColInd, int blockDim, const cusparseMatDescr_t descrC, T* bsrVal,              \
      int* bsrRowPtr, int* bsrColInd) {                                                            \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      if (!is_shape(m, n, blockDim, descrA) || !descrC) return CUSPARSE_STATUS_INVALID_VALUE;      \
      const auto c = blocks_of(direction, descrC, reinterpret_cast<N*>(bsrVal), bsrRowPtr,         \
                               bsrColInd, blockDim);                                               \
      return to_blocks(handle, m, {csrRowPtr, csrColInd, descrA->base},                            \
                       reinterpret_cast<const N*>(csrVal), c, bsrColInd);                          \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##bsr2csr(                                                           \
      cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,                      \
      const cusparseMatDescr_t descrA, const T* bsrVal, const int* bsrRowPtr,                      \
      const int* bsrColInd, int blockDim, const cusparseMatDescr_t descrC, T* csrVal,              \
      int* csrRowPtr, int* csrColInd) {                                                            \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      if (!is_shape(mb, nb, blockDim, descrA) || !descrC || mb == 0)                               \
        return CUSPARSE_STATUS_INVALID_VALUE;                                                      \
      const auto a = blocks_of(direction, descrA, reinterpret_cast<const N*>(bsrVal), bsrRowPtr,   \
                               bsrColInd, blockDim);                                               \
      return from_blocks(handle, mb, a, descrC->base, reinterpret_cast<N*>(csrVal), csrRowPtr,     \
                         csrColInd);                                                               \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##bsrmm(                                                             \
      cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t transA,          \
      cusparseOperation_t transB, int mb, int n, int kb, int, const T* alpha,                      \
      const cusparseMatDescr_t descrA, const T* bsrVal, const int* bsrRowPtr,                      \
      const int* bsrColInd, int blockSize, const T* B, int ldb, const T* beta, T* C, int ldc) {    \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      if (!is_shape(mb, kb, blockSize, descrA) || n < 0) return CUSPARSE_STATUS_INVALID_VALUE;     \
      if (transA != CUSPARSE_OPERATION_NON_TRANSPOSE ||                                            \
          transB == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)                                        \
        return CUSPARSE_STATUS_NOT_SUPPORTED;                                                      \
      const bool plain = transB == CUSPARSE_OPERATION_NON_TRANSPOSE;                               \
      const auto a = blocks_of(direction, descrA, reinterpret_cast<const N*>(bsrVal), bsrRowPtr,   \
                               bsrColInd, blockSize);                                              \
      const BlockProduct<N> product{a,                                                             \
                                    {},                                                            \
                                    {},                                                            \
                                    reinterpret_cast<const N*>(B),                                 \
                                    plain ? 1 : ldb,                                               \
                                    plain ? ldb : 1,                                               \
                                    reinterpret_cast<N*>(C),                                       \
                                    n,                                                             \
                                    ldc};                                                          \
      return multiply(handle, product, mb, reinterpret_cast<const N*>(alpha),                      \
                      reinterpret_cast<const N*>(beta));                                           \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##bsrmv(                                                             \
      cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t transA, int mb,  \
      int nb, int nnzb, const T* alpha, const cusparseMatDescr_t descrA, const T* bsrVal,          \
      const int* bsrRowPtr, const int* bsrColInd, int blockDim, const T* x, const T* beta, T* y) { \
    return cusparse##L##bsrmm(handle, direction, transA, CUSPARSE_OPERATION_NON_TRANSPOSE, mb, 1,  \
                              nb, nnzb, alpha, descrA, bsrVal, bsrRowPtr, bsrColInd, blockDim, x,  \
                              nb * blockDim, beta, y, mb * blockDim);                              \
  }
VG_BLOCKS(S, float)
VG_BLOCKS(D, double)
VG_BLOCKS(C, cuComplex)
VG_BLOCKS(Z, cuDoubleComplex)
#undef VG_BLOCKS
