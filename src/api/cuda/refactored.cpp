// Factors without pivoting on places that were found before (see refactored.h).
// SPDX-License-Identifier: MIT
#include "api/cuda/refactored.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace vgpu::cuda::solver {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<int> inverse(const int* order, int n) {
  std::vector<int> turned(at(n));
  for (int i = 0; i < n; ++i) turned[at(order[i])] = i;
  return turned;
}

}  // namespace

// A row has what it has in A, and of every row that it eliminates what stands behind that one's diagonal.
void RefactoredPlaces::analyze(const GivenPlaces& a, const int* p, const int* q) {
  n_ = a.n;
  given_begins_.assign(a.begins, a.begins + n_ + 1);
  given_others_.assign(a.others, a.others + given_begins_.back());
  p_.assign(p, p + n_), q_.assign(q, q + n_);
  const std::vector<int> row_at = inverse(p, n_), column_at = inverse(q, n_);
  std::vector<std::set<int>> rows(at(n_));
  std::vector<std::pair<int, int>> places;
  for (int line = 0; line < n_; ++line)
    for (int k = a.begins[line]; k < a.begins[line + 1]; ++k) {
      const int row = a.by_columns ? a.others[k] : line, column = a.by_columns ? line : a.others[k];
      places.push_back({row_at[at(row)], column_at[at(column)]});
      rows[at(places.back().first)].insert(places.back().second);
    }
  for (int i = 0; i < n_; ++i) {
    std::set<int>& row = rows[at(i)];
    row.insert(i);
    for (auto k = row.begin(); *k < i; ++k)
      row.insert(rows[at(*k)].upper_bound(*k), rows[at(*k)].end());
  }
  begins_.assign(1, 0);
  columns_.clear(), diagonal_.clear(), to_.clear();
  for (int i = 0; i < n_; ++i) {
    const std::set<int>& row = rows[at(i)];
    diagonal_.push_back(begins_.back() + static_cast<int>(std::distance(row.begin(), row.find(i))));
    columns_.insert(columns_.end(), row.begin(), row.end());
    begins_.push_back(static_cast<int>(columns_.size()));
  }
  for (const auto& [row, column] : places) {
    const auto first = columns_.begin() + begins_[at(row)];
    const auto last = columns_.begin() + begins_[at(row) + 1];
    to_.push_back(static_cast<int>(std::lower_bound(first, last, column) - columns_.begin()));
  }
}

bool RefactoredPlaces::differs(const GivenPlaces& a, const int* p, const int* q) const {
  return a.n != n_ || !std::equal(given_begins_.begin(), given_begins_.end(), a.begins) ||
         !std::equal(given_others_.begin(), given_others_.end(), a.others) ||
         !std::equal(p_.begin(), p_.end(), p) || !std::equal(q_.begin(), q_.end(), q);
}

std::vector<double> RefactoredPlaces::spread(const double* values) const {
  std::vector<double> all(columns_.size());
  for (std::size_t k = 0; k < to_.size(); ++k) all[at(to_[k])] += values[k];
  return all;
}

int RefactoredPlaces::factorize(std::vector<double>& values, double zero, double boost,
                                bool* boosted) const {
  std::vector<double> row(at(n_));
  int weak = -1;
  for (int i = 0; i < n_; ++i) {
    const int first = begins_[at(i)], middle = diagonal_[at(i)], last = begins_[at(i) + 1];
    for (int k = first; k < last; ++k) row[at(columns_[at(k)])] = values[at(k)];
    for (int k = first; k < middle; ++k) {
      const int above = columns_[at(k)];
      const double factor = row[at(above)] /= values[at(diagonal_[at(above)])];
      for (int j = diagonal_[at(above)] + 1; j < begins_[at(above) + 1]; ++j)
        row[at(columns_[at(j)])] -= factor * values[at(j)];
    }
    double& pivot = row[at(i)];
    if (std::abs(pivot) < zero) pivot = boost, *boosted = true;
    if (pivot == 0 && weak < 0) weak = i;
    for (int k = first; k < last; ++k) values[at(k)] = row[at(columns_[at(k)])];
  }
  return weak;
}

void RefactoredPlaces::solve(const std::vector<double>& values, double* x) const {
  std::vector<double> y(at(n_));
  for (int i = 0; i < n_; ++i) {
    double sum = x[p_[at(i)]];
    for (int k = begins_[at(i)]; k < diagonal_[at(i)]; ++k)
      sum -= values[at(k)] * y[at(columns_[at(k)])];
    y[at(i)] = sum;
  }
  for (int i = n_; i-- > 0;) {
    double sum = y[at(i)];
    for (int k = diagonal_[at(i)] + 1; k < begins_[at(i) + 1]; ++k)
      sum -= values[at(k)] * y[at(columns_[at(k)])];
    y[at(i)] = sum / values[at(diagonal_[at(i)])];
  }
  for (int j = 0; j < n_; ++j) x[q_[at(j)]] = y[at(j)];
}

}  // namespace vgpu::cuda::solver
