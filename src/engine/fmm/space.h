// Charge / distance in 3-D: solid harmonics at points, and one pair of points.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

struct Space {
  static constexpr int kDimensions = 3;
  static constexpr int coefficients(int p) { return p * p; }

  // Calls each(i, value) for all harmonics of W points, in the order of the recurrence; `scale` multiplies all.
  // The decaying harmonics are the regular ones of x / r^2, divided by r.
  template <typename T, typename Each>
  static VG_INLINE void harmonics(const T* recurrence, int p, bool outside, V<T> x, V<T> y, V<T> z,
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

  // What a source of that charge gives at a distance of u: the potential, and what times u is the gradient.
  template <typename T>
  static VG_INLINE void pair(V<T> squared, T charge, T, V<T>& potential, V<T>& slope) {
    const V<T> inverse = inverse_root(squared);
    potential = charge * inverse;
    slope = potential * inverse * inverse;
  }
};

}  // namespace vgpu::fmm::VG_SIMD
