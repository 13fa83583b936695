// The loops over a block's tiles, and the table of functions that a kernel file gives.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/dots.h"
#include "engine/gemm/outer.h"
#include "engine/gemm/pack.h"
#include "engine/gemm/strips.h"
#include "engine/gemm/tile_table.h"
#include "engine/gemm/tiny.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

// Tiles of a block, one at a time.
template <typename T, int R, int V>
class Tiles {
 public:
  static constexpr std::int64_t kColumns = V * Simd<T>::kWidth;
  // Lines that a row of a panel of b in place touches, but one.
  static constexpr std::int64_t kPanelLines = kColumns * static_cast<std::int64_t>(sizeof(T)) / 64;

  explicit Tiles(const Block<T>& block)
      : block_(block), along_k_(block.a_row != 1), a_part_(block.a_panel / block.k) {
    const std::int64_t high = (block.m + block.height - 1) / block.height;
    b_part_ = (kColumns + high - 1) / high;
    t_.k = block.k, t_.c_row = block.c.row, t_.alpha = block.alpha, t_.beta = block.beta;
    t_.a_row = block.a_row, t_.b_step = block.b_step;
    t_.also = block.also, t_.also_count = block.also_count;
  }

  // The tile of panel p of a and panel q of b.
  [[gnu::always_inline]] void run(std::int64_t p, std::int64_t q) {
    using S = Simd<T>;
    static constexpr TileTable<T, R, V> kTiles;
    const std::int64_t i = p * block_.height, j = q * kColumns;
    const std::int64_t rows = block_.m - i < block_.height ? block_.m - i : block_.height;
    const std::int64_t columns = block_.n - j < kColumns ? block_.n - j : kColumns;
    const int vectors = static_cast<int>((columns + S::kWidth - 1) / S::kWidth);
    t_.last = S::part(columns - (vectors - 1) * S::kWidth);
    t_.a = block_.a + p * block_.a_panel;
    t_.a_step = block_.a_packed ? rows : block_.a_step;
    place_b(p, q, vectors);
    fetch(p, i, j);
    t_.c = block_.c.data + i * block_.c.row + j;
    kTiles.of[rows - 1][vectors - 1][along_k_][static_cast<int>(way_)](t_);
    if (block_.epilogue != nullptr) finish_part(block_, i, j, rows, columns);
  }

 private:
  [[gnu::always_inline]] void place_b(std::int64_t p, std::int64_t q, int vectors) {
    using S = Simd<T>;
    const bool masked = !block_.b_packed && t_.last.n < S::kWidth;
    way_ = masked ? Right::masked : Right::whole;
    t_.b = block_.b + q * block_.b_panel;
    if (block_.keep == nullptr) return;
    t_.keep = block_.keep, t_.b_step = block_.b_step, way_ = Right::kept;
    if (p == 0) return;
    t_.b = block_.keep, t_.b_step = vectors * S::kWidth, way_ = Right::whole;
  }

  [[gnu::always_inline]] void fetch(std::int64_t p, std::int64_t i, std::int64_t j) {
    if (block_.next != nullptr) return fetch_next();
    if (block_.keep != nullptr && p <= kPanelLines && j + kColumns < block_.n)
      return fetch_rows(p, j);
    along_k_ ? fetch_a(i) : fetch_b(p, j);
  }

  // Where b lies in place, the first tiles of a panel fetch the next one, a line of each row.
  [[gnu::always_inline]] void fetch_rows(std::int64_t p, std::int64_t j) {
    t_.soon = block_.b + j + kColumns + p * Simd<T>::kWidth;
    t_.soon_step = block_.b_step;
  }

  // The tiles of a panel of b fetch the next panel, a part each.
  [[gnu::always_inline]] void fetch_b(std::int64_t p, std::int64_t j) {
    const bool more = block_.b_packed && j + kColumns < block_.n && p * b_part_ < kColumns;
    t_.soon = t_.b + (more ? block_.b_panel + p * block_.k * b_part_ : 0);
    t_.soon_step = b_part_;
  }
  // A tile fetches the next rows of an a that lies in place: more streams than the processor follows by itself.
  [[gnu::always_inline]] void fetch_a(std::int64_t i) {
    const bool more = i + block_.height < block_.m;
    t_.soon = t_.a + (more ? block_.a_panel : 0);
    t_.soon_step = a_part_;
  }

  [[gnu::always_inline]] void fetch_next() {
    t_.soon = block_.next + tiles_++ * block_.next_tile;
    t_.soon_step = block_.next_step;
  }

  const Block<T>& block_;
  std::int64_t tiles_ = 0;  // so far
  bool along_k_;
  Right way_ = Right::whole;
  std::int64_t a_part_;  // of a panel of a in place, for each step
  std::int64_t b_part_;  // of a panel of b
  Tile<T> t_{};
};

// A panel of b stays in the nearest cache while the panels of a pass by. With few steps of k the traffic of c is what counts:
// then rows of c are written to their ends.
template <typename T, int R, int V>
void multiply(const Block<T>& block) {
  Tiles<T, R, V> tiles(block);
  const std::int64_t high = (block.m + block.height - 1) / block.height;
  const std::int64_t wide = (block.n + tiles.kColumns - 1) / tiles.kColumns;
  if (block.k <= kFewSteps && block.keep == nullptr) {
    for (std::int64_t p = 0; p < high; ++p) {
      for (std::int64_t q = 0; q < wide; ++q) tiles.run(p, q);
    }
    return;
  }
  for (std::int64_t q = 0; q < wide; ++q) {
    for (std::int64_t p = 0; p < high; ++p) tiles.run(p, q);
  }
}

template <typename T>
const Kernels<T>& kernels_of() {
  constexpr int R = kTileRows, V = kTileVectors;
  static constexpr Kernels<T> kKernels{R,
                                       V * Simd<T>::kWidth,
                                       pack_a<T>,
                                       pack_b<T, V * Simd<T>::kWidth>,
                                       pack_a_sum<T>,
                                       pack_b_sum<T, V * Simd<T>::kWidth>,
                                       multiply<T, R, V>,
                                       finish_block<T>,
                                       dots<T>,
                                       strips<T>,
                                       outer<T>,
                                       tiny<T>};
  return kKernels;
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
