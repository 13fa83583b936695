// When the lines of c that a tile writes are fetched.
//
// Included by kernel files only (see engine/simd.h), by the tiles of floats and of words.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Steps before a tile's last: about a thousand cycles, memory's latency and the way of all lines. Earlier, and panels of a and b
// drive out of the first cache what has come; later, and the next tile waits for stores that wait for lines.
template <int R, int V>
inline constexpr std::int64_t kFetchSteps = 2240 / (R * V);

template <typename T, int R, int V>
[[gnu::always_inline]] inline void fetch_c(const T* c, std::int64_t row) {
#pragma unroll
  for (int i = 0; i < R; ++i) {
    __builtin_prefetch(c + i * row, 1, 3);
    if (V > 1) __builtin_prefetch(c + i * row + Simd<T>::kWidth, 1, 3);
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
