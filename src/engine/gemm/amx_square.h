// A square of 16 lines by 16 words of an operand, in registers, for AMX's tiles.
//
// An operand's numbers lie along k or across it; either way a square is loaded as 16 vectors, turned over if it lies the other way round.
// Edges are filled up with 0. Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/problem.h"
#include "engine/simd.h"
#include "engine/transpose.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

inline constexpr std::int64_t kSide = 16;              // rows or columns of a tile, words of a step
inline constexpr std::int64_t kPanel = 2 * kSide;      // rows or columns of a panel
inline constexpr std::int64_t kStep = kPanel * kSide;  // words of a panel in a step

using Words = Simd<std::uint32_t>;

// The first n of 64 bytes; the others are 0 and not touched.
template <typename In>
[[gnu::always_inline]] inline Words::V load_line(const In* from, std::int64_t n) {
  const std::int64_t bytes = n * static_cast<std::int64_t>(sizeof(In));
  const __mmask64 mask = bytes >= 64 ? ~__mmask64{0} : (__mmask64{1} << bytes) - 1;
  return (Words::V)_mm512_maskz_loadu_epi8(mask, from);
}

// The first n of 16 numbers, each in a word of its own.
[[gnu::always_inline]] inline Words::V load_apart(const std::uint16_t* from, __mmask16 mask) {
  return (Words::V)_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, from));
}
[[gnu::always_inline]] inline Words::V load_apart(const std::int8_t* from, __mmask16 mask) {
  return (Words::V)_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(mask, from));
}

[[gnu::always_inline]] inline Words::V load_apart(const float* from, __mmask16 mask) {
  return (Words::V)_mm512_maskz_loadu_epi32(mask, from);
}

// One word of each of 16 lines that lie side by side, `step` from number to number of a word, of which `here` are there.
template <typename In, int kGroup>
[[gnu::always_inline]] inline Words::V zip(const In* from, std::int64_t step, std::int64_t here,
                                           __mmask16 mask) {
  Words::V word = Words::zero();
#pragma unroll
  for (int g = 0; g < kGroup; ++g) {
    if (g < here) word |= load_apart(from + g * step, mask) << (32 / kGroup * g);
  }
  return word;
}

enum class Order { lines, words };  // a vector holds words of one line, or one word of all lines

template <typename In, int kGroup>
[[gnu::always_inline]] inline void load_lines(Matrix<const In> side, std::int64_t lines,
                                              std::int64_t k, Words::V (&v)[kSide]) {
#pragma unroll
  for (int r = 0; r < kSide; ++r) {
    v[r] = r < lines ? load_line(side.data + r * side.row, k) : Words::zero();
  }
}

template <typename In, int kGroup>
[[gnu::always_inline]] inline void load_words(Matrix<const In> side, std::int64_t lines,
                                              std::int64_t k, Words::V (&v)[kSide]) {
  const auto mask = static_cast<__mmask16>(lines >= kSide ? 0xFFFF
                                           : lines > 0    ? (1 << lines) - 1
                                                          : 0);
  if (k >= kSide * kGroup) {
#pragma unroll
    for (int l = 0; l < kSide; ++l) {
      v[l] = zip<In, kGroup>(side.at(0, l * kGroup), side.column, kGroup, mask);
    }
    return;
  }
#pragma unroll
  for (int l = 0; l < kSide; ++l) {
    v[l] = zip<In, kGroup>(side.data + l * kGroup * side.column, side.column, k - l * kGroup, mask);
  }
}

// Numbers that lie neither along k nor across it.
template <typename In, int kGroup>
void load_scattered(Matrix<const In> side, std::int64_t lines, std::int64_t k,
                    Words::V (&v)[kSide]) {
  alignas(64) In square[kSide][kSide * kGroup] = {};
  for (std::int64_t i = 0; i < lines && i < kSide; ++i) {
    for (std::int64_t l = 0; l < k && l < kSide * kGroup; ++l) square[i][l] = *side.at(i, l);
  }
  for (int r = 0; r < kSide; ++r) __builtin_memcpy(&v[r], square[r], sizeof v[r]);
}

// 16 lines of `side` by 16 words in the order that is wanted.
template <typename In, int kGroup, Order wanted>
[[gnu::always_inline]] inline void load_square(Matrix<const In> side, std::int64_t lines,
                                               std::int64_t k, Words::V (&v)[kSide]) {
  Order order = Order::lines;
  if (side.column == 1) {
    load_lines<In, kGroup>(side, lines, k, v);
  } else if (side.row == 1) {
    load_words<In, kGroup>(side, lines, k, v);
    order = Order::words;
  } else {
    load_scattered<In, kGroup>(side, lines, k, v);
  }
  if (order != wanted) transpose<std::uint32_t>(v);
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
