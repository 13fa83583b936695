// Sparse systems of equations; see sparse_systems.h.
//
// Cholesky's factor is kept row by row from the first element on (an envelope, which the order of rows keeps narrow).
// The orthogonal factor is never kept: each row is turned into the triangle by rotations, with its right-hand side.
// SPDX-License-Identifier: MIT
#include "api/cuda/sparse_systems.h"

#include <algorithm>
#include <cmath>

namespace vgpu::cuda::solver {
namespace {

using Index = std::ptrdiff_t;
using std::size_t;

double conjugate(double x) { return x; }
std::complex<double> conjugate(std::complex<double> x) { return std::conj(x); }

std::vector<size_t> degrees(const std::vector<std::vector<int>>& neighbours) {
  std::vector<size_t> all;
  for (const auto& some : neighbours) all.push_back(some.size());
  return all;
}

// Neighbours of every vertex in the graph of a pattern made symmetric, those with few neighbours first.
std::vector<std::vector<int>> neighbours_of(const std::vector<Index>& begins,
                                            const std::vector<Index>& places, Index n) {
  std::vector<std::vector<int>> all(static_cast<size_t>(n));
  for (Index i = 0; i < n; ++i)
    for (Index at = begins[static_cast<size_t>(i)]; at < begins[static_cast<size_t>(i) + 1]; ++at) {
      const Index j = places[static_cast<size_t>(at)];
      if (i == j) continue;
      all[static_cast<size_t>(i)].push_back(static_cast<int>(j));
      all[static_cast<size_t>(j)].push_back(static_cast<int>(i));
    }
  for (auto& some : all) {
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
  }
  const auto by_degree = [degree = degrees(all)](int a, int b) {
    const size_t one = degree[static_cast<size_t>(a)], other = degree[static_cast<size_t>(b)];
    return one != other ? one < other : a < b;
  };
  for (auto& some : all) std::sort(some.begin(), some.end(), by_degree);
  return all;
}

// Appends the vertices that can be reached from `start`, level by level; `seen` marks them.
void walk(const std::vector<std::vector<int>>& neighbours, int start, std::vector<char>& seen,
          std::vector<int>& order) {
  const size_t first = order.size();
  order.push_back(start);
  seen[static_cast<size_t>(start)] = 1;
  for (size_t at = first; at < order.size(); ++at)
    for (const int next : neighbours[static_cast<size_t>(order[at])])
      if (!seen[static_cast<size_t>(next)]) {
        seen[static_cast<size_t>(next)] = 1;
        order.push_back(next);
      }
}

// Rows of Cholesky's factor, each from its first element to the diagonal.
template <typename W>
struct Envelope {
  explicit Envelope(const SparseMatrix<W>& a) : first(static_cast<size_t>(a.rows)) {
    rows.resize(first.size());
    for (size_t i = 0; i < first.size(); ++i) {
      first[i] = static_cast<Index>(i);
      const auto begin = static_cast<size_t>(a.begins[i]),
                 end = static_cast<size_t>(a.begins[i + 1]);
      for (size_t at = begin; at < end; ++at) first[i] = std::min(first[i], a.places[at]);
      rows[i].assign(i - static_cast<size_t>(first[i]) + 1, W(0));
      for (size_t at = begin; at < end; ++at)
        if (a.places[at] <= static_cast<Index>(i))
          rows[i][static_cast<size_t>(a.places[at] - first[i])] += a.values[at];
    }
  }
  W& at(size_t i, Index j) { return rows[i][static_cast<size_t>(j - first[i])]; }

  // Row i becomes that of the factor; the square of its pivot.
  double factorize(size_t i) {
    for (Index j = first[i]; j < static_cast<Index>(i); ++j) {
      const auto row = static_cast<size_t>(j);
      W sum = at(i, j);
      for (Index k = std::max(first[i], first[row]); k < j; ++k)
        sum -= at(i, k) * conjugate(at(row, k));
      at(i, j) = sum / at(row, j);
    }
    double square = std::real(at(i, static_cast<Index>(i)));
    for (Index k = first[i]; k < static_cast<Index>(i); ++k) square -= std::norm(at(i, k));
    return square;
  }

