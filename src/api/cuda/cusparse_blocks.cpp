// The functions of vgpu_sparse/blocks.h.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

constexpr std::size_t kRowsAPart = 64;

// Rows of elements, or of blocks; what is read counts from 0.
template <typename T>
struct Rows {
  int count, base;
  const int *begins, *columns;
  const T* values;

  Index begin(Index row) const { return begins[row] - base; }
  Index end(Index row) const { return begins[row + 1] - base; }
  Index column(Index at) const { return columns[at] - base; }
};

// Where element (i, j) of a block lies in it.
struct BlockShape {
  bool by_rows;
  Index size;
  Index elements() const { return size * size; }
  Index place(Index i, Index j) const { return by_rows ? i * size + j : j * size + i; }
};

int base_of(cusparseMatDescr_t descr) { return descr != nullptr ? descr->base : 0; }
int blocks_for(int count, int size) { return (count + size - 1) / size; }

// The block columns of a row of blocks, rising.
template <typename T>
std::set<Index> blocks_of(const Rows<T>& a, Index block_row, Index size) {
  std::set<Index> found;
  const Index last = std::min<Index>((block_row + 1) * size, a.count);
  for (Index row = block_row * size; row < last; ++row)
    for (Index at = a.begin(row); at < a.end(row); ++at) found.insert(a.column(at) / size);
  return found;
}

cusparseStatus_t await(cusparseHandle_t handle, cusparseStatus_t started) {
  return started != CUSPARSE_STATUS_SUCCESS ? started : finish(handle);
}

template <typename T>
void to_blocks(const Rows<T>& a, const BlockShape& shape, int base, T* values, int* begins,
               int* columns) {
  const int rows = blocks_for(a.count, static_cast<int>(shape.size));
  Index at = 0;
  for (Index block_row = 0; block_row < rows; ++block_row) {
    begins[block_row] = static_cast<int>(at) + base;
    const std::set<Index> found = blocks_of(a, block_row, shape.size);
    std::fill_n(values + at * shape.elements(), static_cast<Index>(found.size()) * shape.elements(),
                T{});
    const Index last = std::min<Index>((block_row + 1) * shape.size, a.count);
    for (Index row = block_row * shape.size; row < last; ++row)
      for (Index k = a.begin(row); k < a.end(row); ++k) {
        const Index column = a.column(k);
        const Index block = at + std::distance(found.begin(), found.find(column / shape.size));
        values[block * shape.elements() + shape.place(row % shape.size, column % shape.size)] =
            a.values[k];
      }
    for (const Index column : found) columns[at++] = static_cast<int>(column) + base;
  }
  begins[rows] = static_cast<int>(at) + base;
}

template <typename T>
void from_blocks(const Rows<T>& a, const BlockShape& shape, int base, T* values, int* begins,
                 int* columns) {
  Index to = 0;
  for (Index block_row = 0; block_row < a.count; ++block_row)
    for (Index i = 0; i < shape.size; ++i) {
      begins[block_row * shape.size + i] = static_cast<int>(to) + base;
      for (Index block = a.begin(block_row); block < a.end(block_row); ++block)
        for (Index j = 0; j < shape.size; ++j) {
          values[to] = a.values[block * shape.elements() + shape.place(i, j)];
          columns[to++] = static_cast<int>(a.column(block) * shape.size + j) + base;
        }
    }
  begins[a.count * shape.size] = static_cast<int>(to) + base;
}

// c = alpha a b + beta c for columns of b, which lie b_step apart, their elements b_inner.
template <typename T>
struct BlockProduct {
  Rows<T> a;
  BlockShape shape;
  Scalar<T> alpha, beta;
  const T* b;
  Index b_inner, b_step, columns;
  T* c;
  Index ldc;

