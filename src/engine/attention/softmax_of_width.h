// The steps of the softmax (softmax.h) as loops over vectors.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/attention/softmax.h"
#include "engine/simd_math.h"

namespace vgpu::attention::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;
using S = Simd<float>;
using V = S::V;

float largest(const float* x, std::int64_t count, float start) {
  V best = S::set(start);
  std::int64_t i = 0;
  for (; i + S::kWidth <= count; i += S::kWidth) {
    const V v = S::load(x + i);
    best = v > best ? v : best;
  }
  float result = start;
  for (int lane = 0; lane < S::kWidth; ++lane) result = best[lane] > result ? best[lane] : result;
  for (; i < count; ++i) result = x[i] > result ? x[i] : result;
  return result;
}

float sum_of(V v) {
  float sum = 0;
  for (int lane = 0; lane < S::kWidth; ++lane) sum += v[lane];
  return sum;
}

void scale_row(float* to, const float* from, float factor, std::int64_t size) {
  for (std::int64_t i = 0; i < size; i += S::kWidth) {
    const S::Part part = S::part(size - i);
    S::store(to + i, S::set(factor) * S::load(from + i, part), part);
  }
}

// exp(scale * x - shift) of the visible ones in place, 0 for the rest; gives their sum.
float exponentials(float* x, std::int64_t visible, std::int64_t columns, float scale, float shift) {
  V sum = S::zero();
  std::int64_t i = 0;
  for (; i + S::kWidth <= visible; i += S::kWidth) {
    const V e = exp<float>(S::set(scale) * S::load(x + i) - S::set(shift));
    S::store(x + i, e);
    sum += e;
  }
  float total = 0;
  if (i < visible) {
    const S::Part rest = S::part(visible - i);
    const V e = exp<float>(S::set(scale) * S::load(x + i, rest) - S::set(shift));
    S::store(x + i, e, rest);
    for (int lane = 0; lane < rest.n; ++lane) total += e[lane];
  }
  for (std::int64_t j = visible; j < columns; ++j) x[j] = 0;
  return total + sum_of(sum);
}

void step(float* scores, std::int64_t visible, std::int64_t columns, float scale, bool first,
          RowState& state, float* out, std::int64_t size) {
  if (visible <= 0) {
    for (std::int64_t j = 0; j < columns; ++j) scores[j] = 0;
    return;
  }
  // The largest score times a negative scale would be the smallest; the maximum only has to be large enough.
  float top = scale >= 0 ? scale * largest(scores, visible, scores[0]) : 0;
  if (scale < 0) {
    top = scale * scores[0];
    for (std::int64_t j = 1; j < visible; ++j)
      top = scale * scores[j] > top ? scale * scores[j] : top;
  }
  if (!first && state.maximum > top) top = state.maximum;
  const float sum = exponentials(scores, visible, columns, scale, top);
  if (first) {
    state = {top, sum};
    return;
  }
  if (top != state.maximum) {
    const float shrink = exp<float>(S::set(state.maximum - top))[0];
    state.sum *= shrink;
    scale_row(out, out, shrink, size);
  }
  state.maximum = top;
  state.sum += sum;
}

void again(float* scores, std::int64_t visible, std::int64_t columns, float scale, float logsum) {
  exponentials(scores, visible < 0 ? 0 : visible, columns, scale, logsum);
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
