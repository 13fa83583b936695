// Tiles of words (see words.h): the loops, given the instruction that multiplies and adds a vector of words.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/fetch_c.h"
#include "engine/gemm/word_pack.h"
#include "engine/gemm/words.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Op: In, Sum, kGroup, kRows, kFlip (what is xor-ed into a's bytes) and V mad(V sum, __m512i a, __m512i b).
template <typename Op, int R, int V>
[[gnu::always_inline]] inline void store_word_tile(
    const WordBlock<typename Op::Sum>& x, std::int64_t i, std::int64_t j,
    const typename Simd<typename Op::Sum>::V (&sum)[R][V]) {
  using S = Simd<typename Op::Sum>;
#pragma unroll
  for (int r = 0; r < R; ++r) {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const std::int64_t column = j + v * S::kWidth;
      const typename S::Part part = S::part(x.n - column);
      typename Op::Sum* c = x.c.data + (i + r) * x.c.row + column;
      typename S::V result = S::set(x.alpha) * sum[r][v];
      if (x.beta != 0) result += S::set(x.beta) * S::load(c, part);
      if (x.start != nullptr) result += S::load(x.start + column, part);
      S::store(c, result, part);
    }
  }
}

// The tile at (i, j) of the block. kInPlace: a's words lie along its rows; else side by side, row by row.
// `soon`: a vector a step of what comes next, on its way to the second cache.
template <typename Op, int R, int V, bool kInPlace>
void run_word_tile(const WordBlock<typename Op::Sum>& x, const char* a, const std::uint32_t* b,
                   const std::uint32_t* soon, std::int64_t i, std::int64_t j) {
  using S = Simd<typename Op::Sum>;
  constexpr std::int64_t kAhead = 1024;
  typename S::V sum[R][V];
#pragma unroll
  for (int r = 0; r < R; ++r) {
#pragma unroll
    for (int v = 0; v < V; ++v) sum[r][v] = S::zero();
  }
  const std::int64_t row = kInPlace ? x.a_row : 4, step = kInPlace ? 4 : 4 * x.height;
  // As in tile.h.
  std::int64_t l = 0, until = x.k > kFetchSteps<R, V> ? x.k - kFetchSteps<R, V> : 0;
  while (true) {
#pragma unroll(1)
    for (; l < until; ++l, a += step, b += V * 16, soon += 16) {
      __m512i right[V];
      __builtin_prefetch(soon, 0, 2);
      if constexpr (!kInPlace) __builtin_prefetch(a + kAhead);
#pragma unroll
      for (int v = 0; v < V; ++v) right[v] = _mm512_loadu_si512(b + v * 16);
#pragma unroll
      for (int r = 0; r < R; ++r) {
        int word;
        __builtin_memcpy(&word, a + r * row, sizeof word);
#pragma unroll
        for (int v = 0; v < V; ++v) {
          sum[r][v] = Op::mad(sum[r][v], _mm512_set1_epi32(word), right[v]);
        }
      }
    }
    if (l == x.k) break;
    until = x.k;
    fetch_c<typename Op::Sum, R, V>(x.c.data + i * x.c.row + j, x.c.row);
  }
  store_word_tile<Op, R, V>(x, i, j, sum);
}

template <typename Op, int R, int V>
void word_tile_of(std::int64_t rows, const WordBlock<typename Op::Sum>& x, const char* a,
                  const std::uint32_t* b, const std::uint32_t* soon, std::int64_t i,
                  std::int64_t j) {
  if (rows == R && x.a_row == 0) return run_word_tile<Op, R, V, false>(x, a, b, soon, i, j);
  if (rows == R) return run_word_tile<Op, R, V, true>(x, a, b, soon, i, j);
  if constexpr (R > 1) word_tile_of<Op, R - 1, V>(rows, x, a, b, soon, i, j);
}

template <typename Op, int V>
void multiply_words(const WordBlock<typename Op::Sum>& x) {
  constexpr std::int64_t kWide = V * 16;
  for (std::int64_t j = 0, q = 0; j < x.n; j += kWide, ++q) {
    const std::uint32_t* b = x.b + q * x.b_panel;
    for (std::int64_t i = 0, p = 0; i < x.m; i += x.height, ++p) {
      const std::int64_t rows = x.m - i < x.height ? x.m - i : x.height;
      // The first tiles of a panel of b, one for each of its vectors, fetch the next panel.
      const bool more = p < V && j + kWide < x.n;
      word_tile_of<Op, Op::kRows, V>(rows, x, x.a + p * x.a_panel, b,
                                     b + (more ? x.b_panel + p * x.k * 16 : 0), i, j);
    }
  }
}

template <typename Op, int V>
const WordKernels<typename Op::In, typename Op::Sum>& word_kernels() {
  static constexpr WordKernels<typename Op::In, typename Op::Sum> kKernels{
      Op::kRows,      V * 16,           Op::kGroup,          1,
      Op::kFlip == 0, pack_words_a<Op>, pack_words_b<Op, V>, multiply_words<Op, V>};
  return kKernels;
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
