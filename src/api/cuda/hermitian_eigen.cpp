// Eigenvalues of Hermitian matrices: reflectors make them tridiagonal, rotations make that diagonal (QL with shifts).
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "api/cuda/householder.h"
#include "api/cuda/spectral.h"

namespace vgpu::cuda::solver {
namespace {

using Index = std::ptrdiff_t;
constexpr int kMostRounds = 60;  // of one eigenvalue; a few are usual

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// diagonal and off[k] = T(k + 1, k), both real; reflectors stay below the subdiagonal of a.
template <typename W>
struct Tridiagonal {
  std::vector<double> diagonal, off;
  std::vector<W> taus;
};

// a := H' a H on the rows and columns behind k: a rank-two update by v and w.
template <typename W>
void turn_both_sides(std::vector<W>& a, Index n, Index k, const std::vector<W>& v, W tau) {
  const Index m = n - k - 1;
  std::vector<W> w(size(m), W(0));
  W* block = a.data() + (k + 1) + (k + 1) * n;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) w[size(i)] += block[i + j * n] * v[size(j)];
  W dot(0);
  for (Index i = 0; i < m; ++i) {
    w[size(i)] *= tau;
    dot += blas::conjugate(v[size(i)]) * w[size(i)];
  }
  // H' A H = A - v p' - p v' with p = w - conj(tau) (v' w) v / 2
  const W half = 0.5 * blas::conjugate(tau) * dot;
  for (Index i = 0; i < m; ++i) w[size(i)] -= half * v[size(i)];
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i)
      block[i + j * n] -=
          v[size(i)] * blas::conjugate(w[size(j)]) + w[size(i)] * blas::conjugate(v[size(j)]);
}

template <typename W>
Tridiagonal<W> reduce(std::vector<W>& a, Index n) {
  Tridiagonal<W> t{std::vector<double>(size(n)), std::vector<double>(size(n), 0.0),
                   std::vector<W>(size(n), W(0))};
  for (Index k = 0; k + 1 < n; ++k) {
    W* column = a.data() + (k + 1) + k * n;
    const Index m = n - k - 1;
    t.taus[size(k)] = make_reflector(column, m);
    t.off[size(k)] = std::real(column[0]);
    if (t.taus[size(k)] == W(0)) continue;
    std::vector<W> v(column, column + m);
    v[0] = W(1);
    turn_both_sides(a, n, k, v, t.taus[size(k)]);
  }
  for (Index k = 0; k < n; ++k) t.diagonal[size(k)] = std::real(a[size(k + k * n)]);
  return t;
}

// The product of the reflectors, in a's place.
template <typename W>
void form_vectors(std::vector<W>& a, Index n, const std::vector<W>& taus) {
  const std::vector<W> reflectors = a;
  std::fill(a.begin(), a.end(), W(0));
  for (Index j = 0; j < n; ++j) {
    a[size(j + j * n)] = W(1);
    for (Index k = std::min(j, n - 1); k-- > 0;)
      reflect(reflectors.data() + (k + 1) + k * n, n - k - 1, taus[size(k)],
              a.data() + (k + 1) + j * n);
  }
}

template <typename W>
class Diagonalizer {
 public:
  Diagonalizer(std::vector<double>& d, std::vector<double>& e, std::vector<W>* vectors, Index n)
      : d_(d), e_(e), vectors_(vectors), n_(n) {}

  bool run() {
    for (Index first = 0; first < n_; ++first) {
      int rounds = 0;
      for (Index last = block_end(first); last != first; last = block_end(first)) {
        if (++rounds > kMostRounds) return false;
        sweep(first, last);
      }
    }
    return true;
  }

 private:
  double& d(Index i) { return d_[size(i)]; }
  double& e(Index i) { return e_[size(i)]; }

  // The end of the part from `first` on that small elements do not cut.
  Index block_end(Index first) {
    Index last = first;
    while (last + 1 < n_) {
      const double sum = std::abs(d(last)) + std::abs(d(last + 1));
      if (std::abs(e(last)) <= std::numeric_limits<double>::epsilon() * sum) break;
      ++last;
    }
    return last;
  }

  void sweep(Index first, Index last) {
    double g = (d(first + 1) - d(first)) / (2 * e(first));
    const double root = std::hypot(g, 1.0);
    g = d(last) - d(first) + e(first) / (g + std::copysign(root, g));
    double sine = 1, cosine = 1, shift = 0;
    for (Index i = last - 1; i >= first; --i) {
      const double f = sine * e(i), b = cosine * e(i);
      const double r = std::hypot(f, g);
      e(i + 1) = r;
      if (r == 0) {  // the part falls in two
        d(i + 1) -= shift;
        e(last) = 0;
        return;
      }
      sine = f / r, cosine = g / r;
      g = d(i + 1) - shift;
      const double t = (d(i) - g) * sine + 2 * cosine * b;
      shift = sine * t;
      d(i + 1) = g + shift;
      g = cosine * t - b;
      if (vectors_ != nullptr) rotate(i, sine, cosine);
    }
    d(first) -= shift;
    e(first) = g;
    e(last) = 0;
  }

  void rotate(Index i, double sine, double cosine) {
    W *left = vectors_->data() + i * n_, *right = left + n_;
    for (Index k = 0; k < n_; ++k) {
      const W old = right[k];
      right[k] = sine * left[k] + cosine * old;
      left[k] = cosine * left[k] - sine * old;
    }
  }

  std::vector<double>&d_, &e_;
  std::vector<W>* vectors_;
  Index n_;
};

template <typename W>
void sort_rising(std::vector<double>& values, std::vector<W>* vectors, Index n) {
  std::vector<Index> order(size(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return values[size(a)] < values[size(b)]; });
  const std::vector<double> old = values;
  for (Index i = 0; i < n; ++i) values[size(i)] = old[size(order[size(i)])];
  if (vectors == nullptr) return;
  const std::vector<W> columns = *vectors;
  for (Index i = 0; i < n; ++i)
    std::copy_n(columns.data() + order[size(i)] * n, n, vectors->data() + i * n);
}

}  // namespace

template <typename W>
bool hermitian_eigen(std::vector<W>& a, Index n, std::vector<double>& values, bool with_vectors) {
  Tridiagonal<W> t = reduce(a, n);
  if (with_vectors) form_vectors(a, n, t.taus);
  std::vector<W>* vectors = with_vectors ? &a : nullptr;
  const bool converged = Diagonalizer<W>(t.diagonal, t.off, vectors, n).run();
  values = std::move(t.diagonal);
  sort_rising(values, vectors, n);
  return converged;
}

template bool hermitian_eigen(std::vector<double>&, Index, std::vector<double>&, bool);
template bool hermitian_eigen(std::vector<std::complex<double>>&, Index, std::vector<double>&,
                              bool);

}  // namespace vgpu::cuda::solver
