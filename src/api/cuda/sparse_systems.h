// Sparse systems of equations, for cusolver_sparse.cpp: matrices in CSR from 0 on, in double or complex double.
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace vgpu::cuda::solver {

template <typename W>
struct SparseMatrix {
  std::ptrdiff_t rows = 0, columns = 0;
  std::vector<std::ptrdiff_t> begins;  // of each row, and the end of the last
  std::vector<std::ptrdiff_t> places;  // columns
  std::vector<W> values;
};

// Rows and columns of a square pattern in reverse Cuthill-McKee order: element i of the result comes to place i. The
// pattern need not be symmetric, and is taken as if it were.
std::vector<int> narrow_order(const std::vector<std::ptrdiff_t>& begins,
                              const std::vector<std::ptrdiff_t>& places, std::ptrdiff_t n);

// x with a x = b for a Hermitian positive definite matrix, of which the lower triangle is read. Returns -1, or the first
// row whose pivot is not above `tol`; x is not set then.
template <typename W>
std::ptrdiff_t solve_definite(const SparseMatrix<W>& a, const std::vector<W>& b, double tol,
                              std::vector<W>& x);

struct LeastSquares {
  std::ptrdiff_t singular = -1;  // the first column whose pivot is not above the tolerance
  std::ptrdiff_t rank = 0;
  double rest = 0;  // ||b - a x||
};
// x with the least ||b - a x||, for a matrix with at least as many rows as columns; components of columns whose pivot
// is not above `tol` are 0.
template <typename W>
LeastSquares solve_orthogonal(const SparseMatrix<W>& a, const std::vector<W>& b, double tol,
                              std::vector<W>& x);

}  // namespace vgpu::cuda::solver
