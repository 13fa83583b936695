// A sparse matrix as lines of elements: rows of CSR, COO and blocked ELL, columns of CSC; and op(A) in terms of them.
//
// Products gather along lines where these are the rows of op(A), and scatter else. Called by cusparse_products.cpp and
// the solvers. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/cuda/sparse_call.h"

namespace vgpu::cuda::sparse {

// Elements of line i are [begin(i), end(i)); COO has no lines, only elements.
template <typename T>
struct Lines {
  cusparseSpMatDescr matrix;
  bool conjugated = false;

  bool has_blocks() const { return matrix.format == CUSPARSE_FORMAT_BLOCKED_ELL; }
  // All lines have room for the same number of blocks, of which some are not there.
  Index block_of(Index at) const {
    return matrix.across[at / matrix.width / matrix.block * (matrix.width / matrix.block) +
                         at % matrix.width / matrix.block];
  }
  bool is_gap(Index at) const { return has_blocks() && block_of(at) < 0; }

  Index begin(Index line) const { return has_blocks() ? line * matrix.width : matrix.along[line]; }
  Index end(Index line) const { return begin(line + 1); }
  Index other(Index at) const {
    if (!has_blocks()) return matrix.across[at];
    return block_of(at) * matrix.block + at % matrix.width % matrix.block;
  }
  Computed<T> value(Index at) const {
    const T stored = static_cast<const T*>(matrix.values)[at];
    return wide(conjugated ? conjugate(stored) : stored);
  }
  Index count() const {
    return matrix.format == CUSPARSE_FORMAT_CSC ? matrix.columns : matrix.rows;
  }
  bool has_lines() const { return matrix.format != CUSPARSE_FORMAT_COO; }

  // body(line, other, value) for every element, in order.
  template <typename Body>
  void each(Body body) const {
    if (!has_lines()) {
      for (Index at = 0; at < matrix.count; ++at) body(matrix.along[at], other(at), value(at));
      return;
    }
    for (Index line = 0; line < count(); ++line)
      for (Index at = begin(line); at < end(line); ++at)
        if (!is_gap(at)) body(line, other(at), value(at));
  }
};

// Whether lines of A are the rows of op(A).
inline bool lines_are_rows(const cusparseSpMatDescr& matrix, cusparseOperation_t op) {
  return (matrix.format != CUSPARSE_FORMAT_CSC) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
}

template <typename T>
Lines<T> lines_of(const cusparseSpMatDescr& matrix, cusparseOperation_t op) {
  return {matrix, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}

inline bool is_known(const cusparseSpMatDescr& matrix) {
  return matrix.format == CUSPARSE_FORMAT_CSR || matrix.format == CUSPARSE_FORMAT_CSC ||
         matrix.format == CUSPARSE_FORMAT_COO;
}

// What products with dense matrices and conversions take besides.
inline bool is_known_or_blocked(const cusparseSpMatDescr& matrix) {
  return is_known(matrix) || matrix.format == CUSPARSE_FORMAT_BLOCKED_ELL;
}

// One matrix serves a whole batch of others; else there are as many of each.
inline bool fit_batches(const auto& a, const auto& b, const auto& c) {
  return (a.batches == 1 || a.batches == c.batches) && (b.batches == 1 || b.batches == c.batches);
}

// Rows of op(A) and their elements in compressed form, for work that needs them whatever the format is.
template <typename T>
struct Compressed {
  std::vector<Index> begins, columns;
  std::vector<T> values;
};

template <typename T>
Compressed<T> compress(const cusparseSpMatDescr& matrix, cusparseOperation_t op) {
  const Lines<T> lines = lines_of<T>(matrix, op);
  const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool rows_first = lines_are_rows(matrix, op);
  Compressed<T> result;
  result.begins.assign(static_cast<std::size_t>(plain ? matrix.rows : matrix.columns) + 1, 0);
  lines.each([&](Index line, Index other, T) {
    ++result.begins[static_cast<std::size_t>(rows_first ? line : other) + 1];
  });
  for (std::size_t i = 1; i < result.begins.size(); ++i) result.begins[i] += result.begins[i - 1];
  std::vector<Index> next(result.begins.begin(), result.begins.end() - 1);
  result.columns.resize(static_cast<std::size_t>(result.begins.back()));
  result.values.resize(result.columns.size());
  lines.each([&](Index line, Index other, T value) {
    const auto at =
        static_cast<std::size_t>(next[static_cast<std::size_t>(rows_first ? line : other)]++);
    result.columns[at] = rows_first ? other : line;
    result.values[at] = value;
  });
  return result;
}

}  // namespace vgpu::cuda::sparse
