// Packing: panels of a and b copied so that the innermost loop reads memory in order.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"
#include "engine/transpose.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// `rows` x `steps` (at most a vector) with steps side by side in memory to steps of `rows` elements. What lies `ahead` of each
// row is fetched, for the processor sees too many to guess.
template <typename T>
[[gnu::always_inline]] inline void turn_steps(const T* from, std::int64_t row, std::int64_t rows,
                                              std::int64_t steps, std::int64_t ahead, T* out) {
  using S = Simd<T>;
  constexpr int W = S::kWidth;
  for (std::int64_t i = 0; i < rows; i += W) {
    typename S::V v[W];
    const std::int64_t here = rows - i < W ? rows - i : W;
#pragma unroll
    for (int r = 0; r < W; ++r) {
      const T* line = from + (i + (r < here ? r : 0)) * row;
      __builtin_prefetch(line + ahead);
      v[r] = steps == W ? S::load(line) : S::load(line, S::part(steps));
    }
    transpose<T>(v);
#pragma unroll
    for (int r = 0; r < W; ++r) {
      if (r < steps) S::store(out + r * rows + i, v[r], S::part(here));
    }
  }
}

// The same with k steps. Whole vectors lie as memory's lines do: rows are often a multiple of 4 KiB apart, and the set of the
// first cache that they share holds a line of each row but not two.
template <typename T>
void pack_runs(const T* from, std::int64_t row, std::int64_t rows, std::int64_t k, T* out) {
  constexpr std::int64_t W = Simd<T>::kWidth;
  const auto over =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(from) / sizeof(T)) % W;
  std::int64_t l = over == 0 ? 0 : k < W - over ? k : W - over;
  // Of short rows the next panel's, which lies behind this one.
  const std::int64_t ahead = k > 16 * W ? 4 * W : rows * row;
  if (l > 0) turn_steps(from, row, rows, l, ahead, out);
  for (; l + W <= k; l += W) turn_steps(from + l, row, rows, W, ahead, out + l * rows);
  if (l < k) turn_steps(from + l, row, rows, k - l, ahead, out + l * rows);
}

// The same where rows lie side by side (row stride 1).
template <typename T>
void pack_steps(const T* from, std::int64_t step, std::int64_t rows, std::int64_t k, T* out) {
  using S = Simd<T>;
  for (std::int64_t l = 0; l < k; ++l) {
    std::int64_t i = 0;
    for (; i + S::kWidth <= rows; i += S::kWidth) {
      S::store(out + l * rows + i, S::load(from + l * step + i));
    }
    if (i < rows) {
      const typename S::Part rest = S::part(rows - i);
      S::store(out + l * rows + i, S::load(from + l * step + i, rest), rest);
    }
  }
}

template <typename T>
void pack_panel(Matrix<const T> m, std::int64_t rows, std::int64_t k, T* out) {
  if (m.row == 1) return pack_steps(m.data, m.column, rows, k, out);
  if (m.column == 1) return pack_runs(m.data, m.row, rows, k, out);
  for (std::int64_t l = 0; l < k; ++l) {
    for (std::int64_t i = 0; i < rows; ++i) out[l * rows + i] = *m.at(i, l);
  }
}

template <typename T>
void pack_a(Matrix<const T> a, std::int64_t m, std::int64_t k, std::int64_t height, T* out) {
  for (std::int64_t i = 0; i < m; i += height) {
    pack_panel(a.from(i, 0), m - i < height ? m - i : height, k, out + i * k);
  }
}

// Full panels of a b whose rows lie side by side: some rows at a time, so that lines are read whole and written in runs.
// One row at a time would write a line of every panel, and panels lie a multiple of 4 KiB apart, all in the same sets of
// the cache.
template <typename T, int kColumns>
void pack_rows_of_b(const T* from, std::int64_t row, std::int64_t k, std::int64_t n, T* out) {
  using S = Simd<T>;
  constexpr std::int64_t kRows = 8;
  for (std::int64_t first = 0; first < k; first += kRows) {
    const std::int64_t last = first + kRows < k ? first + kRows : k;
    for (std::int64_t j = 0; j + kColumns <= n; j += kColumns) {
      T* to = out + j * k + first * kColumns;
      for (std::int64_t l = first; l < last; ++l, to += kColumns) {
#pragma unroll
        for (int i = 0; i < kColumns; i += S::kWidth) {
          S::store(to + i, S::load(from + l * row + j + i));
        }
      }
    }
  }
}

// A panel of b is one of its transpose, but always full: its last one is filled up with 0.
template <typename T, int kColumns>
void pack_b(Matrix<const T> b, std::int64_t k, std::int64_t n, T* out) {
  const Matrix<const T> side = b.transposed();
  std::int64_t j = 0;
  if (b.column == 1) {
    j = n / kColumns * kColumns;
    pack_rows_of_b<T, kColumns>(b.data, b.row, k, j, out);
  }
  for (; j + kColumns <= n; j += kColumns) {
    pack_panel(side.from(j, 0), kColumns, k, out + j * k);
  }
  if (j == n) return;
  T* last = out + j * k;
  for (std::int64_t l = 0; l < k; ++l) {
    for (int i = 0; i < kColumns; ++i) last[l * kColumns + i] = j + i < n ? *b.at(l, j + i) : T(0);
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
