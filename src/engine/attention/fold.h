// All lanes of a vector with each other.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "engine/simd.h"

namespace vgpu::attention::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;
using S = Simd<float>;
using V = S::V;

// op(lane 0, lane 1, ...), as a tree.
template <int half, int... lane, typename Op>
[[gnu::always_inline]] inline float fold(V v, Op op, std::integer_sequence<int, lane...> lanes) {
  v = op(v, __builtin_shufflevector(v, v, (lane ^ half)...));
  if constexpr (half == 1) {
    return v[0];
  } else {
    return fold<half / 2>(v, op, lanes);
  }
}
template <typename Op>
[[gnu::always_inline]] inline float fold(V v, Op op) {
  return fold<S::kWidth / 2>(v, op, std::make_integer_sequence<int, S::kWidth>{});
}

inline float sum_of(V v) {
  return fold(v, [](V a, V b) { return a + b; });
}

}  // namespace
}  // namespace vgpu::attention::VG_SIMD
