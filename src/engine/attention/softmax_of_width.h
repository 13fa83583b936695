// The steps of the softmax (softmax.h) as loops over vectors.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "engine/attention/softmax.h"
#include "engine/simd_math.h"

namespace vgpu::attention::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;
using S = Simd<float>;
using V = S::V;

// All lanes with each other: op(lane 0, lane 1, ...), as a tree.
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

// Two vectors at a time: one comparison waits for the other otherwise.
float largest(const float* x, std::int64_t count, float start) {
  const auto larger = [](V a, V b) { return a > b ? a : b; };
  V best = S::set(start), other = best;
  std::int64_t i = 0;
  for (; i + 2 * S::kWidth <= count; i += 2 * S::kWidth) {
    best = larger(S::load(x + i), best);
    other = larger(S::load(x + i + S::kWidth), other);
  }
  float result = fold(larger(other, best), larger);
  for (; i < count; ++i) result = x[i] > result ? x[i] : result;
  return result;
}

float sum_of(V v) {
  return fold(v, [](V a, V b) { return a + b; });
}

void scale_row(float* to, const float* from, float factor, std::int64_t size) {
  for (std::int64_t i = 0; i < size; i += S::kWidth) {
    const S::Part part = S::part(size - i);
    S::store(to + i, S::set(factor) * S::load(from + i, part), part);
  }
}

// 2^(scale * x - shift) of the visible ones in place, 0 for the rest; gives their sum.
float powers(float* x, std::int64_t visible, std::int64_t columns, float scale, float shift) {
  V sum = S::zero();
  std::int64_t i = 0;
  for (; i + S::kWidth <= visible; i += S::kWidth) {
    const V e = exp2(S::set(scale) * S::load(x + i) - S::set(shift));
    S::store(x + i, e);
    sum += e;
  }
  float total = 0;
  if (i < visible) {
    const S::Part rest = S::part(visible - i);
    const V e = exp2(S::set(scale) * S::load(x + i, rest) - S::set(shift));
    S::store(x + i, e, rest);
    for (int lane = 0; lane < rest.n; ++lane) total += e[lane];
  }
  for (std::int64_t j = visible; j < columns; ++j) x[j] = 0;
  return total + sum_of(sum);
}

// The largest of scale * score. A negative scale makes the smallest score the largest.
float top_of(const float* scores, std::int64_t visible, float scale) {
  if (scale >= 0) return scale * largest(scores, visible, scores[0]);
  float top = scale * scores[0];
  for (std::int64_t j = 1; j < visible; ++j) {
    top = scale * scores[j] > top ? scale * scores[j] : top;
  }
  return top;
}

void step(float* scores, std::int64_t visible, std::int64_t columns, float scale, bool first,
          RowState& state, float* out, std::int64_t size) {
  if (visible <= 0) {
    for (std::int64_t j = 0; j < columns; ++j) scores[j] = 0;
    return;
  }
  const float scale2 = scale * kLog2OfE;
  float top = top_of(scores, visible, scale2);
  if (!first && state.maximum > top) top = state.maximum;
  const float sum = powers(scores, visible, columns, scale2, top);
  if (first) {
    state = {top, sum};
    return;
  }
  if (top != state.maximum) {
    const float shrink = exp2(S::set(state.maximum - top))[0];
    state.sum *= shrink;
    scale_row(out, out, shrink, size);
  }
  state.maximum = top;
  state.sum += sum;
}

void again(float* scores, std::int64_t visible, std::int64_t columns, float scale, float logsum) {
  powers(scores, visible < 0 ? 0 : visible, columns, scale * kLog2OfE, logsum * kLog2OfE);
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
