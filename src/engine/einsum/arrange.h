// A pair of arrays as a stack of matrix products: which indices are rows, columns and sums, in which order, and what has to be
// copied so that each group is one axis.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "engine/einsum/program.h"

namespace vgpu::einsum {

// The indices of a pair by where they occur.
struct Groups {
  Term both;     // in both and in the result
  Term sum;      // in both only
  Term rows;     // in the left one and the result
  Term columns;  // in the right one and the result
};

Groups groups_of(const View& left, const View& right, const Indices& keep);

// The indices in the order of their strides, largest first.
Term by_strides(Term term, const View& view);

std::int64_t size_of(const Term& term, const Shape& sizes);

struct Arrangement {
  bool exchanged = false;  // the right array's columns are the rows of the product
  Groups
      groups;  // after the exchange, ordered; `both` also has indices of one side that are looped over
  bool copy_left = false, copy_right = false, copy_result = false;
  double cost = 0;  // elements that are copied
  std::int64_t m = 1, n = 1, k = 1;
};

// The steps of a matrix whose rows or columns lie side by side, as products read it; of an array whose indices are a group of rows
// and one of columns (at one position of the others), where each group's lie one in another.
struct Matrix {
  std::int64_t row, column;
};
std::optional<Matrix> matrix_of(const View& view, const Term& rows, const Term& columns,
                                const Shape& sizes);

struct Pair {
  const View& left;
  const View& right;
  const View* result;  // null: its layout is free
  Groups groups;
  bool is_complex = false;
};

// The arrangement with the fewest elements to copy.
Arrangement arrange(const Pair& pair, const Shape& sizes);

// Whether loops are better than a matrix product.
bool prefers_loops(const Pair& pair, const Shape& sizes);

// The order of indices for a copy of the left or the right array: its innermost ones stay innermost.
Term layout_of_copy(const Arrangement& arrangement, const View& view, bool is_left);

// Up to this size of m, n and k a stack of products is one loop without plans, if rows of b lie side by side (engine/gemm/tiny.h).
inline constexpr std::int64_t kTiny = 16;

}  // namespace vgpu::einsum
