// Transforms of 2 to 16 complex numbers a lane, in registers. Forward only; see load_pairs for backward.
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

// What was computed until here is, and what comes later has not begun: a compiler that mixes the steps of a large butterfly
// runs out of registers, and then most of the time goes into saving and restoring them.
template <typename T>
VG_INLINE void in_order(Complex<T> (&x)[4]) {
  asm volatile(""
               : "+v"(x[0].re), "+v"(x[0].im), "+v"(x[1].re), "+v"(x[1].im), "+v"(x[2].re),
                 "+v"(x[2].im), "+v"(x[3].re), "+v"(x[3].im)
               :
               : "memory");
}

// Four times four: load(k) brings number k, sink(j, r) takes the results j, j + 4, j + 8 and j + 12 as soon as they are there.
template <typename T, typename Load, typename Sink>
VG_INLINE void butterfly16(Load load, Sink sink) {
  Complex<T> x[4][4];
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    Complex<T> r[4] = {load(k), load(k + 4), load(k + 8), load(k + 12)};
    butterfly4(r[0], r[1], r[2], r[3]);
    in_order(r);
#pragma clang loop unroll(full)
    for (int j = 0; j < 4; ++j) x[j][k] = r[j];
  }
#pragma clang loop unroll(full)
  for (int j = 0; j < 4; ++j) {
    in_order(x[j]);
#pragma clang loop unroll(full)
    for (int k = 1; k < 4; ++k) {
      if (j * k == 4) {
        x[j][k] = times_minus_i(x[j][k]);
      } else if (j != 0) {
        x[j][k] = multiply(x[j][k], kRoots<T, 16>.re[j * k], kRoots<T, 16>.im[j * k]);
      }
    }
    butterfly4(x[j][0], x[j][1], x[j][2], x[j][3]);
    sink(j, x[j]);
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

// The transform of R numbers from load(k) to store(k, result).
template <typename T, int R, typename Load, typename Store>
VG_INLINE void transform(Load load, Store store) {
  if constexpr (R == 16) {
    butterfly16<T>(load, [&](int j, Complex<T>(&r)[4]) VG_LAMBDA {
      store(j, r[0]), store(j + 4, r[1]), store(j + 8, r[2]), store(j + 12, r[3]);
    });
  } else {
    Complex<T> x[R];
#pragma clang loop unroll(full)
    for (int k = 0; k < R; ++k) x[k] = load(k);
    butterfly<T, R>(x);
#pragma clang loop unroll(full)
    for (int k = 0; k < R; ++k) store(k, x[k]);
  }
}

}  // namespace vgpu::fft::VG_SIMD
