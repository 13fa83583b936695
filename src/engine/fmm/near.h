// Points against points; Where is Space or Plane.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/kernels.h"
#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

// kBlock registers of targets against all sources; only floats have rests.
template <typename T, typename Where, int kBlock, bool kGradient>
VG_INLINE void near_block(Points<T> t, Points<T> t_rest, Points<T> s, Points<T> s_rest,
                          const T* charges, std::size_t count, T shift, Sums<T> sums) {
  constexpr int W = Simd<T>::W, D = Where::kDimensions;
  constexpr bool kRest = sizeof(T) == 4;
  const T* at[6] = {t.x, t.y, t.z, t_rest.x, t_rest.y, t_rest.z};
  const T* from[6] = {s.x, s.y, s.z, s_rest.x, s_rest.y, s_rest.z};
  V<T> x[6][kBlock], p[kBlock] = {}, g[3][kBlock] = {};
  for (int a = 0; a < (kRest ? 6 : 3); ++a) {
    if (a % 3 >= D) continue;
    for (int b = 0; b < kBlock; ++b) x[a][b] = Simd<T>::load(at[a] + b * W);
  }
  for (std::size_t j = 0; j < count; ++j) {
#pragma clang loop unroll(full)
    for (int b = 0; b < kBlock; ++b) {
      V<T> u[D], squared = {}, each, slope;
#pragma clang loop unroll(full)
      for (int a = 0; a < D; ++a) {
        u[a] = from[a][j] - x[a][b];
        if constexpr (kRest) u[a] += from[a + 3][j] - x[a + 3][b];
        squared += u[a] * u[a];
      }
      Where::template pair<T>(squared, charges[j], shift, each, slope);
      p[b] += each;
      if constexpr (kGradient) {
#pragma clang loop unroll(full)
        for (int a = 0; a < D; ++a) g[a][b] += u[a] * slope;
      }
    }
  }
  T* out[4] = {sums.potential, sums.x, sums.y, sums.z};
  for (int b = 0; b < kBlock; ++b) {
    for (int a = 0; a < (kGradient ? D + 1 : 1); ++a) {
      T* to = out[a] + b * W;
      Simd<T>::store(to, Simd<T>::load(to) + (a == 0 ? p[b] : g[a == 0 ? 0 : a - 1][b]));
    }
  }
}

template <typename T>
VG_INLINE Points<T> moved(Points<T> p, std::size_t by) {
  return p.x == nullptr ? p : Points<T>{p.x + by, p.y + by, p.z + by};
}

template <typename T, typename Where, bool kGradient>
void near_all(Points<T> t, Points<T> t_rest, std::size_t padded, Points<T> s, Points<T> s_rest,
              const T* q, std::size_t count, T shift, Sums<T> o) {
  constexpr std::size_t W = Simd<T>::W;
  const auto at = [](T* p, std::size_t i) { return p == nullptr ? p : p + i; };
  const auto sums = [&](std::size_t i) {
    return Sums<T>{o.potential + i, at(o.x, i), at(o.y, i), at(o.z, i)};
  };
  std::size_t i = 0;
  for (; i + 2 * W <= padded; i += 2 * W) {
    near_block<T, Where, 2, kGradient>(moved(t, i), moved(t_rest, i), s, s_rest, q, count, shift,
                                       sums(i));
  }
  for (; i < padded; i += W) {
    near_block<T, Where, 1, kGradient>(moved(t, i), moved(t_rest, i), s, s_rest, q, count, shift,
                                       sums(i));
  }
}

template <typename T, typename Where>
void near(Points<T> t, Points<T> t_rest, std::size_t padded, Points<T> s, Points<T> s_rest,
          const T* q, std::size_t count, T shift, Sums<T> o) {
  const auto all = o.x != nullptr ? near_all<T, Where, true> : near_all<T, Where, false>;
  all(t, t_rest, padded, s, s_rest, q, count, shift, o);
}

}  // namespace vgpu::fmm::VG_SIMD
