// The functions of vgpu_sparse/operations.h: products with dense vectors and matrices, and other formats.
//
// Rows of the result are divided among the device's threads where the matrix is stored by them; else one thread adds
// each element to where it belongs. SPDX-License-Identifier: MIT
#include <vector>

#include "api/cuda/sparse_lines.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

constexpr std::size_t kRowsAPart = 256;

// The old value of a result, which with beta 0 may be anything.
template <typename T>
Computed<T> scaled(const T& y, Computed<T> beta) {
  return beta == Computed<T>(0) ? Computed<T>(0) : beta * wide(y);
}

template <typename T>
struct MatrixVector {
  using Sum = Computed<T>;
  Lines<T> a;
  bool by_rows;
  Index rows;
  Scalar<Sum> alpha, beta;
  const T* x;
  T* y;

  cusparseStatus_t start(cusparseHandle_t handle) const {
    const MatrixVector self = *this;
    if (by_rows && a.has_lines())
      return start_each(handle, rows, kRowsAPart, [self](Index row) { self.gather(row); });
    return start_serial(handle, [self] { self.scatter(); });
  }
  void gather(Index row) const {
    Sum sum(0);
    if (a.may_have_gaps())
      for (Index at = a.begin(row); at < a.end(row); ++at)
        sum += a.is_gap(at) ? Sum(0) : a.value(at) * wide(x[a.other(at)]);
    else
      for (Index at = a.begin(row); at < a.end(row); ++at)
        sum += a.value(at) * wide(x[a.other(at)]);
    y[row] = narrow<T>(alpha.get() * sum + scaled(y[row], beta.get()));
  }
  void scatter() const {
    std::vector<Sum> sums(static_cast<std::size_t>(rows));
    for (Index row = 0; row < rows; ++row)
      sums[static_cast<std::size_t>(row)] = scaled(y[row], beta.get());
    a.each([&, factor = alpha.get()](Index line, Index other, Sum value) {
      const Index row = by_rows ? line : other, column = by_rows ? other : line;
      sums[static_cast<std::size_t>(row)] += factor * value * wide(x[column]);
    });
    for (Index row = 0; row < rows; ++row) y[row] = narrow<T>(sums[static_cast<std::size_t>(row)]);
  }
};

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                          cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                          const void* beta, cusparseDnVecDescr_t y, cudaDataType compute) {
  if (a == nullptr || x == nullptr || y == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!(is_known_or_sliced(*a) || is_known_or_bsr(*a)) || x->type != a->type ||
      y->type != a->type || !is_computed_in(a->type, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Index rows = plain ? a->rows : a->columns, columns = plain ? a->columns : a->rows;
  if (x->size != columns || y->size != rows) return CUSPARSE_STATUS_INVALID_VALUE;
  return with_stored(a->type, [&](auto kind) {
    using T = decltype(kind);
    Scalar<Computed<T>> factor, old;
    if (const cusparseStatus_t error = take(handle, alpha, factor)) return error;
    if (const cusparseStatus_t error = take(handle, beta, old)) return error;
    return MatrixVector<T>{lines_of<T>(*a, op),
                           lines_are_rows(*a, op),
                           rows,
                           factor,
                           old,
                           static_cast<const T*>(x->values),
                           static_cast<T*>(y->values)}
        .start(handle);
  });
}

template <typename T>
struct MatrixMatrix {
  using Sum = Computed<T>;
  Lines<T> a;
  bool by_rows;
  cusparseOperation_t op_b;
  Sum alpha, beta;
  cusparseDnMatDescr b, c;

  Sum right(Index i, Index j) const {
    if (op_b == CUSPARSE_OPERATION_NON_TRANSPOSE) return wide(b.at<const T>(i, j));
    const Sum value = wide(b.at<const T>(j, i));
    return op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(value) : value;
  }
  cusparseStatus_t start(cusparseHandle_t handle) const {
    const MatrixMatrix self = *this;
    if (by_rows && a.has_lines())
      return start_each(handle, c.rows, 16, [self](Index row) { self.gather(row); });
    return start_each(handle, c.columns, 1, [self](Index column) { self.scatter(column); });
  }
  void store(Index row, Index j, Sum sum) const {
    T& out = c.at<T>(row, j);
    out = narrow<T>(scaled(out, beta) + alpha * sum);
  }
  void gather(Index row) const {
    std::vector<Sum> sums(static_cast<std::size_t>(c.columns), Sum(0));
    for (Index at = a.begin(row); at < a.end(row); ++at) {
      if (a.is_gap(at)) continue;
      const Sum value = a.value(at);
      const Index inner = a.other(at);
      for (Index j = 0; j < c.columns; ++j)
        sums[static_cast<std::size_t>(j)] += value * right(inner, j);
    }
    for (Index j = 0; j < c.columns; ++j) store(row, j, sums[static_cast<std::size_t>(j)]);
  }
  void scatter(Index j) const {
    std::vector<Sum> sums(static_cast<std::size_t>(c.rows), Sum(0));
    a.each([&](Index line, Index other, Sum value) {
      const Index row = by_rows ? line : other, inner = by_rows ? other : line;
      sums[static_cast<std::size_t>(row)] += value * right(inner, j);
    });
    for (Index row = 0; row < c.rows; ++row) store(row, j, sums[static_cast<std::size_t>(row)]);
  }
};

bool fit(const cusparseSpMatDescr& a, cusparseOperation_t op_a, const cusparseDnMatDescr& b,
         cusparseOperation_t op_b, const cusparseDnMatDescr& c) {
  const bool plain_a = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  return (plain_a ? a.rows : a.columns) == c.rows &&
         (plain_a ? a.columns : a.rows) == (plain_b ? b.rows : b.columns) &&
         (plain_b ? b.columns : b.rows) == c.columns;
}

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op_a,
                          cusparseOperation_t op_b, const void* alpha, cusparseConstSpMatDescr_t a,
                          cusparseConstDnMatDescr_t b, const void* beta, cusparseDnMatDescr_t c,
                          cudaDataType compute) {
  if (a == nullptr || b == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!(is_known_or_blocked(*a) || is_known_or_bsr(*a)) || b->type != a->type ||
      c->type != a->type || !is_computed_in(a->type, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (!fit(*a, op_a, *b, op_b, *c) || !fit_batches(*a, *b, *c))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return with_stored(a->type, [&](auto kind) {
    using T = decltype(kind);
    Computed<T> factor, old;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    if (const cusparseStatus_t error = read(handle, beta, old)) return error;
    for (int i = 0; i < c->batches; ++i) {
      const MatrixMatrix<T> product{lines_of<T>(a->one(i), op_a),
                                    lines_are_rows(*a, op_a),
                                    op_b,
                                    factor,
                                    old,
                                    b->one(i),
                                    c->one(i)};
      if (const cusparseStatus_t error = product.start(handle)) return error;
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

template <typename T>
cusparseStatus_t spread(cusparseHandle_t handle, const cusparseSpMatDescr& a,
                        const cusparseDnMatDescr& b) {
  return start_serial(handle, [a, b] {
    for (Index j = 0; j < b.columns; ++j)
      for (Index i = 0; i < b.rows; ++i) b.at<T>(i, j) = T{};
    const bool by_rows = a.format != CUSPARSE_FORMAT_CSC;
    lines_of<T>(a, CUSPARSE_OPERATION_NON_TRANSPOSE)
        .each([&](Index line, Index other, Computed<T> value) {
          b.at<T>(by_rows ? line : other, by_rows ? other : line) = narrow<T>(value);
        });
  });
}

// Elements that are not zero, line by line of the sparse matrix.
template <typename T, typename Body>
void each_element(const cusparseDnMatDescr& a, cusparseFormat_t format, Body body) {
  const bool by_rows = format != CUSPARSE_FORMAT_CSC;
  for (Index line = 0; line < (by_rows ? a.rows : a.columns); ++line)
    for (Index other = 0; other < (by_rows ? a.columns : a.rows); ++other) {
      const T value = a.at<const T>(by_rows ? line : other, by_rows ? other : line);
      if (wide(value) != Computed<T>(0)) body(line, other, value);
    }
}

// The columns of the blocks are given.
template <typename T>
void store_blocks(const cusparseDnMatDescr& a, const cusparseSpMatDescr& b) {
  const Lines<T> lines = lines_of<T>(b, CUSPARSE_OPERATION_NON_TRANSPOSE);
  for (Index row = 0; row < b.rows; ++row)
    for (Index at = lines.begin(row); at < lines.end(row); ++at)
      static_cast<T*>(b.values)[at] = lines.is_gap(at) ? T{} : a.at<const T>(row, lines.other(at));
}

template <typename T>
void store_elements(const cusparseDnMatDescr& a, const cusparseSpMatDescr& b) {
  if (b.format == CUSPARSE_FORMAT_BLOCKED_ELL) return store_blocks<T>(a, b);
  Index at = 0, line_end = 0;
  const bool has_lines = b.format != CUSPARSE_FORMAT_COO;
  each_element<T>(a, b.format, [&](Index line, Index other, T value) {
    if (has_lines)
      for (; line_end <= line; ++line_end) b.along.set(line_end, at);
    else
      b.along.set(at, line);
    b.across.set(at, other);
    static_cast<T*>(b.values)[at++] = value;
  });
  const Index lines = b.format == CUSPARSE_FORMAT_CSC ? b.columns : b.rows;
  if (has_lines)
    for (; line_end <= lines; ++line_end) b.along.set(line_end, at);
}

}  // namespace

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, void*) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,
                              const void* beta, cusparseDnVecDescr_t y, cudaDataType computeType,
                              cusparseSpMVAlg_t, void*) {
  return call(handle, [&] { return multiply(handle, opA, alpha, A, x, beta, y, computeType); });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, void*) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                              const void* beta, cusparseDnMatDescr_t C, cudaDataType computeType,
                              cusparseSpMMAlg_t, void*) {
  return call(handle,
              [&] { return multiply(handle, opA, opB, alpha, A, B, beta, C, computeType); });
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t, cusparseDnMatDescr_t,
                                                  cusparseSparseToDenseAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t A,
                                       cusparseDnMatDescr_t B, cusparseSparseToDenseAlg_t, void*) {
  return call(handle, [&] {
    if (A == nullptr || B == nullptr || A->rows != B->rows || A->columns != B->columns)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_known_or_blocked(*A) || A->type != B->type) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return with_stored(A->type, [&](auto kind) { return spread<decltype(kind)>(handle, *A, *B); });
  });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t, cusparseSpMatDescr_t,
                                                  cusparseDenseToSparseAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
// The caller asks for the count next, to take memory: so this waits.
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
                                                cusparseDenseToSparseAlg_t, void*) {
  return call(handle, [&] {
    if (A == nullptr || B == nullptr || A->rows != B->rows || A->columns != B->columns)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_known_or_blocked(*B) || A->type != B->type) return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
    if (B->format == CUSPARSE_FORMAT_BLOCKED_ELL) return CUSPARSE_STATUS_SUCCESS;
    return with_stored(A->type, [&](auto kind) {
      B->count = 0;
      each_element<decltype(kind)>(*A, B->format, [&](Index, Index, auto) { ++B->count; });
      return CUSPARSE_STATUS_SUCCESS;
    });
  });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                               cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t,
                                               void*) {
  return call(handle, [&] {
    if (A == nullptr || B == nullptr || A->rows != B->rows || A->columns != B->columns)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_known_or_blocked(*B) || A->type != B->type) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return with_stored(A->type, [&](auto kind) {
      return start_serial(handle, [a = *A, b = *B] { store_elements<decltype(kind)>(a, b); });
    });
  });
}
