// Many products of a few numbers each: loops without blocks, plans or packing, over the whole batch.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "engine/gemm/kernels.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// R rows of one product by a vector of columns.
template <typename T, int R>
[[gnu::always_inline]] inline void tiny_rows(const Problem<T>& p, const T* a, const T* b, T* c,
                                             typename Simd<T>::Part part) {
  using S = Simd<T>;
  typename S::V sum[R];
#pragma unroll
  for (int r = 0; r < R; ++r) sum[r] = S::zero();
  for (std::int64_t l = 0; l < p.k; ++l) {
    const typename S::V right = S::load(b + l * p.b.row, part);
#pragma unroll
    for (int r = 0; r < R; ++r) sum[r] += S::set(a[r * p.a.row + l * p.a.column]) * right;
  }
#pragma unroll
  for (int r = 0; r < R; ++r) {
    T* row = c + r * p.c.row;
    typename S::V result = S::set(p.alpha) * sum[r];
    if (p.beta != T(0)) result += S::set(p.beta) * S::load(row, part);
    S::store(row, result, part);
  }
}

// 4 x 4 products of dense matrices: a vector holds W / 4 rows of a and of c, and a row of b as often.
template <typename T>
bool is_four(const Problem<T>& p) {
  return p.m == 4 && p.n == 4 && p.k == 4 && p.a.column == 1 && p.a.row == 4 && p.b.row == 4 &&
         p.c.row == 4 && p.beta == T(0);
}

// Column l of the rows in a, each element four times.
template <int l, typename V, int... lane>
[[gnu::always_inline]] inline V spread_column(V a, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a, a, (lane / 4 * 4 + l)...);
}

template <typename T, int... lane>
void fours(const Problem<T>& p, std::int64_t count, const BatchStrides& strides,
           std::integer_sequence<int, lane...> lanes) {
  using S = Simd<T>;
  using V = typename S::V;
  typedef T Row __attribute__((vector_size(4 * sizeof(T))));
  const V alpha = S::set(p.alpha);
  for (std::int64_t x = 0; x < count; ++x) {
    V row[4];
#pragma unroll
    for (int l = 0; l < 4; ++l) {
      Row four;
      __builtin_memcpy(&four, p.b.data + x * strides.b + 4 * l, sizeof four);
      row[l] = __builtin_shufflevector(four, four, (lane % 4)...);
    }
#pragma unroll
    for (int i = 0; i < 16; i += S::kWidth) {
      const V a = S::load(p.a.data + x * strides.a + i);
      V sum = spread_column<0>(a, lanes) * row[0];
      sum += spread_column<1>(a, lanes) * row[1];
      sum += spread_column<2>(a, lanes) * row[2];
      sum += spread_column<3>(a, lanes) * row[3];
      S::store(p.c.data + x * strides.c + i, alpha * sum);
    }
  }
}

template <typename T>
void tiny(const Problem<T>& p, std::int64_t count, const BatchStrides& strides) {
  using S = Simd<T>;
  if constexpr (S::kWidth >= 4) {
    if (is_four(p)) {
      return fours(p, count, strides, std::make_integer_sequence<int, S::kWidth>{});
    }
  }
  constexpr std::int64_t kRows = 4;
  for (std::int64_t x = 0; x < count; ++x) {
    const T* a = p.a.data + x * strides.a;
    for (std::int64_t j = 0; j < p.n; j += S::kWidth) {
      const typename S::Part part = S::part(p.n - j);
      const T* b = p.b.data + x * strides.b + j;
      T* c = p.c.data + x * strides.c + j;
      std::int64_t i = 0;
      for (; i + kRows <= p.m; i += kRows) {
        tiny_rows<T, kRows>(p, a + i * p.a.row, b, c + i * p.c.row, part);
      }
      for (; i < p.m; ++i) tiny_rows<T, 1>(p, a + i * p.a.row, b, c + i * p.c.row, part);
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
