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

struct SoftmaxKernels {
  // Scores of the first `visible` of `columns` keys become 2^(scale * kLog2OfE * score - maximum), the rest 0. The maximum and the sum
  // grow, and `out` (the weighted sum so far, `size` elements) is scaled down accordingly. `first`: there is no state yet.
  void (*step)(float* scores, std::int64_t visible, std::int64_t columns, float scale, bool first,
               RowState& state, float* out, std::int64_t size);
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
