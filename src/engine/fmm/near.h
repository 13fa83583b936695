// Points against points.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/kernels.h"
#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

// kBlock registers of targets against all sources; only floats have rests.
template <typename T, int kBlock, bool kGradient>
VG_INLINE void near_block(Points<T> t, Points<T> t_rest, Points<T> s, Points<T> s_rest,
                          const T* charges, std::size_t count, Sums<T> sums) {
  constexpr int W = Simd<T>::W;
  constexpr bool kRest = sizeof(T) == 4;
  const T* at[6] = {t.x, t.y, t.z, t_rest.x, t_rest.y, t_rest.z};
  const T* from[6] = {s.x, s.y, s.z, s_rest.x, s_rest.y, s_rest.z};
  V<T> x[6][kBlock], p[kBlock] = {}, g[3][kBlock] = {};
  for (int a = 0; a < (kRest ? 6 : 3); ++a) {
    for (int b = 0; b < kBlock; ++b) x[a][b] = Simd<T>::load(at[a] + b * W);
  }
  for (std::size_t j = 0; j < count; ++j) {
#pragma clang loop unroll(full)
    for (int b = 0; b < kBlock; ++b) {
      V<T> u[3];
#pragma clang loop unroll(full)
      for (int a = 0; a < 3; ++a) {
        u[a] = from[a][j] - x[a][b];
        if constexpr (kRest) u[a] += from[a + 3][j] - x[a + 3][b];
      }
      const V<T> inverse = inverse_root(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
      const V<T> each = charges[j] * inverse;
      p[b] += each;
      if constexpr (kGradient) {
        const V<T> cube = each * inverse * inverse;
#pragma clang loop unroll(full)
        for (int a = 0; a < 3; ++a) g[a][b] += u[a] * cube;
      }
    }
  }
  T* out[4] = {sums.potential, sums.x, sums.y, sums.z};
  for (int b = 0; b < kBlock; ++b) {
    for (int a = 0; a < (kGradient ? 4 : 1); ++a) {
      T* to = out[a] + b * W;
      Simd<T>::store(to, Simd<T>::load(to) + (a == 0 ? p[b] : g[a == 0 ? 0 : a - 1][b]));
    }
  }
}

template <typename T>
VG_INLINE Points<T> moved(Points<T> p, std::size_t by) {
  return p.x == nullptr ? p : Points<T>{p.x + by, p.y + by, p.z + by};
}

template <typename T, bool kGradient>
void near_all(Points<T> t, Points<T> t_rest, std::size_t padded, Points<T> s, Points<T> s_rest,
              const T* q, std::size_t count, Sums<T> o) {
  constexpr std::size_t W = Simd<T>::W;
  const auto at = [](T* p, std::size_t i) { return p == nullptr ? p : p + i; };
  const auto sums = [&](std::size_t i) {
    return Sums<T>{o.potential + i, at(o.x, i), at(o.y, i), at(o.z, i)};
  };
  std::size_t i = 0;
  for (; i + 2 * W <= padded; i += 2 * W) {
    near_block<T, 2, kGradient>(moved(t, i), moved(t_rest, i), s, s_rest, q, count, sums(i));
  }
  for (; i < padded; i += W) {
    near_block<T, 1, kGradient>(moved(t, i), moved(t_rest, i), s, s_rest, q, count, sums(i));
  }
}

template <typename T>
void near(Points<T> t, Points<T> t_rest, std::size_t padded, Points<T> s, Points<T> s_rest,
          const T* q, std::size_t count, Sums<T> o) {
  o.x != nullptr ? near_all<T, true>(t, t_rest, padded, s, s_rest, q, count, o)
                 : near_all<T, false>(t, t_rest, padded, s, s_rest, q, count, o);
}

}  // namespace vgpu::fmm::VG_SIMD
