// The steps of the softmax (softmax.h) as loops over vectors.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/attention/fold.h"
#include "engine/attention/softmax.h"
#include "engine/simd_exp2.h"

namespace vgpu::attention::VG_SIMD {
namespace {

// The largest of `count` > 0. Two vectors at a time: one comparison waits for the other otherwise; the last ones may overlap those
// before.
float largest(const float* x, std::int64_t count) {
  const auto larger = [](V a, V b) { return a > b ? a : b; };
  constexpr int W = S::kWidth;
  if (count < W) {
    float result = x[0];
    for (std::int64_t i = 1; i < count; ++i) result = x[i] > result ? x[i] : result;
    return result;
  }
  V best = S::load(x), other = S::load(x + count - W);
  std::int64_t i = W;
  for (; i + 2 * W <= count; i += 2 * W) {
    best = larger(S::load(x + i), best);
    other = larger(S::load(x + i + W), other);
  }
  if (i + W <= count) best = larger(S::load(x + i), best);
  return fold(larger(other, best), larger);
}

void scale_row(float* to, const float* from, float factor, std::int64_t size) {
  for (std::int64_t i = 0; i < size; i += S::kWidth) {
    const S::Part part = S::part(size - i);
    S::store(to + i, S::set(factor) * S::load(from + i, part), part);
  }
}

// 2^exponent(x) of the visible ones in place, 0 for the rest; gives their sum.
template <typename Exponent>
[[gnu::always_inline]] inline float powers(float* x, std::int64_t visible, std::int64_t columns,
                                           Exponent exponent) {
  V sum = S::zero();
  std::int64_t i = 0;
  for (; i + S::kWidth <= visible; i += S::kWidth) {
    const V e = exp2_negative(exponent(S::load(x + i)));
    S::store(x + i, e);
    sum += e;
  }
  if (i < visible) {
    const S::Part rest = S::part(visible - i);
    S::store(x + i, exp2_negative(exponent(S::load(x + i, rest))), rest);
    sum += S::load(x + i, rest);
  }
  for (std::int64_t j = visible; j < columns; j += S::kWidth) {
    S::store(x + j, S::zero(), S::part(columns - j));
  }
  return sum_of(sum);
}

// Infinities without a difference count for nothing.
constexpr float kLowest = -3e38f;

// First all maxima, then all powers, so that no row waits for its own.
void step(const ScoreRows& block, RowState* states, float* out, std::int64_t size) {
  float tops[kMostScoreRows];
  for (std::int64_t i = 0; i < block.rows; ++i) {
    const std::int64_t visible = block.visible_of(i);
    if (visible > 0) tops[i] = largest(block.scores + i * block.row, visible);
  }
  for (std::int64_t i = 0; i < block.rows; ++i) {
    const std::int64_t visible = block.visible_of(i);
    RowState& state = states[i];
    float top = visible > 0 ? tops[i] : state.maximum;
    top = top < kLowest ? kLowest : top;
    if (!block.first && state.maximum > top) top = state.maximum;
    const float sum = powers(block.scores + i * block.row, visible, block.columns,
                             [=](V x) { return x - S::set(top); });
    if (block.first) {
      state = {top, sum};
      continue;
    }
    if (top != state.maximum) {
      const float shrink = exp2_negative(S::set(state.maximum - top))[0];
      state.sum *= shrink;
      scale_row(out + i * size, out + i * size, shrink, size);
    }
    state.maximum = top;
    state.sum += sum;
  }
}

// Rounding may make a probability a little larger than 1, and scores so large that they have no digits behind the point a lot.
void again(float* scores, std::int64_t visible, std::int64_t columns, float scale, float logsum) {
  const V scales = S::set(scale * kLog2OfE), shifts = S::set(logsum * kLog2OfE);
  powers(scores, visible < 0 ? 0 : visible, columns, [=](V x) {
    const V e = scales * x - shifts;
    return e > S::zero() ? S::zero() : e;
  });
}

void slope_row(float* slope, const float* probability, float mean, float scale,
               std::int64_t columns) {
  for (std::int64_t i = 0; i < columns; i += S::kWidth) {
    const S::Part part = S::part(columns - i);
    const V s = S::load(slope + i, part) - S::set(mean);
    S::store(slope + i, S::set(scale) * S::load(probability + i, part) * s, part);
  }
}

constexpr SoftmaxKernels kKernels{step, scale_row, again, slope_row};

}  // namespace

const SoftmaxKernels& softmax_kernels() { return kKernels; }

}  // namespace vgpu::attention::VG_SIMD
