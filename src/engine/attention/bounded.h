// Attention with queries whose scores are known to be small: what an instruction set brings for it.
//
// No score of a query q exceeds |q| |k| for the longest key k. Where that is little, powers of scores neither vanish nor overflow
// whatever their maximum is, so nobody looks for it or corrects sums by it: scores become powers before they leave the first cache.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/by_level.h"

namespace vgpu::attention {

// Of scores as exponents of 2, both ways. Powers are taken relative to the lowest score possible: from 1, so that they make no
// value vanish that is there, to 2^64.
inline constexpr float kMostBound = 32;

// That a tile of queries meets at once, so that their powers stay in the first cache beside what passes by.
inline constexpr std::int64_t kBoundedKeys = 256;

// At most BoundedKernels::rows queries that meet some keys.
struct BoundedTile {
  std::int64_t rows = 0, size = 0, keys = 0, value_size = 0;
  const float* q = nullptr;  // [rows, size]
  const float* k = nullptr;  // in panels (gemm/kernels.h)
  const float* v = nullptr;
  std::int64_t v_row = 0;
  std::int64_t visible = 0;  // keys that the first query sees
  bool causal = false;       // each query sees one key more than the one before
  int bound = 0;             // of scores, rounded up
  float* powers = nullptr;   // to work in: [rows, kBoundedKeys]
  // Weighted sums so far, [rows, value_size], and sums of powers; `first`: there are none yet.
  float *sums = nullptr, *totals = nullptr;
  bool first = false;
  // Of the last keys, or null: the weighted sums divided by those of powers, 0 for a query that sees no key.
  float* out = nullptr;
  std::int64_t out_row = 0;
  // What is wanted next: the products fetch a line at each key, the second one from soon + soon_tile on.
  const float* soon = nullptr;
  std::int64_t soon_tile = 0, soon_step = 0;
};

struct BoundedKernels {
  int rows = 0;  // of a tile
  // Whether the results (of the last keys) are numbers: powers times huge values may be none.
  bool (*run)(const BoundedTile& tile);
  // to = factor * from, rows side by side; gives the square of the longest row.
  float (*scale)(const float* from, std::int64_t row, std::int64_t rows, std::int64_t size,
                 float factor, float* to);
  // The square of the longest key of some panels.
  float (*longest)(const float* panels, std::int64_t count, std::int64_t size);
};

namespace portable {
const BoundedKernels& bounded_kernels();
}
namespace avx2 {
const BoundedKernels& bounded_kernels();
}
namespace avx512 {
const BoundedKernels& bounded_kernels();
}

inline const BoundedKernels& bounded_kernels() {
  return engine::by_level(simd_level(), portable::bounded_kernels, avx2::bounded_kernels,
                          avx512::bounded_kernels)();
}

}  // namespace vgpu::attention
