// Products with one or two rows and a b whose rows lie side by side.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// c += the product for few rows and a b whose rows lie side by side: b is read once, in order, and a strip of c stays in the
// nearest cache.
template <typename T>
void strips(const Dots<T>& d) {
  using S = Simd<T>;
  constexpr std::int64_t kStrip = 1024, W = S::kWidth;
  for (std::int64_t j = 0; j < d.n; j += kStrip) {
    const std::int64_t width = d.n - j < kStrip ? d.n - j : kStrip;
    for (std::int64_t l = 0; l < d.k; l += 4) {
      const std::int64_t steps = d.k - l < 4 ? d.k - l : 4;
      for (std::int64_t i = 0; i < d.m; ++i) {
        T left[4] = {};
        const T* row[4];
        for (int s = 0; s < 4; ++s) {
          if (s < steps) left[s] = d.alpha * d.a[i * d.a_row + l + s];
          row[s] = d.b + (l + (s < steps ? s : 0)) * d.b_column + j;
        }
        T* c = d.c.at(i, j);
        const T beta = l == 0 ? d.beta : T(1);
        for (std::int64_t x = 0; x < width; x += W) {
          const typename S::Part part = S::part(width - x);
          typename S::V sum = beta == T(0) ? S::zero() : S::set(beta) * S::load(c + x, part);
          sum += S::set(left[0]) * S::load(row[0] + x, part);
          if (steps > 1) sum += S::set(left[1]) * S::load(row[1] + x, part);
          if (steps > 2) sum += S::set(left[2]) * S::load(row[2] + x, part);
          if (steps > 3) sum += S::set(left[3]) * S::load(row[3] + x, part);
          S::store(c + x, sum, part);
        }
      }
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
