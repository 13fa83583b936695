// Expansions in solid harmonics, in the real form that kernels use; the matrices are their addition theorems.
//
// An expansion of order p has p * p real numbers: for n < p the real parts of m = 0..n and the imaginary parts of m = 1..n,
// harmonic (n, m) at index_of(n, m). Harmonics are normalised by sqrt((n - m)! (n + m)!), so that all numbers stay near 1.
//
// With R(n, m) = r^n P(n, m) e^(i m phi) / (n + m)! and I(n, m) = (n - m)! P(n, m) e^(i m phi) / r^(n + 1):
//   1 / |x - y|  = sum conj R(n, m; y) I(n, m; x)
//   R(n, m; x+y) = sum R(j, k; y) R(n - j, m - k; x)
//   I(n, m; x+y) = sum (-1)^j conj R(j, k; y) I(n + j, m + k; x)
// A multipole is M(n, m) = sum of q conj R(n, m; y), a local expansion gives sum of L(n, m) conj R(n, m; x). Multipoles are
// stored conjugated, so that both are made from points and evaluated with the same signs.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <complex>

#include "engine/fmm/expansion.h"

namespace vgpu::fmm {
namespace {

using Complex = std::complex<double>;

// Where the real part of harmonic (n, m) stands; its imaginary part, if m > 0, stands right behind.
constexpr int index_of(int n, int m) { return n * n + (m == 0 ? 0 : 2 * m - 1); }

// All harmonics up to a degree, with negative m as well; zero outside.
class Table {
 public:
  explicit Table(int degree) : degree_(degree), values_((degree + 1) * (2 * degree + 1)) {}
  Complex get(int n, int m) const {
    if (n < 0 || n > degree_ || std::abs(m) > n) return 0;
    return values_[n * (2 * degree_ + 1) + m + degree_];
  }
  // Sets m >= 0, and -m with it.
  void set(int n, int m, Complex value) {
    at(n, m) = value;
    if (m > 0) at(n, -m) = (m % 2 == 0 ? 1.0 : -1.0) * std::conj(value);
  }

 private:
  Complex& at(int n, int m) { return values_[n * (2 * degree_ + 1) + m + degree_]; }
  int degree_;
  std::vector<Complex> values_;
};

double squared(const Vector3& x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; }

Table regular(int degree, const Vector3& x) {
  Table t(degree);
  const double r2 = squared(x);
  Complex diagonal = 1;
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) diagonal *= Complex(x[0], x[1]) / (2.0 * m);
    t.set(m, m, diagonal);
    for (int n = m + 1; n <= degree; ++n) {
      t.set(
          n, m,
          ((2.0 * n - 1) * x[2] * t.get(n - 1, m) - r2 * t.get(n - 2, m)) / double(n * n - m * m));
    }
  }
  return t;
}

Table irregular(int degree, const Vector3& x) {
  Table t(degree);
  const double r2 = squared(x);
  Complex diagonal = 1 / std::sqrt(r2);
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) diagonal *= (2.0 * m - 1) * Complex(x[0], x[1]) / r2;
    t.set(m, m, diagonal);
    for (int n = m + 1; n <= degree; ++n) {
      const double back = double((n - 1) * (n - 1) - m * m);
      t.set(n, m, ((2.0 * n - 1) * x[2] * t.get(n - 1, m) - back * t.get(n - 2, m)) / r2);
    }
  }
  return t;
}

double norm(int n, int m) {
  static const std::vector<double> roots = [] {  // of factorials
    std::vector<double> values{1};
    for (int i = 1; i < 128; ++i) values.push_back(values.back() * std::sqrt(double(i)));
    return values;
  }();
  return roots[n - m] * roots[n + m];
}

// The real matrix of a complex map between coefficients. Multipoles are stored times the norm, local ones divided by it.
// term(n, m, j, k) is the factor of input (j, k) in output (n, m).
struct Side {
  int p;
  bool multipole;
  double factor(int n, int m) const { return multipole ? norm(n, m) : 1 / norm(n, m); }
  double imaginary() const { return multipole ? -1 : 1; }
};

