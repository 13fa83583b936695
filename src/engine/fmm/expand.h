// Harmonics at points: expansions made from charges, and evaluated at targets.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/kernels.h"
#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

// Calls each(i, value) for all harmonics of W points, in the order of the recurrence; `scale` multiplies all.
// The decaying harmonics are the regular ones of x / r^2, divided by r.
template <typename T, typename Each>
VG_INLINE void harmonics(const T* recurrence, int p, bool outside, V<T> x, V<T> y, V<T> z,
                         V<T> scale, const Each& each) {
  V<T> r2 = x * x + y * y + z * z;
  if (outside) {
    const V<T> inverse = inverse_root(r2), inverse2 = inverse * inverse;
    x *= inverse2, y *= inverse2, z *= inverse2, r2 = inverse2, scale *= inverse;
  }
  V<T> re = scale, im = scale - scale;
  for (int m = 0; m < p; ++m) {
    if (m > 0) {
      const T d = *recurrence++;
      const V<T> old = re;
      re = d * (x * re - y * im);
      im = d * (x * im + y * old);
    }
    V<T> before_re = re - re, before_im = before_re, now_re = re, now_im = im;
    for (int n = m;; ++n) {
      const int i = n * n + (m == 0 ? 0 : 2 * m - 1);
      each(i, now_re);
      if (m > 0) each(i + 1, now_im);
      if (n + 1 == p) break;
      const V<T> a = recurrence[0] * z, b = recurrence[1] * r2;
      recurrence += 2;
      const V<T> next_re = a * now_re - b * before_re, next_im = a * now_im - b * before_im;
      before_re = now_re, before_im = now_im, now_re = next_re, now_im = next_im;
    }
  }
}

template <typename T>
void expand(const T* recurrence, int p, bool outside, Points<T> points, const T* charges,
            std::size_t padded, T* result) {
  constexpr int W = Simd<T>::W;
  V<T> sums[kMaxOrder * kMaxOrder];
  for (int i = 0; i < p * p; ++i) sums[i] = V<T>{};
  for (std::size_t i = 0; i < padded; i += W) {
    harmonics<T>(recurrence, p, outside, Simd<T>::load(points.x + i), Simd<T>::load(points.y + i),
                 Simd<T>::load(points.z + i), Simd<T>::load(charges + i),
                 [&](int k, V<T> v) { sums[k] += v; });
  }
  for (int i = 0; i < p * p; ++i) {
    T total = 0;
    for (int l = 0; l < W; ++l) total += sums[i][l];
    result[i] += total;
  }
}

template <typename T, int kComponents>
void evaluate_some(const T* recurrence, int p, bool outside, const T* const* c, const T* scale,
                   Points<T> points, std::size_t padded, Sums<T> sums) {
  T* out[4] = {sums.potential, sums.x, sums.y, sums.z};
  for (std::size_t i = 0; i < padded; i += Simd<T>::W) {
    V<T> total[kComponents] = {};
    harmonics<T>(recurrence, p, outside, Simd<T>::load(points.x + i), Simd<T>::load(points.y + i),
                 Simd<T>::load(points.z + i), V<T>{} + T(1), [&](int k, V<T> v) {
#pragma clang loop unroll(full)
                   for (int e = 0; e < kComponents; ++e) total[e] += c[e][k] * v;
                 });
#pragma clang loop unroll(full)
    for (int e = 0; e < kComponents; ++e) {
      Simd<T>::store(out[e] + i, Simd<T>::load(out[e] + i) + scale[e] * total[e]);
    }
  }
}

template <typename T>
void evaluate(const T* recurrence, int p, bool outside, const T* const* c, int components,
              const T* scale, Points<T> points, std::size_t padded, Sums<T> sums) {
  components == 4 ? evaluate_some<T, 4>(recurrence, p, outside, c, scale, points, padded, sums)
                  : evaluate_some<T, 1>(recurrence, p, outside, c, scale, points, padded, sums);
}

}  // namespace vgpu::fmm::VG_SIMD
