// Expansions in powers of complex numbers, for the logarithm in the plane.
//
// The potential is the real part of an analytic function of z = x + i y. A multipole holds A(k) = sum of q z^k and gives
// A(0) log z - sum of A(k) / (k z^k); a local expansion gives sum of B(l) z^l. Coefficient k stands at 2 k (real part) and 2 k + 1
// (imaginary part). Logarithms count the box's sides: who evaluates adds that of the side.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <complex>

#include "engine/fmm/expansion.h"

namespace vgpu::fmm {
namespace {

using Complex = std::complex<double>;

int size(int p) { return 2 * p; }
double sign(int n) { return n % 2 == 0 ? 1 : -1; }
Complex point(const Vector3& x) { return {x[0], x[1]}; }

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

Complex power(Complex z, int n) {
  Complex result = 1;
  for (int i = 0; i < n; ++i) result *= z;
  return result;
}

// term(n, k) is the factor of input k in output n.
template <typename Term>
Matrix make(int out, int in, const Term& term) {
  Matrix m{2 * out, 2 * in, std::vector<double>(static_cast<std::size_t>(4 * out * in))};
  for (int n = 0; n < out; ++n) {
    for (int k = 0; k < in; ++k) {
      const Complex factor = term(n, k);
      double* upper = m.values.data() + 2 * n * m.columns + 2 * k;
      double* lower = upper + m.columns;
      upper[0] = factor.real(), upper[1] = -factor.imag();
      lower[0] = factor.imag(), lower[1] = factor.real();
    }
  }
  return m;
}

// Lengths halve: z in the parent's units is shift + z / 2.
Matrix to_parent(int p, const Vector3& shift) {
  return make(p, p, [s = point(shift)](int n, int k) {
    return k > n ? Complex(0) : binomial(n, k) * power(s, n - k) * std::ldexp(1.0, -k);
  });
}

Matrix to_child(int p, const Vector3& shift) {
  return make(p, p, [s = point(shift)](int n, int l) {
    return l < n ? Complex(0) : binomial(l, n) * power(s, l - n) * std::ldexp(1.0, -n);
  });
}

// log(d + z) and (d + z)^-k as series of z / d.
Matrix to_local(int p, const Vector3& d) {
  const Complex inverse = 1.0 / point(d);
  return make(p, p, [&](int l, int k) -> Complex {
    if (k == 0) {
      if (l == 0) return std::log(std::abs(point(d)));
      return -sign(l) / l * power(inverse, l);
    }
    return -sign(l) * binomial(k + l - 1, l) / k * power(inverse, k + l);
  });
}

// The potential is the real part of f: its slope along x is that of f', along y that of i f'.
Complex along(int axis) { return axis == 0 ? Complex(1) : Complex(0, 1); }

Matrix local_gradient(int p, int axis) {
  return make(p, p,
              [=](int n, int l) { return l == n + 1 ? double(l) * along(axis) : Complex(0); });
}

Matrix multipole_gradient(int p, int axis) {
  return make(p + 1, p,
              [=](int n, int k) { return n == k + 1 ? -double(n) * along(axis) : Complex(0); });
}

std::vector<double> recurrence(int p) {
  std::vector<double> factors(static_cast<std::size_t>(p));
  for (int k = 1; k < p; ++k) factors[k] = 1.0 / k;
  return factors;
}

// The real part of a product.
std::vector<double> weights(int p) {
  std::vector<double> all(static_cast<std::size_t>(size(p)), 1);
  for (int k = 0; k < p; ++k) all[2 * k + 1] = -1;
  return all;
}

// y -> -y is z -> conj z; x -> -x is z -> -conj z.
std::vector<double> mirror(int p, int mask) {
  std::vector<double> signs(static_cast<std::size_t>(size(p)));
  const int turned = ((mask & 4) != 0) + ((mask & 2) != 0);
  for (int k = 0; k < p; ++k) {
    signs[2 * k] = (mask & 4) != 0 ? sign(k) : 1;
    signs[2 * k + 1] = signs[2 * k] * sign(turned);
  }
  return signs;
}

}  // namespace

const Expansion& complex_powers() {
  static constexpr Expansion kExpansion{size,       to_parent,      to_local,
                                        to_child,   local_gradient, multipole_gradient,
                                        recurrence, weights,        mirror};
  return kExpansion;
}

}  // namespace vgpu::fmm
