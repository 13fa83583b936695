// Gilbert and Peierls' factorization: each row of the matrix, as a column of its transpose, is solved with the columns
// of L that it reaches; see sparse_factors.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/sparse_factors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vgpu::cuda::solver {
namespace {

std::size_t at(Place i) { return static_cast<std::size_t>(i); }

double real_part(double x) { return x; }
double real_part(std::complex<double> x) { return x.real(); }

// A pivot of the diagonal is taken if it is not much smaller than the largest.
constexpr double kDiagonalPreference = 0.1;

std::vector<std::vector<Place>> neighbours_of(Place n, const std::vector<Place>& begins,
                                              const std::vector<Place>& columns) {
  std::vector<std::vector<Place>> all(at(n));
  for (Place i = 0; i < n; ++i)
    for (Place k = begins[at(i)]; k < begins[at(i) + 1]; ++k)
      if (const Place j = columns[at(k)]; j != i) {
        all[at(i)].push_back(j);
        all[at(j)].push_back(i);
      }
  for (auto& one : all) {
    std::sort(one.begin(), one.end());
    one.erase(std::unique(one.begin(), one.end()), one.end());
  }
  return all;
}

}  // namespace

std::vector<Place> neighbouring_order(Place n, const std::vector<Place>& begins,
                                      const std::vector<Place>& columns) {
  const auto near = neighbours_of(n, begins, columns);
  const auto fewer = [&](Place a, Place b) {
    return std::pair(near[at(a)].size(), a) < std::pair(near[at(b)].size(), b);
  };
  std::vector<Place> starts(at(n)), order;
  for (Place i = 0; i < n; ++i) starts[at(i)] = i;
  std::sort(starts.begin(), starts.end(), fewer);
  std::vector<bool> seen(at(n));
  order.reserve(at(n));
  for (const Place start : starts) {
    if (seen[at(start)]) continue;
    seen[at(start)] = true;
    order.push_back(start);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      const std::size_t first = order.size();
      for (const Place j : near[at(order[next])])
        if (!seen[at(j)]) {
          seen[at(j)] = true;
          order.push_back(j);
        }
      std::sort(order.begin() + static_cast<Place>(first), order.end(), fewer);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// The numbers of one row under elimination: a dense vector, and the places of it that are in use, in the order in which
// they are eliminated from the end.
template <typename W>
struct SparseFactors<W>::Work {
  std::vector<W> x;
  std::vector<bool> marked;
  std::vector<Place> found;
  std::vector<std::pair<Place, std::size_t>>
      path;  // a column, and how many of its followers are done
  explicit Work(Place n) : x(at(n)), marked(at(n)) {}
};

template <typename W>
SparseFactors<W>::SparseFactors(const SparseRows<W>& matrix, bool positive)
    : positive_(positive),
      order_(neighbouring_order(matrix.n, matrix.begins, matrix.columns)),
      step_(at(matrix.n), -1),
      pivot_(at(matrix.n), -1),
      diagonal_(at(matrix.n)),
      lower_(at(matrix.n)),
      upper_(at(matrix.n)) {
  Work work(matrix.n);
  for (Place step = 0; step < matrix.n; ++step) {
    const Place row = order_[at(step)];
    eliminate(matrix, row, work);
    keep(step, choose_pivot(row, work), work);
  }
}

// Marks what a column leads to through L, each behind all that it leads to.
template <typename W>
void SparseFactors<W>::reach(Place column, Work& work) const {
  if (work.marked[at(column)]) return;
  work.marked[at(column)] = true;
  work.path.push_back({column, 0});
  while (!work.path.empty()) {
    auto& [here, done] = work.path.back();
    const Place step = step_[at(here)];
    if (step < 0 || done == lower_[at(step)].rows.size()) {
      work.found.push_back(here);
      work.path.pop_back();
      continue;
    }
    const Place next = lower_[at(step)].rows[done++];
    if (work.marked[at(next)]) continue;
    work.marked[at(next)] = true;
    work.path.push_back({next, 0});
  }
}

template <typename W>
void SparseFactors<W>::eliminate(const SparseRows<W>& matrix, Place row, Work& work) const {
  for (Place k = matrix.begins[at(row)]; k < matrix.begins[at(row) + 1]; ++k)
    reach(matrix.columns[at(k)], work);
  for (Place k = matrix.begins[at(row)]; k < matrix.begins[at(row) + 1]; ++k)
    work.x[at(matrix.columns[at(k)])] += matrix.values[at(k)];
  for (auto column = work.found.rbegin(); column != work.found.rend(); ++column) {
    const Place step = step_[at(*column)];
    if (step < 0) continue;
    const W factor = work.x[at(*column)];
    const Column& below = lower_[at(step)];
    for (std::size_t i = 0; i < below.rows.size(); ++i)
      work.x[at(below.rows[i])] -= below.values[i] * factor;
  }
}

template <typename W>
Place SparseFactors<W>::choose_pivot(Place row, const Work& work) const {
  Place best = -1;
  for (const Place column : work.found)
    if (step_[at(column)] < 0 &&
        (best < 0 || std::abs(work.x[at(column)]) > std::abs(work.x[at(best)])))
      best = column;
  const bool own = step_[at(row)] < 0 && work.marked[at(row)];
  if (positive_ && step_[at(row)] < 0) return row;
  if (own && std::abs(work.x[at(row)]) >= kDiagonalPreference * std::abs(work.x[at(best)]))
    return row;
  if (best >= 0) return best;
  // A row that the ones before it make up; any column that is left keeps the others solvable.
  return std::find(step_.begin(), step_.end(), Place{-1}) - step_.begin();
}

template <typename W>
void SparseFactors<W>::keep(Place step, Place pivot, Work& work) {
  const W value = work.x[at(pivot)];
  diagonal_[at(step)] = value;
  pivot_[at(step)] = pivot;
  for (const Place column : work.found) {
    const W x = work.x[at(column)];
    work.x[at(column)] = W(0);
    work.marked[at(column)] = false;
    if (column == pivot || x == W(0)) continue;
    const Place before = step_[at(column)];
    Column& to = before >= 0 ? upper_[at(step)] : lower_[at(step)];
    to.rows.push_back(before >= 0 ? before : column);
    to.values.push_back(before >= 0 ? x : x / value);
  }
  work.found.clear();
  step_[at(pivot)] = step;
}

template <typename W>
Place SparseFactors<W>::weak_pivot(double least) const {
  for (std::size_t step = 0; step < diagonal_.size(); ++step) {
    const W pivot = diagonal_[step];
    const double size = positive_ ? real_part(pivot) : std::abs(pivot);
    if (!(size > least) || !std::isfinite(size)) return order_[step];
  }
  return -1;
}

// Here it is upper whose diagonal is of ones.
template <typename W>
void SparseFactors<W>::split(SparseRows<W>& lower, SparseRows<W>& upper) const {
  lower = upper = {static_cast<Place>(diagonal_.size()), {0}, {}, {}};
  const auto keep_line = [](SparseRows<W>& to, std::vector<std::pair<Place, W>>& line) {
    std::sort(line.begin(), line.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [column, value] : line) {
      to.columns.push_back(column);
      to.values.push_back(value);
    }
    to.begins.push_back(static_cast<Place>(to.columns.size()));
  };
  std::vector<std::pair<Place, W>> line;
  for (std::size_t step = 0; step < diagonal_.size(); ++step) {
    line.clear();
    for (std::size_t i = 0; i < upper_[step].rows.size(); ++i) {
      const Place before = upper_[step].rows[i];
      line.push_back({before, upper_[step].values[i] / diagonal_[at(before)]});
    }
    keep_line(lower, line);
    line.assign(1, {static_cast<Place>(step), diagonal_[step]});
    for (std::size_t i = 0; i < lower_[step].rows.size(); ++i)
      line.push_back({step_[at(lower_[step].rows[i])], lower_[step].values[i] * diagonal_[step]});
    keep_line(upper, line);
  }
}

template <typename W>
void SparseFactors<W>::solve(std::vector<W>& x) const {
  const std::size_t n = diagonal_.size();
  std::vector<W> y(n);
  for (std::size_t step = 0; step < n; ++step) {
    W sum = x[at(order_[step])];
    const Column& before = upper_[step];
    for (std::size_t i = 0; i < before.rows.size(); ++i)
      sum -= before.values[i] * y[at(before.rows[i])];
    y[step] = sum / diagonal_[step];
  }
  for (std::size_t step = n; step-- > 0;) {
    const Column& below = lower_[step];
    W sum = y[step];
    for (std::size_t i = 0; i < below.rows.size(); ++i)
      sum -= below.values[i] * x[at(below.rows[i])];
    x[at(pivot_[step])] = sum;
  }
}

template class SparseFactors<double>;
template class SparseFactors<std::complex<double>>;

}  // namespace vgpu::cuda::solver
