// Sums along vectors of real numbers, and squares turned over.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/einsum/kernels.h"
#include "engine/simd.h"
#include "engine/transpose.h"

namespace vgpu::einsum::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Sums of several vectors of neighbours, at i, while the sum passes by. `along_b`: b has neighbours, too; else one for all.
template <typename T, int vectors, bool has_b, bool along_b>
[[gnu::always_inline]] inline void neighbours(const Loops<T>& x, std::int64_t i,
                                              typename Simd<T>::Part part) {
  using S = Simd<T>;
  typename S::V sum[vectors];
#pragma unroll
  for (int v = 0; v < vectors; ++v) sum[v] = S::zero();
  const T *a = x.a + i, *b = along_b ? x.b + i : x.b;
  for (std::int64_t l = 0; l < x.m; ++l, a += x.a_m, b += x.b_m) {
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const T* at = a + v * S::kWidth;
      const typename S::V left = vectors == 1 ? S::load(at, part) : S::load(at);
      if constexpr (!has_b) {
        sum[v] += left;
      } else if constexpr (along_b) {
        const T* right = b + v * S::kWidth;
        sum[v] += left * (vectors == 1 ? S::load(right, part) : S::load(right));
      } else {
        sum[v] += left * S::set(*b);
      }
    }
  }
#pragma unroll
  for (int v = 0; v < vectors; ++v) {
    const std::int64_t first = i + v * S::kWidth;
    if (x.out_n == 1) {
      T* to = x.out + first;
      if (x.add) sum[v] += vectors == 1 ? S::load(to, part) : S::load(to);
      vectors == 1 ? S::store(to, sum[v], part) : S::store(to, sum[v]);
    } else {
      const int lanes = vectors == 1 ? part.n : S::kWidth;
      for (int w = 0; w < lanes; ++w) {
        T& to = x.out[(first + w) * x.out_n];
        to = x.add ? to + sum[v][w] : sum[v][w];
      }
    }
  }
}

template <typename T, bool has_b, bool along_b>
void along_result(const Loops<T>& x) {
  constexpr int kVectors = 4;
  constexpr std::int64_t kStep = std::int64_t{kVectors} * Simd<T>::kWidth;
  std::int64_t i = 0;
  for (; i + kStep <= x.n; i += kStep) neighbours<T, kVectors, has_b, along_b>(x, i, {});
  for (; i < x.n; i += Simd<T>::kWidth) {
    neighbours<T, 1, has_b, along_b>(x, i, Simd<T>::part(x.n - i));
  }
}

// Vectors along the sum: a's numbers lie side by side, b's do or are one for all.
template <typename T, bool has_b, bool along_b>
[[gnu::always_inline]] inline T dot(const T* a, const T* b, std::int64_t m) {
  using S = Simd<T>;
  constexpr int kSums = 4;
  typename S::V sum[kSums];
#pragma unroll
  for (int v = 0; v < kSums; ++v) sum[v] = S::zero();
  const auto term = [&](std::int64_t l, typename S::Part part, bool whole) {
    const typename S::V left = whole ? S::load(a + l) : S::load(a + l, part);
    if constexpr (!along_b) {
      return left;
    } else {
      return left * (whole ? S::load(b + l) : S::load(b + l, part));
    }
  };
  std::int64_t l = 0;
  for (; l + kSums * S::kWidth <= m; l += kSums * S::kWidth) {
#pragma unroll
    for (int v = 0; v < kSums; ++v) sum[v] += term(l + v * S::kWidth, {}, true);
  }
  for (; l < m; l += S::kWidth) sum[0] += term(l, S::part(m - l), false);
  sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  T total = 0;
  for (int w = 0; w < S::kWidth; ++w) total += sum[0][w];
  return has_b && !along_b ? total * *b : total;
}

template <typename T, bool has_b, bool along_b>
void along_sum(const Loops<T>& x) {
  for (std::int64_t i = 0; i < x.n; ++i) {
    const T value = dot<T, has_b, along_b>(x.a + i * x.a_n, x.b + i * x.b_n, x.m);
    T& to = x.out[i * x.out_n];
    to = x.add ? to + value : value;
  }
}

// A line of numbers side by side.
template <typename T>
[[gnu::always_inline]] inline void copy_line(const T* from, T* to, std::int64_t n) {
  using S = Simd<T>;
  std::int64_t i = 0;
  for (; i + S::kWidth <= n; i += S::kWidth) S::store(to + i, S::load(from + i));
  if (i < n) S::store(to + i, S::load(from + i, S::part(n - i)), S::part(n - i));
}

// Lines of elements that are `numbers` of T each.
template <typename T, int numbers>
void copy_lines(const T* from, T* to, std::int64_t n, std::int64_t m, std::int64_t a_m,
                std::int64_t out_m) {
  for (std::int64_t l = 0; l < m; ++l) {
    copy_line(from + l * a_m * numbers, to + l * out_m * numbers, n * numbers);
  }
}

// Squares turned over in registers; moves bits, so that pairs of floats may pass for doubles.
template <typename T>
void turn(const void* from, void* to, std::int64_t n, std::int64_t m, std::int64_t a_n,
          std::int64_t out_m) {
  using S = Simd<T>;
  const auto* a = static_cast<const T*>(from);
  auto* out = static_cast<T*>(to);
  constexpr std::int64_t kBlock = 64;  // rows whose lines stay in the first cache
  for (std::int64_t first = 0; first < n; first += kBlock) {
    const std::int64_t last = first + kBlock < n ? first + kBlock : n;
    for (std::int64_t l = 0; l < m; l += S::kWidth) {
      for (std::int64_t i = first; i < last; i += S::kWidth) {
        const typename S::Part rows = S::part(last - i), columns = S::part(m - l);
        typename S::V v[S::kWidth];
#pragma unroll
        for (int r = 0; r < S::kWidth; ++r) {
          v[r] = r < rows.n ? S::load(a + (i + r) * a_n + l, columns) : S::zero();
        }
        transpose<T>(v);
        for (int c = 0; c < columns.n; ++c) S::store(out + (l + c) * out_m + i, v[c], rows);
      }
    }
  }
}

}  // namespace
}  // namespace vgpu::einsum::VG_SIMD