  cusparseStatus_t start(cusparseHandle_t handle) const {
    return start_each(handle, a.count, kRowsAPart, [self = *this](Index row) { self.add(row); });
  }
  void add(Index block_row) const {
    for (Index i = 0; i < shape.size; ++i)
      for (Index column = 0; column < columns; ++column) {
        T sum(0);
        for (Index block = a.begin(block_row); block < a.end(block_row); ++block)
          for (Index j = 0; j < shape.size; ++j)
            sum += a.values[block * shape.elements() + shape.place(i, j)] *
                   b[(a.column(block) * shape.size + j) * b_inner + column * b_step];
        T& out = c[block_row * shape.size + i + column * ldc];
        const T old = beta.get() == T(0) ? T(0) : beta.get() * out;
        out = alpha.get() * sum + old;
      }
  }
};

template <typename T>
cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op_a,
                          cusparseOperation_t op_b, BlockProduct<T> product, const T* alpha,
                          const T* beta) {
  if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (product.a.count < 0 || product.shape.size < 1 || product.columns < 0)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (const cusparseStatus_t error = take(handle, alpha, product.alpha)) return error;
  if (const cusparseStatus_t error = take(handle, beta, product.beta)) return error;
  return product.start(handle);
}

// Elements larger than the tolerance's real part.
template <typename T>
bool is_kept(T value, T tolerance) {
  return std::abs(value) > std::real(tolerance);
}

template <typename T>
cusparseStatus_t count_kept(cusparseHandle_t handle, const Rows<T>& a, int* each, int* all,
                            T tolerance) {
  if (a.count < 0 || each == nullptr || all == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return await(handle, start_serial(handle, [=] {
                 *all = 0;
                 for (Index row = 0; row < a.count; ++row) {
                   each[row] = static_cast<int>(
                       std::count_if(a.values + a.begin(row), a.values + a.end(row),
                                     [&](T value) { return is_kept(value, tolerance); }));
                   *all += each[row];
                 }
               }));
}

template <typename T>
void keep(const Rows<T>& a, T tolerance, T* values, int* columns, int* begins) {
  Index to = 0;
  for (Index row = 0; row < a.count; ++row) {
    begins[row] = static_cast<int>(to) + a.base;
    for (Index at = a.begin(row); at < a.end(row); ++at) {
      if (!is_kept(a.values[at], tolerance)) continue;
      columns[to] = a.columns[at];
      values[to++] = a.values[at];
    }
  }
  begins[a.count] = static_cast<int>(to) + a.base;
}

template <typename T>
const Number<T>* numbers(const T* x) {
  return reinterpret_cast<const Number<T>*>(x);
}
template <typename T>
Number<T>* numbers(T* x) {
  return reinterpret_cast<Number<T>*>(x);
}

}  // namespace

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t, int m, int,
                                     cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                     const int* csrColIndA, int blockDim, cusparseMatDescr_t descrC,
                                     int* bsrRowPtrC, int* nnzTotal) {
  return call(handle, [&] {
    if (m < 0 || blockDim < 1 || nnzTotal == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    const Rows<float> a{m, base_of(descrA), csrRowPtrA, csrColIndA, nullptr};
    return await(handle, start_serial(handle, [=, base = base_of(descrC)] {
                   int at = 0;
                   const int rows = blocks_for(m, blockDim);
                   for (int row = 0; row < rows; ++row) {
                     bsrRowPtrC[row] = at + base;
                     at += static_cast<int>(blocks_of(a, row, blockDim).size());
                   }
                   bsrRowPtrC[rows] = at + base;
                   *nnzTotal = at;
                 }));
  });
}

#define VG_CONVERT(L, T, name, convert)                                                         \
  cusparseStatus_t cusparse##L##name(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int, cusparseMatDescr_t descrA, \
      const T* valA, const int* rowPtrA, const int* colIndA, int blockDim,                      \
      cusparseMatDescr_t descrC, T* valC, int* rowPtrC, int* colIndC) {                         \
    return call(handle, [&] {                                                                   \
      if (m < 0 || blockDim < 1) return CUSPARSE_STATUS_INVALID_VALUE;                          \
      const Rows<Number<T>> a{m, base_of(descrA), rowPtrA, colIndA, numbers(valA)};             \
      const BlockShape shape{dirA == CUSPARSE_DIRECTION_ROW, blockDim};                         \
      return start_serial(handle, [=, base = base_of(descrC)] {                                 \
        convert(a, shape, base, numbers(valC), rowPtrC, colIndC);                               \
      });                                                                                       \
    });                                                                                         \
  }
