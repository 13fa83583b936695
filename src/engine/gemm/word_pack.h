// Packing words (see words.h): groups of neighbours in k, panel by panel.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/words.h"
#include "engine/simd.h"
#include "engine/transpose.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Groups whose numbers stand in different rows of the matrix: a loop that the compiler turns into vectors.
template <typename In, int kGroup>
[[gnu::always_inline]] inline void zip_lines(const In* from, std::int64_t step, std::int64_t wide,
                                             std::uint32_t flip, std::uint32_t* out) {
  constexpr std::uint32_t kMask = sizeof(In) == 1 ? 0xFF : 0xFFFF;
  for (std::int64_t i = 0; i < wide; ++i) {
    std::uint32_t word = 0;
#pragma unroll
    for (int g = 0; g < kGroup; ++g) {
      word |= (static_cast<std::uint32_t>(from[g * step + i]) & kMask) << (8 * sizeof(In) * g);
    }
    out[i] = word ^ flip;
  }
}

// Groups that lie along the lines are words already: squares of them are turned over in registers. Gives back how many
// words of each line are done; the rest is less than a vector.
template <typename In>
std::int64_t turn_words(const In* from, std::int64_t row, std::int64_t lines, std::int64_t wide,
                        std::int64_t words, std::uint32_t flip, std::uint32_t* out) {
  using S = Simd<std::uint32_t>;
  constexpr int W = S::kWidth, kAhead = 256;
  std::int64_t l = 0;
  for (; l + W <= words; l += W) {
    for (std::int64_t i = 0; i < wide; i += W) {
      S::V v[W];
#pragma unroll
      for (int r = 0; r < W; ++r) {
        const char* line = reinterpret_cast<const char*>(from + (i + r) * row) + l * 4;
        v[r] = S::zero();
        if (i + r >= lines) continue;
        __builtin_prefetch(line + kAhead);
        __builtin_memcpy(&v[r], line, sizeof v[r]);
      }
      transpose<std::uint32_t>(v);
      const S::Part part = S::part(wide - i);
#pragma unroll
      for (int r = 0; r < W; ++r) {
        S::store(out + (l + r) * wide + i, v[r] ^ S::set(flip), part);
      }
    }
  }
  return l;
}

// One panel: `wide` lines of the matrix side by side, `lines` of them there, groups of k as words.
template <typename In, int kGroup>
[[gnu::always_inline]] inline void pack_word_panel(Matrix<const In> side, std::int64_t lines,
                                                   std::int64_t wide, std::int64_t k,
                                                   std::uint32_t flip, std::uint32_t* out) {
  std::int64_t l = 0;
  if (side.column == 1) {
    l = turn_words(side.data, side.row, lines, wide, k / kGroup, flip, out) * kGroup;
    out += l / kGroup * wide;
  } else if (side.row == 1 && lines == wide) {
    for (; l + kGroup <= k; l += kGroup, out += wide) {
      zip_lines<In, kGroup>(side.at(0, l), side.column, wide, flip, out);
    }
  }
  for (; l < k; l += kGroup) {
    for (std::int64_t i = 0; i < wide; ++i) {
      In group[kGroup] = {};
      for (int g = 0; g < kGroup && i < lines && l + g < k; ++g) group[g] = *side.at(i, l + g);
      std::uint32_t word;
      __builtin_memcpy(&word, group, sizeof word);
      *out++ = word ^ flip;
    }
  }
}

template <typename Op>
void pack_words_a(Matrix<const typename Op::In> a, std::int64_t m, std::int64_t k,
                  std::int64_t height, std::uint32_t* out) {
  const std::int64_t words = (k + Op::kGroup - 1) / Op::kGroup;
  for (std::int64_t i = 0; i < m; i += height) {
    pack_word_panel<typename Op::In, Op::kGroup>(a.from(i, 0), m - i < height ? m - i : height,
                                                 height, k, Op::kFlip, out + i * words);
  }
}

// A few steps of all panels at a time, so that rows of b are read in order.
template <typename Op, int V>
void pack_words_b(Matrix<const typename Op::In> b, std::int64_t k, std::int64_t n,
                  std::uint32_t* out) {
  constexpr std::int64_t kWide = V * 16, kSteps = 16 * Op::kGroup;
  const std::int64_t words = (k + Op::kGroup - 1) / Op::kGroup;
  const Matrix<const typename Op::In> side = b.transposed();
  for (std::int64_t l = 0; l < k; l += kSteps) {
    for (std::int64_t j = 0; j < n; j += kWide) {
      pack_word_panel<typename Op::In, Op::kGroup>(side.from(j, l), n - j < kWide ? n - j : kWide,
                                                   kWide, k - l < kSteps ? k - l : kSteps, 0,
                                                   out + j * words + l / Op::kGroup * kWide);
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
