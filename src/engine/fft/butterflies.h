// Transforms of 2 to 13 complex numbers a lane, in registers. Forward only; see load_pairs for backward.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/roots.h"
#include "engine/fft/simd.h"

namespace vgpu::fft::VG_SIMD {

template <typename T>
VG_INLINE Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename T>
VG_INLINE Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename T>
VG_INLINE Complex<T> times_minus_i(Complex<T> a) {
  return {a.im, -a.re};
}
template <typename T>
VG_INLINE Complex<T> multiply(Complex<T> a, typename Simd<T>::V re, typename Simd<T>::V im) {
  return {a.re * re - a.im * im, a.re * im + a.im * re};
}
template <typename T>
VG_INLINE Complex<T> multiply(Complex<T> a, T re, T im) {
  return {a.re * re - a.im * im, a.re * im + a.im * re};
}

template <typename T>
VG_INLINE void butterfly4(Complex<T>& a, Complex<T>& b, Complex<T>& c, Complex<T>& d) {
  const Complex<T> s = a + c, t = a - c, u = b + d, v = times_minus_i(b - d);
  a = s + u, b = t + v, c = s - u, d = t - v;
}

// Primes: sums and differences of opposite inputs, then real products.
template <typename T, int R>
VG_INLINE void butterfly_odd(Complex<T>* x) {
  constexpr int H = (R - 1) / 2;
  Complex<T> sum[H], difference[H], zero = x[0];
#pragma clang loop unroll(full)
  for (int k = 0; k < H; ++k) {
    sum[k] = x[k + 1] + x[R - 1 - k];
    difference[k] = x[k + 1] - x[R - 1 - k];
    x[0] = x[0] + sum[k];
  }
#pragma clang loop unroll(full)
  for (int j = 1; j <= H; ++j) {
    Complex<T> even = zero, odd;
#pragma clang loop unroll(full)
    for (int k = 1; k <= H; ++k) {
      const T c = kRoots<T, R>.re[j * k % R], s = -kRoots<T, R>.im[j * k % R];
      even.re += sum[k - 1].re * c;
      even.im += sum[k - 1].im * c;
      odd.re = k == 1 ? difference[0].im * s : odd.re + difference[k - 1].im * s;
      odd.im = k == 1 ? difference[0].re * s : odd.im + difference[k - 1].re * s;
    }
    x[j] = {even.re + odd.re, even.im - odd.im};
    x[R - j] = {even.re - odd.re, even.im + odd.im};
  }
}

template <typename T>
VG_INLINE void butterfly8(Complex<T>* x) {
  constexpr T h = T(0.70710678118654752440);
  butterfly4(x[0], x[2], x[4], x[6]);
  butterfly4(x[1], x[3], x[5], x[7]);
  const Complex<T> a = x[3], b = x[5], c = x[7];
  x[3] = {(a.re + a.im) * h, (a.im - a.re) * h};
  x[5] = times_minus_i(b);
  x[7] = {(c.im - c.re) * h, (c.re + c.im) * -h};
  const Complex<T> even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    x[k] = even[k] + odd[k];
    x[k + 4] = even[k] - odd[k];
  }
}

template <typename T, int R>
VG_INLINE void butterfly(Complex<T>* x) {
  if constexpr (R == 2) {
    const Complex<T> a = x[0], b = x[1];
    x[0] = a + b, x[1] = a - b;
  } else if constexpr (R == 4) {
    butterfly4(x[0], x[1], x[2], x[3]);
  } else if constexpr (R == 8) {
    butterfly8(x);
  } else {
    butterfly_odd<T, R>(x);
  }
}

}  // namespace vgpu::fft::VG_SIMD
