// Charge * logarithm of the distance in 2-D: powers of complex numbers at points, and one pair of points.
//
// With z = x + i y the regular harmonics are z^k, the decaying ones log|z| and -z^-k / k; real and imaginary parts stand side by
// side.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

template <typename T>
struct Bits;
template <>
struct Bits<float> {
  typedef int V __attribute__((vector_size(kBytes)));
  static constexpr int kMantissa = 23, kTerms = 5;
};
template <>
struct Bits<double> {
  typedef long V __attribute__((vector_size(kBytes)));
  static constexpr int kMantissa = 52, kTerms = 11;
};

// The natural logarithm of positive normal numbers; of 0 some finite number.
template <typename T>
VG_INLINE V<T> logarithm(V<T> x) {
  using B = Bits<T>;
  using I = typename B::V;
  // x = m 2^e with m between the roots of 1/2 and 2.
  I half_root, bits;
  const V<T> root = V<T>{} + T(0.70710678118654752440);
  __builtin_memcpy(&half_root, &root, sizeof half_root);
  __builtin_memcpy(&bits, &x, sizeof bits);
  const I e = (bits - half_root) >> B::kMantissa;
  bits -= e << B::kMantissa;
  V<T> m;
  __builtin_memcpy(&m, &bits, sizeof m);
  // log m = 2 artanh f = 2 (f + f^3/3 + f^5/5 + ...), and |f| < 0.172.
  const V<T> f = (m - T(1)) / (m + T(1)), f2 = f * f;
  V<T> sum = V<T>{} + T(1) / T(2 * B::kTerms - 1);
#pragma clang loop unroll(full)
  for (int i = B::kTerms - 2; i >= 0; --i) sum = sum * f2 + T(1) / T(2 * i + 1);
  return __builtin_convertvector(e, V<T>) * T(0.69314718055994530942) + T(2) * f * sum;
}

struct Plane {
  static constexpr int kDimensions = 2;
  static constexpr int coefficients(int p) { return 2 * p; }

  // Calls each(i, value) for the real and imaginary parts of all harmonics of W points; `scale` multiplies all.
  template <typename T, typename Each>
  static VG_INLINE void harmonics(const T* recurrence, int p, bool outside, V<T> x, V<T> y, V<T>,
                                  V<T> scale, const Each& each) {
    V<T> re = scale, im = scale - scale;
    V<T> first = scale;
    if (outside) {
      const V<T> r2 = x * x + y * y;
      first = scale * (T(0.5) * logarithm<T>(r2));
      x = x / r2, y = -y / r2;
    }
    each(0, first);
    for (int k = 1; k < p; ++k) {
      const V<T> old = re;
      re = re * x - im * y;
      im = old * y + im * x;
      const T factor = outside ? -recurrence[k] : T(1);
      each(2 * k, factor * re);
      each(2 * k + 1, factor * im);
    }
  }

  template <typename T>
  static VG_INLINE void pair(V<T> squared, T charge, T shift, V<T>& potential, V<T>& slope) {
    const V<T> none = V<T>{};
    potential = squared == 0 ? none : charge * (T(0.5) * logarithm<T>(squared) + shift);
    slope = squared == 0 ? none : -charge / squared;
  }
};

}  // namespace vgpu::fmm::VG_SIMD
