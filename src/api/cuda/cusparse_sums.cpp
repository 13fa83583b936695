// The functions of vgpu_sparse/sums.h.
//
// Rows of the summands are sorted, as cuSPARSE demands; a row of the sum is their merge. SPDX-License-Identifier: MIT
#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

struct Pattern {
  const int *begins, *columns;
  int base;
  int begin(Index row) const { return begins[row] - base; }
  int end(Index row) const { return begins[row + 1] - base; }
  int column(int at) const { return columns[at] - base; }
};

// body(column, at of a or -1, at of b or -1) for each element of a row of both.
template <typename Body>
void merge_row(const Pattern& a, const Pattern& b, Index row, Body body) {
  int i = a.begin(row), j = b.begin(row);
  while (i < a.end(row) || j < b.end(row)) {
    const bool left = i < a.end(row), right = j < b.end(row);
    const int column = left && (!right || a.column(i) <= b.column(j)) ? a.column(i) : b.column(j);
    const bool in_a = left && a.column(i) == column, in_b = right && b.column(j) == column;
    body(column, in_a ? i : -1, in_b ? j : -1);
    i += in_a, j += in_b;
  }
}

template <typename T>
struct Summand {
  Pattern pattern;
  const T* values;
  Scalar<T> factor;
};

template <typename T>
cusparseStatus_t add(cusparseHandle_t handle, int m, const Summand<T>& a, const Summand<T>& b,
                     int base, T* values, const int* begins, int* columns) {
  return start_each(handle, m, 64, [=](Index row) {
    const T alpha = a.factor.get(), beta = b.factor.get();
    int at = begins[row] - base;
    merge_row(a.pattern, b.pattern, row, [&](int column, int i, int j) {
      T sum(0);
      if (i >= 0) sum += alpha * a.values[i];
      if (j >= 0) sum += beta * b.values[j];
      columns[at] = column + base;
      values[at++] = sum;
    });
  });
}

template <typename T>
cusparseStatus_t count(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                       const T* a, int lda, int* per_line, int* total) {
  if (m < 0 || n < 0 || lda < m || per_line == nullptr || total == nullptr)
    return CUSPARSE_STATUS_INVALID_VALUE;
  const bool rows = direction == CUSPARSE_DIRECTION_ROW;
  const cusparseStatus_t error = start_serial(handle, [=] {
    *total = 0;
    for (Index line = 0; line < (rows ? m : n); ++line) {
      per_line[line] = 0;
      for (Index other = 0; other < (rows ? n : m); ++other)
        per_line[line] += a[rows ? line + other * lda : other + line * lda] != T(0);
      *total += per_line[line];
    }
  });
  return error != CUSPARSE_STATUS_SUCCESS ? error : finish(handle);
}

}  // namespace

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t descrA, int, const int* rowPtrA,
                                      const int* colIndA, const cusparseMatDescr_t descrB, int,
                                      const int* rowPtrB, const int* colIndB,
                                      const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal,
                                      void*) {
  return call(handle, [&] {
    if (m < 0 || n < 0 || !descrA || !descrB || !descrC || !rowPtrC || !nnzTotal)
      return CUSPARSE_STATUS_INVALID_VALUE;
    const Pattern a{rowPtrA, colIndA, descrA->base}, b{rowPtrB, colIndB, descrB->base};
    const int base = descrC->base;
    const cusparseStatus_t error = start_serial(handle, [=] {
      int count = 0;
      for (Index row = 0; row < m; ++row) {
        rowPtrC[row] = count + base;
        merge_row(a, b, row, [&](int, int, int) { ++count; });
      }
      rowPtrC[m] = count + base;
      *nnzTotal = count;
    });
    return error != CUSPARSE_STATUS_SUCCESS ? error : finish(handle);
  });
}

#define VG_SUMS(L, T)                                                                              \
  cusparseStatus_t cusparse##L##csrgeam2_bufferSizeExt(                                            \
      cusparseHandle_t handle, int, int, const T*, const cusparseMatDescr_t, int, const T*,        \
      const int*, const int*, const T*, const cusparseMatDescr_t, int, const T*, const int*,       \
      const int*, const cusparseMatDescr_t, const T*, const int*, const int*, size_t* bytes) {     \
    return give_size(handle, bytes);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrgeam2(                                                          \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA, int, \
      const T* valA, const int* rowPtrA, const int* colIndA, const T* beta,                        \
      const cusparseMatDescr_t descrB, int, const T* valB, const int* rowPtrB, const int* colIndB, \
      const cusparseMatDescr_t descrC, T* valC, int* rowPtrC, int* colIndC, void*) {               \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      if (m < 0 || n < 0 || !descrA || !descrB || !descrC) return CUSPARSE_STATUS_INVALID_VALUE;   \
      Summand<N> a{                                                                                \
          {rowPtrA, colIndA, descrA->base}, reinterpret_cast<const N*>(valA), Scalar<N>()};        \
      Summand<N> b{                                                                                \
          {rowPtrB, colIndB, descrB->base}, reinterpret_cast<const N*>(valB), Scalar<N>()};        \
      if (const cusparseStatus_t error = take(handle, alpha, a.factor)) return error;              \
      if (const cusparseStatus_t error = take(handle, beta, b.factor)) return error;               \
      return add(handle, m, a, b, descrC->base, reinterpret_cast<N*>(valC), rowPtrC, colIndC);     \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, \
                                    int n, const cusparseMatDescr_t, const T* A, int lda,          \
                                    int* perLine, int* total) {                                    \
    return call(handle, [&] {                                                                      \
      return count(handle, direction, m, n, reinterpret_cast<const Number<T>*>(A), lda, perLine,   \
                   total);                                                                         \
    });                                                                                            \
  }
VG_SUMS(S, float)
VG_SUMS(D, double)
VG_SUMS(C, cuComplex)
VG_SUMS(Z, cuDoubleComplex)
#undef VG_SUMS
