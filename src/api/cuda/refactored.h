// Factors of matrices whose places in use stay the same: their places are found once, their numbers as often as wanted.
//
// Pivots are not chosen: the orders of rows and columns are given. Called by cusolver_refactor.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace vgpu::cuda::solver {

// A square matrix as a program gives it, by rows or columns that count from 0.
struct GivenPlaces {
  int n = 0;
  const int *begins = nullptr, *others = nullptr;
  bool by_columns = false;
};

class RefactoredPlaces {
 public:
  // Finds the places of L and U for P * A * Q'.
  void analyze(const GivenPlaces& a, const int* p, const int* q);
  // True if A has other places or orders than those that were analyzed.
  bool differs(const GivenPlaces& a, const int* p, const int* q) const;

  int n() const { return n_; }
  // Both factors in one: U, and L without its diagonal of ones. Columns of a row ascend.
  const std::vector<int>& begins() const { return begins_; }
  const std::vector<int>& columns() const { return columns_; }
  const std::vector<int>& diagonal() const { return diagonal_; }

  // A's numbers at the factors' places, zeros elsewhere.
  std::vector<double> spread(const double* values) const;
  // Makes factors of such numbers. A pivot below `zero` becomes `boost`; gives the first row whose pivot is 0 in spite of
  // that, or -1, and notes in *boosted that one was changed.
  int factorize(std::vector<double>& values, double zero, double boost, bool* boosted) const;
  // x, the right side, becomes the solution of A * x = b.
  void solve(const std::vector<double>& values, double* x) const;

 private:
  int n_ = 0;
  std::vector<int> given_begins_, given_others_, p_, q_;
  std::vector<int> begins_, columns_, diagonal_;
  std::vector<int> to_;  // of each of A's numbers: its place among the factors'
};

}  // namespace vgpu::cuda::solver
