// A square of vectors turned over in registers.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "engine/simd.h"

namespace vgpu::engine::VG_SIMD {
namespace {

// Exchanges the halves of every pair of squares of `half` lanes between two vectors.
template <typename T, int half, int... lane>
[[gnu::always_inline]] inline void exchange(typename Simd<T>::V& a, typename Simd<T>::V& b,
                                            std::integer_sequence<int, lane...>) {
  constexpr int W = Simd<T>::kWidth;
  const typename Simd<T>::V first =
      __builtin_shufflevector(a, b, ((lane & half) != 0 ? W + lane - half : lane)...);
  const typename Simd<T>::V second =
      __builtin_shufflevector(a, b, ((lane & half) != 0 ? W + lane : lane + half)...);
  a = first;
  b = second;
}

template <typename T, int half>
[[gnu::always_inline]] inline void transpose_from(typename Simd<T>::V (&v)[Simd<T>::kWidth]) {
  constexpr int W = Simd<T>::kWidth;
#pragma unroll
  for (int i = 0; i < W; ++i) {
    if ((i & half) == 0) exchange<T, half>(v[i], v[i + half], std::make_integer_sequence<int, W>{});
  }
  if constexpr (half > 1) transpose_from<T, half / 2>(v);
}

// Lane j of vector i becomes lane i of vector j.
template <typename T>
[[gnu::always_inline]] inline void transpose(typename Simd<T>::V (&v)[Simd<T>::kWidth]) {
  transpose_from<T, Simd<T>::kWidth / 2>(v);
}

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
