// Many products of a few numbers each: loops without blocks, plans or packing, over the whole batch.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

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

template <typename T>
void tiny(const Problem<T>& p, std::int64_t count, const BatchStrides& strides) {
  using S = Simd<T>;
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