template <typename Term>
void fill_column(Matrix& matrix, Side out, Side in, int j, int k, bool imaginary,
                 const Term& term) {
  const int column = index_of(j, k) + (imaginary ? 1 : 0);
  const Complex value = (imaginary ? Complex(0, in.imaginary()) : Complex(1)) / in.factor(j, k);
  const Complex mirrored = (k % 2 == 0 ? 1.0 : -1.0) * std::conj(value);
  for (int n = 0; n < out.p; ++n) {
    for (int m = 0; m <= n; ++m) {
      Complex sum = term(n, m, j, k) * value;
      if (k > 0) sum += term(n, m, j, -k) * mirrored;
      sum *= out.factor(n, m);
      matrix.values[index_of(n, m) * matrix.columns + column] = sum.real();
      if (m > 0) {
        matrix.values[(index_of(n, m) + 1) * matrix.columns + column] =
            sum.imag() * out.imaginary();
      }
    }
  }
}

template <typename Term>
Matrix make(Side out, Side in, const Term& term) {
  Matrix matrix{out.p * out.p, in.p * in.p, std::vector<double>(out.p * out.p * in.p * in.p)};
  for (int j = 0; j < in.p; ++j) {
    for (int k = 0; k <= j; ++k) {
      fill_column(matrix, out, in, j, k, false, term);
      if (k > 0) fill_column(matrix, out, in, j, k, true, term);
    }
  }
  return matrix;
}

Vector3 unit(int axis) {
  Vector3 e{0, 0, 0};
  e[axis] = 1;
  return e;
}

double sign(int n) { return n % 2 == 0 ? 1 : -1; }

int size(int p) { return p * p; }

Matrix to_parent(int p, const Vector3& shift) {
  const Table r = regular(p, shift);
  // Lengths halve: a child's coefficient of degree j counts 2^-j in the parent's units.
  return make({p, true}, {p, true}, [&](int n, int m, int j, int k) {
    return std::conj(r.get(n - j, m - k)) * std::ldexp(1.0, -j);
  });
}

Matrix to_local(int p, const Vector3& d) {
  const Table t = irregular(2 * p, d);
  return make({p, false}, {p, true},
              [&](int n, int m, int j, int k) { return sign(n) * t.get(n + j, m + k); });
}

Matrix to_child(int p, const Vector3& shift) {
  const Table r = regular(p, shift);
  return make({p, false}, {p, false}, [&](int n, int m, int j, int k) {
    return std::conj(r.get(j - n, k - m)) * std::ldexp(1.0, -n - 1);
  });
}

Matrix local_gradient(int p, int axis) {
  const Table r = regular(1, unit(axis));
  return make({p, false}, {p, false}, [&](int n, int m, int j, int k) {
    return j == n + 1 ? std::conj(r.get(1, k - m)) : Complex(0);
  });
}

Matrix multipole_gradient(int p, int axis) {
  const Table r = regular(1, unit(axis));
  return make({p + 1, true}, {p, true}, [&](int n, int m, int j, int k) {
    return n == j + 1 ? -std::conj(r.get(1, m - k)) : Complex(0);
  });
}

// For each m its diagonal factor (none for 0), then two factors for each n > m.
std::vector<double> recurrence(int p) {
  std::vector<double> factors;
  for (int m = 0; m < p; ++m) {
    if (m > 0) factors.push_back(std::sqrt((2.0 * m - 1) / (2.0 * m)));
    for (int n = m + 1; n < p; ++n) {
      const double span = double(n * n - m * m), before = double((n - 1) * (n - 1) - m * m);
      factors.push_back((2.0 * n - 1) / std::sqrt(span));
      factors.push_back(std::sqrt(before / span));
    }
  }
  return factors;
}

// Harmonics with m > 0 stand for those with -m, too.
std::vector<double> weights(int p) {
  std::vector<double> all(size(p), 2);
  for (int n = 0; n < p; ++n) all[index_of(n, 0)] = 1;
  return all;
}

// Under x -> -x the harmonic e^(i m phi) becomes (-1)^m e^(-i m phi), under y -> -y its conjugate, and z -> -z gives (-1)^(n + m).
std::vector<double> mirror(int p, int mask) {
  std::vector<double> signs(size(p), 1);
  for (int n = 0; n < p; ++n) {
    for (int m = 0; m <= n; ++m) {
      const int odd = ((mask & 4) != 0 ? m : 0) + ((mask & 1) != 0 ? n + m : 0);
      const int turned = ((mask & 4) != 0) + ((mask & 2) != 0);
      signs[index_of(n, m)] = sign(odd);
      if (m > 0) signs[index_of(n, m) + 1] = sign(odd + turned);
    }
  }
  return signs;
}

}  // namespace

const Expansion& solid_harmonics() {
  static constexpr Expansion kExpansion{size,       to_parent,      to_local,
                                        to_child,   local_gradient, multipole_gradient,
                                        recurrence, weights,        mirror};
  return kExpansion;
}

}  // namespace vgpu::fmm
