// The softmax of attention in steps: what an instruction set brings for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/by_level.h"

namespace vgpu::attention {

inline constexpr float kLog2OfE = 1.44269504f;

// One query's state between blocks of keys. Exponentials are powers of 2, which takes fewer steps, and the maximum is that
// of the powers' exponents: e^x is 2^(x * kLog2OfE).
struct RowState {
  float maximum = 0, sum = 0;
};

// Scores of some queries with a block of keys, as exponents of 2.
struct ScoreRows {
  float* scores = nullptr;
  std::int64_t row = 0;  // from one query's scores to the next
  std::int64_t rows = 0, columns = 0;
  std::int64_t visible = 0;  // keys that the first query sees, at most `columns`; may be negative
  bool causal = false;       // each query sees one key more than the one before
  bool first = false;        // there is no state yet

  std::int64_t visible_of(std::int64_t i) const {
    const std::int64_t count = causal ? visible + i : visible;
    return count < 0 ? 0 : count < columns ? count : columns;
  }
};

inline constexpr std::int64_t kMostScoreRows = 16;

struct SoftmaxKernels {
  // Scores x of visible keys become 2^(x - maximum), the rest 0. The maxima and the sums grow, and `out` (the weighted sums so far,
  // `size` elements a row) is scaled down accordingly. At most kMostScoreRows.
  void (*step)(const ScoreRows& block, RowState* states, float* out, std::int64_t size);
  // to = factor * from.
  void (*scale)(float* to, const float* from, float factor, std::int64_t size);
  // Scores of the first `visible` keys become probabilities again, given the logarithm of their sum; the rest 0.
  void (*again)(float* scores, std::int64_t visible, std::int64_t columns, float scale,
                float logsum);
  // slope = scale * probability * (slope - mean), elementwise.
  void (*slope)(float* slope, const float* probability, float mean, float scale,
                std::int64_t columns);
};

namespace portable {
const SoftmaxKernels& softmax_kernels();
}
namespace avx2 {
const SoftmaxKernels& softmax_kernels();
}
namespace avx512 {
const SoftmaxKernels& softmax_kernels();
}

inline const SoftmaxKernels& softmax_kernels() {
  return engine::by_level(simd_level(), portable::softmax_kernels, avx2::softmax_kernels,
                          avx512::softmax_kernels)();
}

}  // namespace vgpu::attention
