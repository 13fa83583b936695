// Direct solution of systems with sparse matrices, in double or complex double: A = Q' U' L' P with rows in an order that
// keeps neighbours together.
//
// Called by cusolver_sparse*.cpp, on one thread each. SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace vgpu::cuda::solver {

using Place = std::ptrdiff_t;

// A square matrix row by row; columns count from 0, in any order.
template <typename W>
struct SparseRows {
  Place n = 0;
  std::vector<Place> begins, columns;
  std::vector<W> values;
};

// Cuthill and McKee's order, reversed, of the graph of A + A': the narrow band of a mesh, for any matrix.
std::vector<Place> neighbouring_order(Place n, const std::vector<Place>& begins,
                                      const std::vector<Place>& columns);

template <typename W>
class SparseFactors {
 public:
  // `positive`: pivots stay on the diagonal and must be positive, as those of Cholesky's factors are.
  SparseFactors(const SparseRows<W>& matrix, bool positive);

  // The first row whose pivot is not above `least`; -1: none.
  Place weak_pivot(double least) const;
  // The matrix with its rows in row_order() and its columns in column_order() is lower * upper; lower's diagonal is of
  // ones, which are not among its values. Columns of a row ascend.
  const std::vector<Place>& row_order() const { return order_; }
  const std::vector<Place>& column_order() const { return pivot_; }
  const std::vector<W>& diagonal() const { return diagonal_; }
  void split(SparseRows<W>& lower, SparseRows<W>& upper) const;
  // x, the right side, becomes the solution.
  void solve(std::vector<W>& x) const;

 private:
  struct Column {
    std::vector<Place> rows;
    std::vector<W> values;
  };
  struct Work;

  void reach(Place row, Work& work) const;
  void eliminate(const SparseRows<W>& matrix, Place row, Work& work) const;
  Place choose_pivot(Place row, const Work& work) const;
  void keep(Place step, Place pivot, Work& work);

  bool positive_;
  std::vector<Place> order_;  // step -> row of the matrix
  std::vector<Place> step_;   // column of the matrix -> the step whose pivot it is; -1: not yet
  std::vector<Place> pivot_;  // step -> column
  std::vector<W> diagonal_;
  std::vector<Column> lower_, upper_;  // of each step: columns to come; earlier steps
};

}  // namespace vgpu::cuda::solver
