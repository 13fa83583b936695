// One panel, packed: some rows side by side, step by step, from a matrix in any layout.
//
// Included by kernel files only (see engine/simd.h), by pack.h.
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
template <typename T, typename Source>
[[gnu::always_inline]] inline void turn_steps(Source source, const T* from, std::int64_t row,
                                              std::int64_t rows, std::int64_t steps,
                                              std::int64_t ahead, T* out) {
  using S = Simd<T>;
  constexpr int W = S::kWidth;
  for (std::int64_t i = 0; i < rows; i += W) {
    typename S::V v[W];
    const std::int64_t here = rows - i < W ? rows - i : W;
#pragma unroll
    for (int r = 0; r < W; ++r) {
      const T* line = from + (i + (r < here ? r : 0)) * row;
      source.fetch(line + ahead);
      v[r] = steps == W ? source.load(line) : source.load(line, S::part(steps));
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
template <typename T, typename Source>
void pack_runs(Source source, const T* from, std::int64_t row, std::int64_t rows, std::int64_t k,
               T* out) {
  constexpr std::int64_t W = Simd<T>::kWidth;
  const auto over =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(from) / sizeof(T)) % W;
  std::int64_t l = over == 0 ? 0 : k < W - over ? k : W - over;
  // Of short rows the next panel's, which lies behind this one.
  const std::int64_t ahead = k > 16 * W ? 4 * W : rows * row;
  if (l > 0) turn_steps(source, from, row, rows, l, ahead, out);
  for (; l + W <= k; l += W) turn_steps(source, from + l, row, rows, W, ahead, out + l * rows);
  if (l < k) turn_steps(source, from + l, row, rows, k - l, ahead, out + l * rows);
}

// The same where rows lie side by side (row stride 1).
template <typename T, typename Source>
void pack_steps(Source source, const T* from, std::int64_t step, std::int64_t rows, std::int64_t k,
                T* out) {
  using S = Simd<T>;
  for (std::int64_t l = 0; l < k; ++l) {
    std::int64_t i = 0;
    for (; i + S::kWidth <= rows; i += S::kWidth) {
      S::store(out + l * rows + i, source.load(from + l * step + i));
    }
    if (i < rows) {
      const typename S::Part rest = S::part(rows - i);
      S::store(out + l * rows + i, source.load(from + l * step + i, rest), rest);
    }
  }
}

template <typename T, typename Source>
void pack_panel(Source source, Matrix<const T> m, std::int64_t rows, std::int64_t k, T* out) {
  if (m.row == 1) return pack_steps(source, m.data, m.column, rows, k, out);
  if (m.column == 1) return pack_runs(source, m.data, m.row, rows, k, out);
  for (std::int64_t l = 0; l < k; ++l) {
    for (std::int64_t i = 0; i < rows; ++i) out[l * rows + i] = source.get(m.at(i, l));
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
