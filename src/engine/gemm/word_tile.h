// Tiles of words (see words.h): the loops, given the instruction that multiplies and adds a vector of words.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/words.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Op: In, Sum, kGroup, kFlip (what is xor-ed into a's bytes) and V mad(V sum, __m512i a, __m512i b).
template <typename Op, int R, int V>
void run_word_tile(const WordBlock<typename Op::Sum>& x, const std::uint32_t* a,
                   const std::uint32_t* b, std::int64_t i, std::int64_t j) {
  using S = Simd<typename Op::Sum>;
  constexpr int kTall = Op::kRows, kWide = V * S::kWidth;
  typename S::V sum[R][V];
#pragma unroll
  for (int r = 0; r < R; ++r) {
#pragma unroll
    for (int v = 0; v < V; ++v) sum[r][v] = S::zero();
  }
#pragma unroll(1)
  for (std::int64_t l = 0; l < x.k; ++l, a += kTall, b += kWide) {
    __m512i right[V];
#pragma unroll
    for (int v = 0; v < V; ++v) right[v] = _mm512_loadu_si512(b + v * 16);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const __m512i left = _mm512_set1_epi32(static_cast<int>(a[r]));
#pragma unroll
      for (int v = 0; v < V; ++v) sum[r][v] = Op::mad(sum[r][v], left, right[v]);
    }
  }
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

template <typename Op, int R, int V>
void word_tile_of(int rows, const WordBlock<typename Op::Sum>& x, const std::uint32_t* a,
                  const std::uint32_t* b, std::int64_t i, std::int64_t j) {
  if (rows == R) return run_word_tile<Op, R, V>(x, a, b, i, j);
  if constexpr (R > 1) word_tile_of<Op, R - 1, V>(rows, x, a, b, i, j);
}

template <typename Op, int V>
void multiply_words(const WordBlock<typename Op::Sum>& x) {
  constexpr std::int64_t kWide = V * 16;
  for (std::int64_t j = 0, q = 0; j < x.n; j += kWide, ++q) {
    for (std::int64_t i = 0, p = 0; i < x.m; i += Op::kRows, ++p) {
      const std::int64_t rows = x.m - i < Op::kRows ? x.m - i : Op::kRows;
      word_tile_of<Op, Op::kRows, V>(static_cast<int>(rows), x, x.a + p * x.a_panel,
                                     x.b + q * x.b_panel, i, j);
    }
  }
}

// Groups whose numbers stand in different rows of the matrix: a loop that the compiler turns into vectors.
template <typename In, int kGroup, int kWide>
void zip_lines(const In* from, std::int64_t step, std::uint32_t flip, std::uint32_t* out) {
  constexpr std::uint32_t kMask = sizeof(In) == 1 ? 0xFF : 0xFFFF;
  for (int i = 0; i < kWide; ++i) {
    std::uint32_t word = 0;
#pragma unroll
    for (int g = 0; g < kGroup; ++g) {
      word |= (static_cast<std::uint32_t>(from[g * step + i]) & kMask) << (8 * sizeof(In) * g);
    }
    out[i] = word ^ flip;
  }
}

// One panel: `wide` lines of the matrix side by side, `lines` of them there, groups of k as words.
template <typename In, int kGroup, int kWide>
void pack_word_panel(Matrix<const In> side, std::int64_t lines, std::int64_t k, std::uint32_t flip,
                     std::uint32_t* out) {
  for (std::int64_t l = 0; l < k; l += kGroup) {
    if (side.row == 1 && lines == kWide && l + kGroup <= k) {
      zip_lines<In, kGroup, kWide>(side.at(0, l), side.column, flip, out);
      out += kWide;
      continue;
    }
    for (std::int64_t i = 0; i < kWide; ++i) {
      In group[kGroup] = {};
      if (i < lines && l + kGroup <= k) {
#pragma unroll
        for (int g = 0; g < kGroup; ++g) group[g] = *side.at(i, l + g);
      } else if (i < lines) {
        for (int g = 0; l + g < k; ++g) group[g] = *side.at(i, l + g);
      }
      std::uint32_t word;
      __builtin_memcpy(&word, group, sizeof word);
      *out++ = word ^ flip;
    }
  }
}

template <typename Op, int kWide>
void pack_words(Matrix<const typename Op::In> side, std::int64_t lines, std::int64_t k,
                std::uint32_t flip, std::uint32_t* out) {
  const std::int64_t words = (k + Op::kGroup - 1) / Op::kGroup;
  for (std::int64_t i = 0; i < lines; i += kWide) {
    const std::int64_t here = lines - i < kWide ? lines - i : kWide;
    pack_word_panel<typename Op::In, Op::kGroup, kWide>(side.from(i, 0), here, k, flip,
                                                        out + i * words);
  }
}

template <typename Op>
void pack_words_a(Matrix<const typename Op::In> a, std::int64_t m, std::int64_t k,
                  std::uint32_t* out) {
  pack_words<Op, Op::kRows>(a, m, k, Op::kFlip, out);
}

template <typename Op, int V>
void pack_words_b(Matrix<const typename Op::In> b, std::int64_t k, std::int64_t n,
                  std::uint32_t* out) {
  pack_words<Op, V * 16>(b.transposed(), n, k, 0, out);
}

template <typename Op, int V>
const WordKernels<typename Op::In, typename Op::Sum>& word_kernels() {
  static constexpr WordKernels<typename Op::In, typename Op::Sum> kKernels{
      Op::kRows, V * 16, Op::kGroup, pack_words_a<Op>, pack_words_b<Op, V>, multiply_words<Op, V>};
  return kKernels;
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
