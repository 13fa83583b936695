// The loops over a block's tiles, and the table of functions that a kernel file gives.
//
// Included by kernel files only (see engine/simd.h), which say how large a tile their registers hold.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/pack.h"
#include "engine/gemm/tile.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

// A panel of b stays in the nearest cache while the panels of a pass by.
template <typename T, int R, int V>
void multiply(const Block<T>& block) {
  using S = Simd<T>;
  static constexpr TileTable<T, R, V> kTiles;
  constexpr std::int64_t kColumns = V * S::kWidth;
  Tile<T> t{};
  t.k = block.k, t.c_row = block.c.row, t.alpha = block.alpha, t.beta = block.beta;
  t.a_row = block.a_row, t.b_step = block.b_step;
  const bool along_k = block.a_row != 1;
  for (std::int64_t j = 0, q = 0; j < block.n; j += kColumns, ++q) {
    const std::int64_t columns = block.n - j < kColumns ? block.n - j : kColumns;
    const int vectors = static_cast<int>((columns + S::kWidth - 1) / S::kWidth);
    t.last = S::part(columns - (vectors - 1) * S::kWidth);
    t.b = block.b + q * block.b_panel;
    const bool masked = !block.b_packed && t.last.n < S::kWidth;
    for (std::int64_t i = 0, p = 0; i < block.m; i += block.height, ++p) {
      const std::int64_t rows = block.m - i < block.height ? block.m - i : block.height;
      t.a = block.a + p * block.a_panel;
      t.a_step = block.a_packed ? rows : block.a_step;
      t.c = block.c.data + i * block.c.row + j;
      kTiles.of[rows - 1][vectors - 1][along_k][masked](t);
      if (block.epilogue != nullptr) finish_part(block, i, j, rows, columns);
    }
  }
}

template <typename T, int R, int V>
const Kernels<T>& kernels_of() {
  static constexpr Kernels<T> kKernels{R,
                                       V * Simd<T>::kWidth,
                                       pack_a<T>,
                                       pack_b<T, V * Simd<T>::kWidth>,
                                       multiply<T, R, V>,
                                       finish_block<T>};
  return kKernels;
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