#define VG_BLOCKS(L, T)                                                                           \
  VG_CONVERT(L, T, csr2bsr, to_blocks)                                                            \
  VG_CONVERT(L, T, bsr2csr, from_blocks)                                                          \
  cusparseStatus_t cusparse##L##bsrmv(                                                            \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb, int, \
      int, const T* alpha, cusparseMatDescr_t descrA, const T* valA, const int* rowPtrA,          \
      const int* colIndA, int blockDim, const T* x, const T* beta, T* y) {                        \
    return call(handle, [&] {                                                                     \
      return multiply<Number<T>>(handle, transA, CUSPARSE_OPERATION_NON_TRANSPOSE,                \
                                 {{mb, base_of(descrA), rowPtrA, colIndA, numbers(valA)},         \
                                  {dirA == CUSPARSE_DIRECTION_ROW, blockDim},                     \
                                  {},                                                             \
                                  {},                                                             \
                                  numbers(x),                                                     \
                                  1,                                                              \
                                  0,                                                              \
                                  1,                                                              \
                                  numbers(y),                                                     \
                                  0},                                                             \
                                 numbers(alpha), numbers(beta));                                  \
    });                                                                                           \
  }                                                                                               \
  cusparseStatus_t cusparse##L##bsrmm(                                                            \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,              \
      cusparseOperation_t transB, int mb, int n, int, int, const T* alpha,                        \
      cusparseMatDescr_t descrA, const T* valA, const int* rowPtrA, const int* colIndA,           \
      int blockSize, const T* B, int ldb, const T* beta, T* C, int ldc) {                         \
    const bool plain = transB == CUSPARSE_OPERATION_NON_TRANSPOSE;                                \
    return call(handle, [&] {                                                                     \
      return multiply<Number<T>>(handle, transA, transB,                                          \
                                 {{mb, base_of(descrA), rowPtrA, colIndA, numbers(valA)},         \
                                  {dirA == CUSPARSE_DIRECTION_ROW, blockSize},                    \
                                  {},                                                             \
                                  {},                                                             \
                                  numbers(B),                                                     \
                                  plain ? 1 : ldb,                                                \
                                  plain ? ldb : 1,                                                \
                                  n,                                                              \
                                  numbers(C),                                                     \
                                  ldc},                                                           \
                                 numbers(alpha), numbers(beta));                                  \
    });                                                                                           \
  }                                                                                               \
  cusparseStatus_t cusparse##L##nnz_compress(                                                     \
      cusparseHandle_t handle, int m, cusparseMatDescr_t descrA, const T* valA,                   \
      const int* rowPtrA, int* nnzPerRow, int* nnzC, T tol) {                                     \
    return call(handle, [&] {                                                                     \
      return count_kept<Number<T>>(handle, {m, base_of(descrA), rowPtrA, nullptr, numbers(valA)}, \
                                   nnzPerRow, nnzC, *numbers(&tol));                              \
    });                                                                                           \
  }                                                                                               \
  cusparseStatus_t cusparse##L##csr2csr_compress(                                                 \
      cusparseHandle_t handle, int m, int, cusparseMatDescr_t descrA, const T* valA,              \
      const int* colIndA, const int* rowPtrA, int, const int*, T* valC, int* colIndC,             \
      int* rowPtrC, T tol) {                                                                      \
    return call(handle, [&] {                                                                     \
      if (m < 0) return CUSPARSE_STATUS_INVALID_VALUE;                                            \
      const Rows<Number<T>> a{m, base_of(descrA), rowPtrA, colIndA, numbers(valA)};               \
      return start_serial(handle, [=, least = *numbers(&tol)] {                                   \
        keep(a, least, numbers(valC), colIndC, rowPtrC);                                          \
      });                                                                                         \
    });                                                                                           \
  }
VG_BLOCKS(S, float)
VG_BLOCKS(D, double)
VG_BLOCKS(C, cuComplex)
VG_BLOCKS(Z, cuDoubleComplex)
#undef VG_BLOCKS
#undef VG_CONVERT
