// Products with few rows and a b whose columns lie along k (a layer's weights as they are stored): sums over whole vectors.
//
// Packing b would cost as much as reading it, and it is read once. Instead a few rows of a meet a few columns of b, each
// pair with a vector of partial sums; at the end as many vectors as there are lanes are summed up together.
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"
#include "engine/transpose.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Lane i of the result is the sum of the lanes of v[i].
template <typename T, int half>
[[gnu::always_inline]] inline void sum_lanes(typename Simd<T>::V (&v)[Simd<T>::kWidth]) {
#pragma unroll
  for (int i = 0; i < half; ++i) {
    exchange<T, half>(v[i], v[i + half], std::make_integer_sequence<int, Simd<T>::kWidth>{});
    v[i] += v[i + half];
  }
  if constexpr (half > 1) sum_lanes<T, half / 2>(v);
}

// R rows of a by W / R columns of b, from row i and column j on; `columns` of them are wanted.
template <typename T, int R>
void dot_tile(const Dots<T>& d, std::int64_t i, std::int64_t j, std::int64_t columns) {
  using S = Simd<T>;
  constexpr int W = S::kWidth, C = W / R;
  typename S::V sum[W];
#pragma unroll
  for (int x = 0; x < W; ++x) sum[x] = S::zero();
  const T* a = d.a + i * d.a_row;
  const T* b[C];
#pragma unroll
  for (int c = 0; c < C; ++c) b[c] = d.b + (j + (c < columns ? c : 0)) * d.b_column;
  const auto step = [&](std::int64_t l, auto load) __attribute__((always_inline)) {
    typename S::V right[C];
#pragma unroll
    for (int c = 0; c < C; ++c) right[c] = load(b[c] + l);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const typename S::V left = load(a + r * d.a_row + l);
#pragma unroll
      for (int c = 0; c < C; ++c) sum[r * C + c] += left * right[c];
    }
  };
  std::int64_t l = 0;
  for (; l + W <= d.k; l += W) step(l, [](const T* x) { return S::load(x); });
  if (l < d.k) step(l, [rest = S::part(d.k - l)](const T* x) { return S::load(x, rest); });
  sum_lanes<T, W / 2>(sum);
  T total[W];
  S::store(total, sum[0]);
  for (int r = 0; r < R; ++r) {
    for (int c = 0; c < C && c < columns; ++c) {
      T* to = d.c.at(i + r, j + c);
      *to = d.alpha * total[r * C + c] + (d.beta == T(0) ? T(0) : d.beta * *to);
    }
  }
}

// Rows in groups of the powers of two that their number consists of.
template <typename T, int R>
void dot_rows(const Dots<T>& d, std::int64_t i) {
  constexpr std::int64_t C = Simd<T>::kWidth / R;
  for (; i + R <= d.m; i += R) {
    for (std::int64_t j = 0; j < d.n; j += C) {
      dot_tile<T, R>(d, i, j, d.n - j < C ? d.n - j : C);
    }
  }
  if constexpr (R > 1) {
    if (i < d.m) dot_rows<T, R / 2>(d, i);
  }
}

template <typename T>
void dots(const Dots<T>& d) {
  dot_rows<T, Simd<T>::kWidth / 2>(d, 0);
}

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
