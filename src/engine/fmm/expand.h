// Harmonics at points: expansions made from charges, and evaluated at targets.
//
// Where is Space (space.h) or Plane (plane.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/kernels.h"
#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

template <typename T, typename Where>
void expand(const T* recurrence, int p, bool outside, Points<T> points, const T* charges,
            std::size_t padded, T* result) {
  constexpr int W = Simd<T>::W;
  const int count = Where::coefficients(p);
  V<T> sums[Where::coefficients(kMaxOrder)];
  for (int i = 0; i < count; ++i) sums[i] = V<T>{};
  for (std::size_t i = 0; i < padded; i += W) {
    Where::template harmonics<T>(recurrence, p, outside, Simd<T>::load(points.x + i),
                                 Simd<T>::load(points.y + i), Simd<T>::load(points.z + i),
                                 Simd<T>::load(charges + i), [&](int k, V<T> v) { sums[k] += v; });
  }
  for (int i = 0; i < count; ++i) {
    T total = 0;
    for (int l = 0; l < W; ++l) total += sums[i][l];
    result[i] += total;
  }
}

template <typename T, typename Where, int kComponents>
void evaluate_some(const T* recurrence, int p, bool outside, const T* const* c, const T* scale,
                   Points<T> points, std::size_t padded, Sums<T> sums) {
  T* out[4] = {sums.potential, sums.x, sums.y, sums.z};
  for (std::size_t i = 0; i < padded; i += Simd<T>::W) {
    V<T> total[kComponents] = {};
    Where::template harmonics<T>(recurrence, p, outside, Simd<T>::load(points.x + i),
                                 Simd<T>::load(points.y + i), Simd<T>::load(points.z + i),
                                 V<T>{} + T(1), [&](int k, V<T> v) {
#pragma clang loop unroll(full)
                                   for (int e = 0; e < kComponents; ++e) total[e] += c[e][k] * v;
                                 });
#pragma clang loop unroll(full)
    for (int e = 0; e < kComponents; ++e) {
      Simd<T>::store(out[e] + i, Simd<T>::load(out[e] + i) + scale[e] * total[e]);
    }
  }
}

template <typename T, typename Where>
void evaluate(const T* recurrence, int p, bool outside, const T* const* c, int components,
              const T* scale, Points<T> points, std::size_t padded, Sums<T> sums) {
  const auto some = components == 1 ? evaluate_some<T, Where, 1>
                                    : evaluate_some<T, Where, Where::kDimensions + 1>;
  some(recurrence, p, outside, c, scale, points, padded, sums);
}

}  // namespace vgpu::fmm::VG_SIMD
