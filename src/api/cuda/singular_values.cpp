// Singular values by rotations of pairs of columns until all are orthogonal (one-sided Jacobi): slow and exact.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "api/cuda/blas.h"
#include "api/cuda/spectral.h"

namespace vgpu::cuda::solver {
namespace {

using Index = std::ptrdiff_t;
constexpr int kMostSweeps = 60;
constexpr double kSmall = 1e-15;

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

template <typename W>
double squares(const W* x, Index n) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += std::norm(std::complex<double>(x[i]));
  return sum;
}

// x' y
template <typename W>
W dot(const W* x, const W* y, Index n) {
  W sum(0);
  for (Index i = 0; i < n; ++i) sum += blas::conjugate(x[i]) * y[i];
  return sum;
}

// (x, y) := (c x - s conj(phase) y, s phase x + c y), up to a phase of the second column.
template <typename W>
void rotate(W* x, W* y, Index n, double c, double s, W phase) {
  for (Index i = 0; i < n; ++i) {
    const W a = x[i], b = blas::conjugate(phase) * y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

// Makes columns x and y of a orthogonal and turns v alike; false if they were so already.
template <typename W>
bool make_orthogonal(W* x, W* y, Index m, W* vx, W* vy, Index n) {
  const double a = squares(x, m), b = squares(y, m);
  const W mixed = dot(x, y, m);
  const double size = std::abs(mixed);
  if (size == 0 || size <= kSmall * std::sqrt(a * b)) return false;
  const W phase = mixed / size;
  const double zeta = (b - a) / (2 * size);
  const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
  const double c = 1 / std::hypot(1.0, t), s = c * t;
  rotate(x, y, m, c, s, phase);
  rotate(vx, vy, n, c, s, phase);
  return true;
}

template <typename W>
void reorder(std::vector<W>& columns, Index rows, const std::vector<Index>& order) {
  const std::vector<W> old = columns;
  for (Index j = 0; j < static_cast<Index>(order.size()); ++j)
    std::copy_n(old.data() + order[size(j)] * rows, rows, columns.data() + j * rows);
}

}  // namespace

template <typename W>
bool singular_values(std::vector<W>& a, Index m, Index n, std::vector<double>& values,
                     std::vector<W>& v) {
  v.assign(size(n * n), W(0));
  for (Index j = 0; j < n; ++j) v[size(j + j * n)] = W(1);
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j)
        turned |= make_orthogonal(a.data() + i * m, a.data() + j * m, m, v.data() + i * n,
                                  v.data() + j * n, n);
  }
  values.resize(size(n));
  std::vector<Index> order(size(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index j = 0; j < n; ++j) values[size(j)] = std::sqrt(squares(a.data() + j * m, m));
  std::sort(order.begin(), order.end(),
            [&](Index i, Index j) { return values[size(i)] > values[size(j)]; });
  reorder(a, m, order);
  reorder(v, n, order);
  std::sort(values.begin(), values.end(), std::greater<>());
  const double least = values.empty() ? 0 : values[0] * kSmall;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      a[size(i + j * m)] *= values[size(j)] > least ? 1 / values[size(j)] : 0.0;
  complete_basis(a, m, n, n);
  return !turned;
}

// Unit vectors without their parts along the columns that are there; twice, for the rounding of the first time.
template <typename W>
void complete_basis(std::vector<W>& u, Index m, Index have, Index want) {
  Index unit = 0;
  for (Index j = 0; j < want; ++j) {
    W* column = u.data() + j * m;
    if (j < have && squares(column, m) > 0) continue;
    for (bool found = false; !found && unit < m; ++unit) {
      std::fill_n(column, m, W(0));
      column[unit] = W(1);
      for (int round = 0; round < 2; ++round)
        for (Index k = 0; k < std::max(have, j); ++k) {
          if (k == j) continue;
          const W part = dot(u.data() + k * m, column, m);
          for (Index i = 0; i < m; ++i) column[i] -= part * u[size(i + k * m)];
        }
      const double length = std::sqrt(squares(column, m));
      found = length > 0.1 / std::sqrt(static_cast<double>(m));
      for (Index i = 0; found && i < m; ++i) column[i] /= length;
    }
  }
}

template bool singular_values(std::vector<double>&, Index, Index, std::vector<double>&,
                              std::vector<double>&);
template bool singular_values(std::vector<std::complex<double>>&, Index, Index,
                              std::vector<double>&, std::vector<std::complex<double>>&);
template void complete_basis(std::vector<double>&, Index, Index, Index);
template void complete_basis(std::vector<std::complex<double>>&, Index, Index, Index);

}  // namespace vgpu::cuda::solver