  std::vector<Index> first;
  std::vector<std::vector<W>> rows;
};

// A row of the triangle: its elements in rising columns, and its right-hand side.
template <typename W>
struct Row {
  std::vector<Index> places;
  std::vector<W> values;
  W right = W(0);
};

// Turns two rows that begin in one column, so that `below` loses its first element; columns are merged.
template <typename W>
void rotate(Row<W>& above, Row<W>& below) {
  const W a = above.values[0], b = below.values[0];
  const double size = std::hypot(std::abs(a), std::abs(b));
  const W c = conjugate(a) / size, s = conjugate(b) / size;
  Row<W> top, rest;
  for (size_t i = 0, j = 0; i < above.places.size() || j < below.places.size();) {
    const bool of_above =
        j == below.places.size() || (i < above.places.size() && above.places[i] <= below.places[j]);
    const bool of_below =
        i == above.places.size() || (j < below.places.size() && below.places[j] <= above.places[i]);
    const Index place = of_above ? above.places[i] : below.places[j];
    const W x = of_above ? above.values[i++] : W(0), y = of_below ? below.values[j++] : W(0);
    top.places.push_back(place);
    top.values.push_back(c * x + s * y);
    if (top.places.size() == 1) continue;
    rest.places.push_back(place);
    rest.values.push_back((a * y - b * x) / size);
  }
  top.right = c * above.right + s * below.right;
  rest.right = (a * below.right - b * above.right) / size;
  above = std::move(top);
  below = std::move(rest);
}

template <typename W>
Row<W> row_of(const SparseMatrix<W>& a, size_t i, W right) {
  std::vector<std::pair<Index, W>> elements;
  for (auto at = static_cast<size_t>(a.begins[i]); at < static_cast<size_t>(a.begins[i + 1]); ++at)
    elements.emplace_back(a.places[at], a.values[at]);
  std::sort(elements.begin(), elements.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  Row<W> row;
  row.right = right;
  for (const auto& [place, value] : elements) {
    if (!row.places.empty() && row.places.back() == place) {
      row.values.back() += value;
      continue;
    }
    row.places.push_back(place);
    row.values.push_back(value);
  }
  return row;
}

template <typename W>
void drop_leading_zeros(Row<W>& row) {
  size_t zeros = 0;
  while (zeros < row.values.size() && row.values[zeros] == W(0)) ++zeros;
  row.places.erase(row.places.begin(), row.places.begin() + static_cast<Index>(zeros));
  row.values.erase(row.values.begin(), row.values.begin() + static_cast<Index>(zeros));
}

}  // namespace

std::vector<int> narrow_order(const std::vector<Index>& begins, const std::vector<Index>& places,
                              Index n) {
  const auto neighbours = neighbours_of(begins, places, n);
  std::vector<char> seen(static_cast<size_t>(n), 0);
  std::vector<int> order;
  for (int start = 0; start < n; ++start) {
    if (seen[static_cast<size_t>(start)]) continue;
    // Twice the vertex that is farthest from the last one: nearly as far apart as two of them can be.
    int end = start;
    for (int round = 0; round < 2; ++round) {
      std::vector<char> tried = seen;
      std::vector<int> levels;
      walk(neighbours, end, tried, levels);
      end = levels.back();
    }
    walk(neighbours, end, seen, order);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

template <typename W>
Index solve_definite(const SparseMatrix<W>& a, const std::vector<W>& b, double tol,
                     std::vector<W>& x) {
  Envelope<W> l(a);
  const auto n = static_cast<size_t>(a.rows);
  for (size_t i = 0; i < n; ++i) {
    const double square = l.factorize(i);
    if (!(square > 0) || std::sqrt(square) <= tol) return static_cast<Index>(i);
    l.at(i, static_cast<Index>(i)) = W(std::sqrt(square));
  }
  x = b;
  for (size_t i = 0; i < n; ++i) {
    for (Index k = l.first[i]; k < static_cast<Index>(i); ++k)
      x[i] -= l.at(i, k) * x[static_cast<size_t>(k)];
    x[i] /= l.at(i, static_cast<Index>(i));
  }
  for (size_t i = n; i-- > 0;) {
    x[i] /= l.at(i, static_cast<Index>(i));
    for (Index k = l.first[i]; k < static_cast<Index>(i); ++k)
      x[static_cast<size_t>(k)] -= conjugate(l.at(i, k)) * x[i];
  }
  return -1;
}

template <typename W>
LeastSquares solve_orthogonal(const SparseMatrix<W>& a, const std::vector<W>& b, double tol,
                              std::vector<W>& x) {
  std::vector<Row<W>> triangle(static_cast<size_t>(a.columns));
  double squares = 0;
  for (size_t i = 0; i < static_cast<size_t>(a.rows); ++i) {
    Row<W> row = row_of(a, i, b[i]);
    for (drop_leading_zeros(row); !row.places.empty(); drop_leading_zeros(row)) {
      Row<W>& above = triangle[static_cast<size_t>(row.places[0])];
      if (above.places.empty()) {
        above = std::move(row);
        row = {};
        break;
      }
      rotate(above, row);
    }
    squares += std::norm(row.right);
  }
  LeastSquares result;
  x.assign(triangle.size(), W(0));
  for (size_t j = triangle.size(); j-- > 0;) {
    const Row<W>& row = triangle[j];
    if (row.places.empty() || std::abs(row.values[0]) <= tol) {
      result.singular = static_cast<Index>(j);
      squares += std::norm(row.right);
      continue;
    }
    ++result.rank;
    W sum = row.right;
    for (size_t at = 1; at < row.places.size(); ++at)
      sum -= row.values[at] * x[static_cast<size_t>(row.places[at])];
    x[j] = sum / row.values[0];
  }
  result.rest = std::sqrt(squares);
  return result;
}

#define VG_SYSTEMS(W)                                                                           \
  template Index solve_definite(const SparseMatrix<W>&, const std::vector<W>&, double,          \
                                std::vector<W>&);                                               \
  template LeastSquares solve_orthogonal(const SparseMatrix<W>&, const std::vector<W>&, double, \
                                         std::vector<W>&);
VG_SYSTEMS(double)
VG_SYSTEMS(std::complex<double>)
#undef VG_SYSTEMS

}  // namespace vgpu::cuda::solver
