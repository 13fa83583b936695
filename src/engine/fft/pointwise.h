// Products of two arrays, and the step between a complex transform and a real one of twice its length.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/butterflies.h"
#include "engine/fft/passes.h"

namespace vgpu::fft::VG_SIMD {

template <typename T, bool kSwapA, bool kSwapTo>
void multiply_vectors(const T* a, const T* b, T* to, std::size_t n, T sign, T scale) {
  constexpr std::size_t W = Simd<T>::W;
  std::size_t i = 0;
  for (; i + W <= n; i += W) {
    const Complex<T> y = load_pairs<T, false>(b + 2 * i);
    const Complex<T> p = multiply<T>(load_pairs<T, kSwapA>(a + 2 * i), y.re, y.im);
    store_pairs<T, kSwapTo>(to + 2 * i, {p.re * scale, p.im * (sign * scale)});
  }
  for (; i < n; ++i) {
    const T re = a[2 * i + kSwapA], im = a[2 * i + !kSwapA];
    to[2 * i + kSwapTo] = (re * b[2 * i] - im * b[2 * i + 1]) * scale;
    to[2 * i + !kSwapTo] = (re * b[2 * i + 1] + im * b[2 * i]) * (sign * scale);
  }
}

template <typename T>
void multiply_pairs(const T* a, bool swap_a, const T* b, T* to, bool swap_to, std::size_t n,
                    bool conj, T scale) {
  const T sign = conj ? T(-1) : T(1);
  if (swap_a) return multiply_vectors<T, true, false>(a, b, to, n, sign, scale);
  if (swap_to) return multiply_vectors<T, false, true>(a, b, to, n, sign, scale);
  multiply_vectors<T, false, false>(a, b, to, n, sign, scale);
}

template <typename T>
VG_INLINE Complex<T> reversed(Complex<T> x) {
  constexpr auto kBack = [](int i) { return Simd<T>::W - 1 - i; };
  return {shuffle<T, kBack>(x.re, x.re), shuffle<T, kBack>(x.im, x.im)};
}

// V is a vector or a number: lo = Z[k], hi = Z[h - k], w = exp(-2 pi i k / n); gives X[k] and X[h - k].
template <typename V, typename T>
VG_INLINE void real_pair(V& lo_re, V& lo_im, V& hi_re, V& hi_im, V w_re, V w_im, T half_scale) {
  const V e_re = lo_re + hi_re, e_im = lo_im - hi_im;  // Z[k] + conj Z[h-k]
  const V o_re = lo_im + hi_im, o_im = hi_re - lo_re;  // -i (Z[k] - conj Z[h-k])
  const V p_re = o_re * w_re - o_im * w_im, p_im = o_re * w_im + o_im * w_re;
  lo_re = (e_re + p_re) * half_scale, lo_im = (e_im + p_im) * half_scale;
  hi_re = (e_re - p_re) * half_scale, hi_im = (p_im - e_im) * half_scale;
}

// The way back: lo = X[k], hi = X[h - k]; gives Z[k] and Z[h - k], doubled.
template <typename V, typename T>
VG_INLINE void real_pair_back(V& lo_re, V& lo_im, V& hi_re, V& hi_im, V w_re, V w_im, T) {
  const V s_re = lo_re + hi_re, s_im = lo_im - hi_im;
  const V d_re = lo_re - hi_re, d_im = lo_im + hi_im;
  const V p_re = d_re * w_re + d_im * w_im, p_im = d_im * w_re - d_re * w_im;  // conj(w) d
  lo_re = s_re - p_im, lo_im = s_im + p_re;
  hi_re = s_re + p_im, hi_im = p_re - s_im;
}

template <bool kBack, typename V, typename T>
VG_INLINE void real_step(V& a, V& b, V& c, V& d, V w_re, V w_im, T half_scale) {
  kBack ? real_pair_back(a, b, c, d, w_re, w_im, half_scale)
        : real_pair(a, b, c, d, w_re, w_im, half_scale);
}

// All k from 1 to half / 2; `to` may be `from`.
template <typename T, bool kBack>
void real_middle(const T* from, T* to, const T* twiddles, std::size_t half, T half_scale) {
  constexpr std::size_t W = Simd<T>::W;
  std::size_t k = 1;
  for (; 2 * k + 2 * W <= half + 1; k += W) {
    const std::size_t up = half - k - W + 1;
    Complex<T> lo = load_pairs<T, false>(from + 2 * k);
    Complex<T> hi = reversed<T>(load_pairs<T, false>(from + 2 * up));
    const Complex<T> w = load_pairs<T, false>(twiddles + 2 * k);
    real_step<kBack>(lo.re, lo.im, hi.re, hi.im, w.re, w.im, half_scale);
    store_pairs<T, false>(to + 2 * k, lo);
    store_pairs<T, false>(to + 2 * up, reversed<T>(hi));
  }
  for (; 2 * k <= half; ++k) {
    const std::size_t up = half - k;
    T a = from[2 * k], b = from[2 * k + 1], c = from[2 * up], d = from[2 * up + 1];
    real_step<kBack>(a, b, c, d, twiddles[2 * k], twiddles[2 * k + 1], half_scale);
    to[2 * up] = c, to[2 * up + 1] = d;
    to[2 * k] = a, to[2 * k + 1] = b;
  }
}

template <typename T>
void real_forward(T* data, const T* twiddles, std::size_t half, T scale) {
  const T re = data[0], im = data[1];
  real_middle<T, false>(data, data, twiddles, half, scale / 2);
  data[0] = (re + im) * scale, data[1] = 0;
  data[2 * half] = (re - im) * scale, data[2 * half + 1] = 0;
}

template <typename T>
void real_backward(const T* from, T* to, const T* twiddles, std::size_t half) {
  const T first = from[0], last = from[2 * half];
  real_middle<T, true>(from, to, twiddles, half, T(1));
  to[0] = first + last, to[1] = first - last;
}

}  // namespace vgpu::fft::VG_SIMD
