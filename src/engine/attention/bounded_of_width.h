// Tiles of queries with small scores (bounded.h) on the sums in registers that matrix products are made of.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/attention/bounded_scores.h"

namespace vgpu::attention::VG_SIMD {
namespace {

// Weighted sums of some columns of values. `check` becomes NaN where they are no numbers.
template <int R, int kVectors, Right way>
void add_values(const BoundedTile& b, std::int64_t j, const float* factors, V& check) {
  Tile<float> t{};
  t.a = b.powers, t.a_row = kBoundedKeys, t.k = b.keys;
  t.b = b.v + j, t.b_step = b.v_row;
  t.soon = b.soon + j / kPanel * b.soon_tile, t.soon_step = b.soon_step;
  t.last = S::part(b.value_size - j - (kVectors - 1) * W);
  float* to = (b.out != nullptr ? b.out : b.sums) + j;
  const std::int64_t to_row = b.out != nullptr ? b.out_row : b.value_size;
  fetch_c<float, R, kVectors>(to, to_row);
  V sum[R][kVectors];
  clear<float, R, kVectors>(sum);
  add_products<float, R, kVectors, Side::steps, way>(t, sum);
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
      const S::Part part = v == kVectors - 1 ? t.last : S::part(W);
      V x = sum[i][v];
      if (!b.first) x += S::load(b.sums + i * b.value_size + j + v * W, part);
      check += x * S::zero();
      S::store(to + i * to_row + v * W, x * S::set(factors[i]), part);
    }
  }
}

template <int R>
bool run_rows(const BoundedTile& b) {
  V lanes[R] = {};
  weigh<R>(b, lanes);
  float factors[R];
  for (int i = 0; i < R; ++i) {
    b.totals[i] = sum_of(lanes[i]) + (b.first ? 0 : b.totals[i]);
    factors[i] = b.out == nullptr ? 1 : b.totals[i] > 0 ? 1 / b.totals[i] : 0;
  }
  V check = S::zero();
  std::int64_t j = 0;
  for (; j + kPanel <= b.value_size; j += kPanel) {
    add_values<R, kTileVectors, Right::whole>(b, j, factors, check);
  }
  for (; j + W <= b.value_size; j += W) add_values<R, 1, Right::whole>(b, j, factors, check);
  if (j < b.value_size) add_values<R, 1, Right::masked>(b, j, factors, check);
  return sum_of(check) == 0;
}

template <int... rows>
bool run_by_rows(const BoundedTile& b, std::integer_sequence<int, rows...>) {
  static constexpr bool (*kOf[])(const BoundedTile&) = {run_rows<rows + 1>...};
  return kOf[b.rows - 1](b);
}

bool run(const BoundedTile& b) {
  return run_by_rows(b, std::make_integer_sequence<int, kTileRows>{});
}

// A part of a row, scaled, and its squares.
[[gnu::always_inline]] inline V scale_part(const float* from, S::Part part, V factor, float* to) {
  const V x = factor * S::load(from, part);
  S::store(to, x, part);
  return x * x;
}

// (Without a look at NaN, which gives NaN anyway.)
float scale(const float* from, std::int64_t row, std::int64_t rows, std::int64_t size, float factor,
            float* to) {
  constexpr S::Part kWhole{static_cast<int>(W)};
  const V factors = S::set(factor);
  float longest = 0;
  for (std::int64_t i = 0; i < rows; ++i, from += row, to += size) {
    V squares = S::zero();
    std::int64_t l = 0;
    for (; l + W <= size; l += W) squares += scale_part(from + l, kWhole, factors, to + l);
    if (l < size) squares += scale_part(from + l, S::part(size - l), factors, to + l);
    const float square = sum_of(squares);
    longest = longest < square ? square : longest;
  }
  return longest;
}

float longest(const float* panels, std::int64_t count, std::int64_t size) {
  V best = S::zero();
  for (std::int64_t p = 0; p < count; ++p) {
    V squares[kTileVectors] = {};
    for (std::int64_t l = 0; l < size; ++l, panels += kPanel) {
#pragma unroll
      for (int v = 0; v < kTileVectors; ++v) {
        const V x = S::load(panels + v * W);
        squares[v] += x * x;
      }
    }
#pragma unroll
    for (int v = 0; v < kTileVectors; ++v) best = best < squares[v] ? squares[v] : best;
  }
  return fold(best, [](V a, V b) { return a < b ? b : a; });
}

constexpr BoundedKernels kKernels{kTileRows, run, scale, longest};

}  // namespace

const BoundedKernels& bounded_kernels() { return kKernels; }

}  // namespace vgpu::attention::VG_SIMD
