// A sparse matrix as lines of elements: rows of CSR, COO, BSR and both kinds of ELL, columns of CSC; and op(A) in terms of them.
//
// Products gather along lines where these are the rows of op(A), and scatter else. Called by cusparse_products.cpp and
// the solvers. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/cuda/sparse_call.h"

namespace vgpu::cuda::sparse {

// Elements of line i are [begin(i), end(i)); COO has no lines, only elements. In blocks and slices the elements of a row
// do not stand side by side: there an element is its row and its place in the row.
template <typename T>
struct Lines {
  cusparseSpMatDescr matrix;
  bool conjugated = false;

  static constexpr int kPlaceBits = 32;
  static Index row_of(Index at) { return at >> kPlaceBits; }
  static Index place_of(Index at) { return at & ((Index{1} << kPlaceBits) - 1); }
  bool has_blocks() const { return matrix.format == CUSPARSE_FORMAT_BLOCKED_ELL; }
  bool is_bsr() const { return matrix.format == CUSPARSE_FORMAT_BSR; }
  bool is_sliced() const { return matrix.format == CUSPARSE_FORMAT_SLICED_ELLPACK; }
  bool may_have_gaps() const { return has_blocks() || is_sliced(); }
  // All lines have room for the same number of blocks, of which some are not there.
  Index block_of(Index at) const {
    return matrix.across[at / matrix.width / matrix.block * (matrix.width / matrix.block) +
                         at % matrix.width / matrix.block];
  }
  bool is_gap(Index at) const {
    return has_blocks() ? block_of(at) < 0 : is_sliced() && matrix.across[stored(at)] < 0;
  }

  // Where an element's value is, of all that are stored.
  Index stored(Index at) const {
    if (is_sliced()) {
      const Index row = row_of(at);
      return matrix.along[row / matrix.block] + place_of(at) * matrix.block + row % matrix.block;
    }
    if (!is_bsr()) return at;
    const Index row = row_of(at) % matrix.block, column = place_of(at) % matrix.width;
    const bool by_rows = matrix.order == CUSPARSE_ORDER_ROW;
    return bsr_block(at) * matrix.block * matrix.width +
           (by_rows ? row * matrix.width + column : column * matrix.block + row);
  }
  Index bsr_block(Index at) const {
    return matrix.along[row_of(at) / matrix.block] + place_of(at) / matrix.width;
  }
  Index begin(Index line) const {
    if (is_bsr() || is_sliced()) return line << kPlaceBits;
    return has_blocks() ? line * matrix.width : matrix.along[line];
  }
  Index end(Index line) const {
    if (!is_bsr() && !is_sliced()) return begin(line + 1);
    const Index part = line / matrix.block;
    const Index there = matrix.along[part + 1] - matrix.along[part];
    return begin(line) + (is_bsr() ? there * matrix.width : there / matrix.block);
  }
  Index other(Index at) const {
    if (is_bsr()) return matrix.across[bsr_block(at)] * matrix.width + place_of(at) % matrix.width;
    if (is_sliced()) return matrix.across[stored(at)];
    if (!has_blocks()) return matrix.across[at];
    return block_of(at) * matrix.block + at % matrix.width % matrix.block;
  }
  Computed<T> value(Index at) const {
    const T one = static_cast<const T*>(matrix.values)[stored(at)];
    return wide(conjugated ? conjugate(one) : one);
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

// What the products and solvers of each kind take besides.
inline bool is_known_or_sliced(const cusparseSpMatDescr& matrix) {
  return is_known(matrix) || matrix.format == CUSPARSE_FORMAT_SLICED_ELLPACK;
}
inline bool is_known_or_bsr(const cusparseSpMatDescr& matrix) {
  return is_known(matrix) || matrix.format == CUSPARSE_FORMAT_BSR;
}
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
