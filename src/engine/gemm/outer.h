// Sums of a few outer products, such as a weight's gradient over a small batch: c's traffic is all that counts.
//
// Included by kernel files only (see engine/simd.h). The number of steps is known to the compiler, so that a tile is one run
// of multiply-adds without a loop; R rows of c are written to their ends, which the processor's fetching ahead follows.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// R rows of c and what they are made of. Copies, so that storing to c cannot change them.
template <typename T, int K, int R>
struct OuterRows {
  T left[R][K];
  const T* right[K];
  T* c[R];
  T alpha, beta;

  OuterRows(const Problem<T>& p, std::int64_t i) : alpha(p.alpha), beta(p.beta) {
    for (int l = 0; l < K; ++l) right[l] = p.b.data + l * p.b.row;
    for (int r = 0; r < R; ++r) {
      for (int l = 0; l < K; ++l) left[r][l] = *p.a.at(i + r, l);
      c[r] = p.c.data + (i + r) * p.c.row;
    }
  }
};

// V vectors of them from column j on; `last`: of the last vector's columns. kPlain: alpha is 1 and beta 0.
template <typename T, int K, int R, int V, bool kPlain>
[[gnu::always_inline]] inline void outer_tile(const OuterRows<T, K, R>& rows, std::int64_t j,
                                              typename Simd<T>::Part last) {
  using S = Simd<T>;
  constexpr std::int64_t kAhead = 512;
  typename S::V sum[R][V];
#pragma unroll
  for (int l = 0; l < K; ++l) {
    typename S::V right[V];
#pragma unroll
    for (int v = 0; v < V - 1; ++v) right[v] = S::load(rows.right[l] + j + v * S::kWidth);
    right[V - 1] = S::load(rows.right[l] + j + (V - 1) * S::kWidth, last);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const typename S::V left = S::set(rows.left[r][l]);
#pragma unroll
      for (int v = 0; v < V; ++v) {
        sum[r][v] = l == 0 ? left * right[v] : sum[r][v] + left * right[v];
      }
    }
  }
#pragma unroll
  for (int r = 0; r < R; ++r) {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const typename S::Part part = v == V - 1 ? last : S::part(S::kWidth);
      T* to = rows.c[r] + j + v * S::kWidth;
      // The processor follows some rows, but not as far ahead as stores that wait for lines would like.
      if constexpr (V > 1) __builtin_prefetch(reinterpret_cast<const char*>(to) + kAhead, 1);
      if constexpr (!kPlain) {
        sum[r][v] *= S::set(rows.alpha);
        if (rows.beta != T(0)) sum[r][v] += S::set(rows.beta) * S::load(to, part);
      }
      S::store(to, sum[r][v], part);
    }
  }
}

// How many elements of row i stand before the first vector that is aligned in all rows; 0 where rows differ.
template <typename T>
[[gnu::always_inline]] inline std::int64_t short_of_line(const Matrix<T>& c, std::int64_t i) {
  constexpr auto kBytes = static_cast<std::int64_t>(kVectorBytes);
  constexpr auto kSize = static_cast<std::int64_t>(sizeof(T));
  if (c.row * kSize % kBytes != 0) return 0;
  const auto at = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(c.data + i * c.row));
  return at % kBytes == 0 ? 0 : (kBytes - at % kBytes) / kSize;
}

template <typename T, int K, int R, bool kPlain>
[[gnu::always_inline]] inline void outer_rows(const Problem<T>& p, std::int64_t i) {
  using S = Simd<T>;
  constexpr std::int64_t W = S::kWidth, kVectors = 4;
  const OuterRows<T, K, R> rows(p, i);
  const std::int64_t n = p.n;
  std::int64_t j = short_of_line(p.c, i);
  j = j < n ? j : n;
  if (j > 0) outer_tile<T, K, R, 1, kPlain>(rows, 0, S::part(j));
  for (; j + kVectors * W <= n; j += kVectors * W) {
    outer_tile<T, K, R, kVectors, kPlain>(rows, j, S::part(W));
  }
  for (; j < n; j += W) outer_tile<T, K, R, 1, kPlain>(rows, j, S::part(n - j));
}

template <typename T, int K, bool kPlain>
void outer_block(const Problem<T>& p) {
  constexpr std::int64_t kRows =
      kVectorBytes == 64 ? 6 : 2;  // what registers hold beside four vectors of b
  std::int64_t i = 0;
  for (; i + kRows <= p.m; i += kRows) outer_rows<T, K, kRows, kPlain>(p, i);
  for (; i < p.m; ++i) outer_rows<T, K, 1, kPlain>(p, i);
}

template <typename T, int K>
void outer_steps(const Problem<T>& p) {
  p.alpha == T(1) && p.beta == T(0) ? outer_block<T, K, true>(p) : outer_block<T, K, false>(p);
}

template <typename T>
void outer(const Problem<T>& p) {
  static_assert(kOuterSteps == 8);
  constexpr void (*kSteps[])(const Problem<T>&) = {
      outer_steps<T, 1>, outer_steps<T, 2>, outer_steps<T, 3>, outer_steps<T, 4>,
      outer_steps<T, 5>, outer_steps<T, 6>, outer_steps<T, 7>, outer_steps<T, 8>};
  kSteps[p.k - 1](p);
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
