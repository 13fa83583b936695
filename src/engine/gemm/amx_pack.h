// Packing of bf16 and int8 for AMX's tiles (see words.h): squares of 16 lines by 16 words, panel by panel.
//
// A tile of a holds 16 rows with 16 words each, one of b 16 words deep and 16 columns wide. Edges are filled up with 0, so
// that all tiles are full. Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/amx_square.h"
#include "engine/gemm/words.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

// A square to memory, `row` words from vector to vector.
template <typename In, int kGroup, Order wanted>
[[gnu::always_inline]] inline void pack_square(Matrix<const In> side, std::int64_t lines,
                                               std::int64_t k, std::uint32_t* out,
                                               std::int64_t row) {
  Words::V v[kSide];
  load_square<In, kGroup, wanted>(side, lines, k, v);
#pragma unroll
  for (int r = 0; r < kSide; ++r) Words::store(out + r * row, v[r]);
}

// Panels of 32 rows, in each step of 16 words one tile and then the other.
template <typename Op>
void pack_tiles_a(Matrix<const typename Op::In> a, std::int64_t m, std::int64_t k, std::int64_t,
                  std::uint32_t* out) {
  for (std::int64_t i = 0; i < m; i += kPanel) {
    for (std::int64_t l = 0; l < k; l += kSide * Op::kGroup) {
      for (std::int64_t h = 0; h < kPanel; h += kSide, out += kSide * kSide) {
        pack_square<typename Op::In, Op::kGroup, Order::lines>(a.from(i + h, l), m - i - h, k - l,
                                                               out, kSide);
      }
    }
  }
}

// Panels of 32 columns, word by word; a step of all panels at a time, so that rows of b are read in order.
template <typename Op>
void pack_tiles_b(Matrix<const typename Op::In> b, std::int64_t k, std::int64_t n,
                  std::uint32_t* out) {
  constexpr std::int64_t kDeep = kSide * Op::kGroup;
  const std::int64_t panel = (k + kDeep - 1) / kDeep * kStep;
  const Matrix<const typename Op::In> side = b.transposed();
  for (std::int64_t l = 0, s = 0; l < k; l += kDeep, ++s) {
    for (std::int64_t j = 0, q = 0; j < n; j += kPanel, ++q) {
      for (std::int64_t h = 0; h < kPanel; h += kSide) {
        pack_square<typename Op::In, Op::kGroup, Order::words>(
            side.from(j + h, l), n - j - h, k - l, out + q * panel + s * kStep + h * kSide, kSide);
      }
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
