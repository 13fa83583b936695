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

// How many elements of a column of b stand before its first aligned vector; 0 where columns differ. A vector that lies in two lines
// takes two loads, and loads are what dot products consist of.
template <typename T>
[[gnu::always_inline]] inline std::int64_t short_of_vector(const Dots<T>& d) {
  constexpr auto kBytes = static_cast<std::int64_t>(kVectorBytes);
  constexpr auto kSize = static_cast<std::int64_t>(sizeof(T));
  if (d.b_column * kSize % kBytes != 0) return 0;
  const auto at = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(d.b));
  const std::int64_t head = at % kBytes == 0 ? 0 : (kBytes - at % kBytes) / kSize;
  return head < d.k ? head : 0;
}

// The products of a row and a column, in vectors of partial sums; the first `head` elements by themselves.
template <typename T>
[[gnu::always_inline]] inline typename Simd<T>::V dot_column(const T* a, const T* b, std::int64_t k,
                                                             std::int64_t head) {
  using S = Simd<T>;
  constexpr int W = S::kWidth, kSums = 4;  // as many as multiply-adds follow each other in time
  typename S::V sum[kSums] = {};
  std::int64_t l = head;
  if (head > 0) sum[0] = S::load(a, S::part(head)) * S::load(b, S::part(head));
  for (; l + kSums * W <= k; l += kSums * W) {
#pragma unroll
    for (int s = 0; s < kSums; ++s) sum[s] += S::load(a + l + s * W) * S::load(b + l + s * W);
  }
  for (; l < k; l += W) sum[0] += S::load(a + l, S::part(k - l)) * S::load(b + l, S::part(k - l));
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// A single row: column after column, which is the order of memory. From the last cache or memory that is faster than several at a
// time, from the nearer ones it waits for its sums.
template <typename T>
void dot_row(const Dots<T>& d, std::int64_t i) {
  using S = Simd<T>;
  constexpr int W = S::kWidth;
  const std::int64_t head = short_of_vector(d);
  for (std::int64_t j = 0; j < d.n; j += W) {
    const std::int64_t columns = d.n - j < W ? d.n - j : W;
    typename S::V sum[W] = {};
    for (std::int64_t c = 0; c < columns; ++c) {
      sum[c] = dot_column(d.a + i * d.a_row, d.b + (j + c) * d.b_column, d.k, head);
    }
    sum_lanes<T, W / 2>(sum);
    T total[W];
    S::store(total, sum[0]);
    for (std::int64_t c = 0; c < columns; ++c) {
      T* to = d.c.at(i, j + c);
      *to = d.alpha * total[c] + (d.beta == T(0) ? T(0) : d.beta * *to);
    }
  }
}

// R rows of a by W / R columns of b, from row i and column j on; `columns` of them are wanted.
template <typename T, int R>
void dot_tile(const Dots<T>& d, std::int64_t head, std::int64_t i, std::int64_t j,
              std::int64_t columns) {
  using S = Simd<T>;
  constexpr int W = S::kWidth, C = W / R;
  typename S::V sum[W];
#pragma unroll
  for (int x = 0; x < W; ++x) sum[x] = S::zero();
  const T* a = d.a + i * d.a_row;
  const T* b[C];
#pragma unroll
  for (int c = 0; c < C; ++c) b[c] = d.b + (j + (c < columns ? c : 0)) * d.b_column;
  // b is all that counts, and its columns are more streams than the processor follows, each too short to get going.
  const std::int64_t ahead = W * d.b_column;
  const auto step = [&](std::int64_t l, auto load) __attribute__((always_inline)) {
    typename S::V right[C];
#pragma unroll
    for (int c = 0; c < C; ++c) {
      if constexpr (R > 1) __builtin_prefetch(b[c] + l + ahead, 0, 2);
      right[c] = load(b[c] + l);
    }
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const typename S::V left = load(a + r * d.a_row + l);
#pragma unroll
      for (int c = 0; c < C; ++c) sum[r * C + c] += left * right[c];
    }
  };
  std::int64_t l = head;
  if (head > 0) step(0, [rest = S::part(head)](const T* x) { return S::load(x, rest); });
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
  const std::int64_t head = short_of_vector(d);
  if constexpr (R == 1) {
    for (; d.far && i < d.m; ++i) dot_row(d, i);
  }
  for (; i + R <= d.m; i += R) {
    for (std::int64_t j = 0; j < d.n; j += C) {
      dot_tile<T, R>(d, head, i, j, d.n - j < C ? d.n - j : C);
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

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
