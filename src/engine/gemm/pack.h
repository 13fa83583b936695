// Packing: panels of a and b copied so that the innermost loop reads memory in order.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/gemm/pack_panel.h"
#include "engine/gemm/pack_source.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

template <typename T, typename Source>
void pack_panels_of_a(Source source, Matrix<const T> a, std::int64_t m, std::int64_t k,
                      std::int64_t height, T* out) {
  for (std::int64_t i = 0; i < m; i += height) {
    pack_panel(source, a.from(i, 0), m - i < height ? m - i : height, k, out + i * k);
  }
}

template <typename T>
void pack_a(Matrix<const T> a, std::int64_t m, std::int64_t k, std::int64_t height, T* out) {
  pack_panels_of_a(OneMatrix<T>{}, a, m, k, height, out);
}

template <typename T>
void pack_a_sum(Matrix<const T> a, const Addends<T>& more, std::int64_t m, std::int64_t k,
                std::int64_t height, T* out) {
  pack_panels_of_a(SumOfMatrices<T>{more}, a, m, k, height, out);
}

// Full panels of a b whose rows lie side by side: some rows at a time, so that lines are read whole and written in runs.
// One row at a time would write a line of every panel, and panels lie a multiple of 4 KiB apart, all in the same sets of
// the cache.
template <typename T, int kColumns, typename Source>
void pack_rows_of_b(Source source, const T* from, std::int64_t row, std::int64_t k, std::int64_t n,
                    T* out) {
  using S = Simd<T>;
  constexpr std::int64_t kRows = 8;
  for (std::int64_t first = 0; first < k; first += kRows) {
    const std::int64_t last = first + kRows < k ? first + kRows : k;
    for (std::int64_t j = 0; j + kColumns <= n; j += kColumns) {
      T* to = out + j * k + first * kColumns;
      for (std::int64_t l = first; l < last; ++l, to += kColumns) {
#pragma unroll
        for (int i = 0; i < kColumns; i += S::kWidth) {
          S::store(to + i, source.load(from + l * row + j + i));
        }
      }
    }
  }
}

// A panel of b is one of its transpose, but always full: its last one is filled up with 0.
template <typename T, int kColumns, typename Source>
void pack_panels_of_b(Source source, Matrix<const T> b, std::int64_t k, std::int64_t n, T* out) {
  const Matrix<const T> side = b.transposed();
  std::int64_t j = 0;
  if (b.column == 1) {
    j = n / kColumns * kColumns;
    pack_rows_of_b<T, kColumns>(source, b.data, b.row, k, j, out);
  }
  for (; j + kColumns <= n; j += kColumns) {
    pack_panel(source, side.from(j, 0), kColumns, k, out + j * k);
  }
  if (j == n) return;
  T* last = out + j * k;
  for (std::int64_t l = 0; l < k; ++l) {
    for (int i = 0; i < kColumns; ++i)
      last[l * kColumns + i] = j + i < n ? source.get(b.at(l, j + i)) : T(0);
  }
}

template <typename T, int kColumns>
void pack_b(Matrix<const T> b, std::int64_t k, std::int64_t n, T* out) {
  pack_panels_of_b<T, kColumns>(OneMatrix<T>{}, b, k, n, out);
}

template <typename T, int kColumns>
void pack_b_sum(Matrix<const T> b, const Addends<T>& more, std::int64_t k, std::int64_t n, T* out) {
  pack_panels_of_b<T, kColumns>(SumOfMatrices<T>{more}, b, k, n, out);
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
