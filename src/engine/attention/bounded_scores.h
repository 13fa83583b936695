// Scores of a tile of queries (bounded.h) become powers.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/attention/bounded.h"
#include "engine/attention/fold.h"
#include "engine/gemm/tile.h"
#include "engine/simd_exp2.h"

namespace vgpu::attention::VG_SIMD {
namespace {

using namespace vgpu::gemm::VG_SIMD;
using I = Integers<float>::V;

constexpr std::int64_t W = S::kWidth;
constexpr std::int64_t kPanel = kTileVectors * W;

// Lanes of the visible keys, 0 for the rest.
V only_visible(V x, std::int64_t visible) {
  I lane;
#pragma unroll
  for (int i = 0; i < W; ++i) lane[i] = i;
  const auto count = static_cast<int>(visible < 0 ? 0 : visible < W ? visible : W);
  return lane < count ? x : S::zero();
}

// One query's scores with a panel of keys become powers, and a vector of sums grows by them.
template <bool kAll>
[[gnu::always_inline]] inline void raise(float* scores, const Exp2& power, std::int64_t visible,
                                         V& total) {
  const Exp2* in_memory = &power;
  asm("" : "+r"(in_memory));
  V sum = total;
#pragma unroll
  for (int v = 0; v < kTileVectors; ++v) {
    V x = (*in_memory)(S::load(scores + v * W));
    if constexpr (!kAll) x = only_visible(x, visible - v * W);
    S::store(scores + v * W, x);
    sum += x;
  }
  total = sum;
}

// Scores of a panel of keys that wait for the products of the next one, to become powers meanwhile.
struct Waiting {
  float* scores;
  V* totals;
  int rows;

  [[gnu::always_inline]] void raise_some(int count, const Exp2& power) {
    for (; count > 0 && rows > 0; --count, --rows) {
      raise<true>(scores, power, 0, *totals);
      scores += kBoundedKeys, ++totals;
    }
  }
};

// Scores with a panel of keys, which are left waiting. After some steps of the product a few of those that waited before become
// powers: the processor finds room for them between multiply-adds that nothing waits for.
template <int R>
void score(const BoundedTile& b, const Exp2& power, std::int64_t j, Waiting& waiting) {
  constexpr std::int64_t kSteps = 4;
  Tile<float> t{};
  t.a = b.q, t.a_row = b.size;
  t.b = b.k + j * b.size, t.b_step = kPanel;
  t.soon = t.b + kPanel * b.size, t.soon_step = kPanel;
  V sum[R][kTileVectors];
  clear<float, R, kTileVectors>(sum);
  const std::int64_t turns = (b.size + kSteps - 1) / kSteps;
  const int each = turns < R ? static_cast<int>((R + turns - 1) / (turns > 0 ? turns : 1)) : 1;
  Waiting old = waiting;
#pragma unroll(1)
  for (std::int64_t l = 0; l < b.size; l += kSteps) {
    t.k = b.size - l < kSteps ? b.size - l : kSteps;
    add_products<float, R, kTileVectors, Side::steps, Right::whole>(t, sum);
    t.a += kSteps, t.b += kSteps * kPanel, t.soon += kSteps * kPanel;
    old.raise_some(each, power);
  }
  old.raise_some(R, power);
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int v = 0; v < kTileVectors; ++v) {
      S::store(b.powers + i * kBoundedKeys + j + v * W, sum[i][v]);
    }
  }
}

// Powers of all scores and their sums, lane by lane.
template <int R>
void weigh(const BoundedTile& b, V* totals) {
  const Exp2 power(-b.bound);
  const std::int64_t all = b.visible < b.keys ? b.visible : b.keys;
  Waiting waiting{b.powers, totals, 0};
  for (std::int64_t j = 0; j < b.keys; j += kPanel) {
    score<R>(b, power, j, waiting);
    const bool wait = j + kPanel <= all;
    waiting = {b.powers + j, totals, wait ? R : 0};
    for (int i = 0; !wait && i < R; ++i) {
      const std::int64_t sees = b.causal ? b.visible + i : b.visible;
      raise<false>(b.powers + i * kBoundedKeys + j, power, (sees < b.keys ? sees : b.keys) - j,
                   totals[i]);
    }
  }
  waiting.raise_some(R, power);
}

}  // namespace
}  // namespace vgpu::attention::VG_SIMD
