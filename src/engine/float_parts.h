// Floats as sums of three bf16 numbers, for AMX's tiles: their high, middle and low bits.
//
// Tiles multiply bf16 numbers only, sixteen times as fast as vectors multiply floats. Six products of parts give what matters of
// the product of two floats: what is left out is of the size of a float's rounding. Tiles take numbers below 2^-126 for 0,
// and the parts of an infinity are none, so whoever uses this looks at the numbers first. Included by kernel files only
// (see simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/simd.h"
#include "engine/simd_math.h"
#include "engine/tile_registers.h"

namespace vgpu::engine::VG_SIMD {
namespace {

inline constexpr int kFloatParts = 3;
inline constexpr std::int64_t kTileNumbers = 2 * 16 * 16;  // of bf16 in a tile

using FloatV = Simd<float>::V;
using FloatBits = Integers<float>::V;

[[gnu::always_inline]] inline FloatBits bits_of(FloatV v) {
  FloatBits b;
  __builtin_memcpy(&b, &v, sizeof b);
  return b;
}
[[gnu::always_inline]] inline FloatV floats_of(FloatBits b) {
  FloatV v;
  __builtin_memcpy(&v, &b, sizeof v);
  return v;
}

// A word of two bf16 numbers: the upper halves of two floats.
[[gnu::always_inline]] inline FloatBits pair(FloatV even, FloatV odd) {
  typedef std::uint32_t Words __attribute__((vector_size(64)));
  const Words low = (Words)bits_of(even) >> 16, high = (Words)bits_of(odd) & 0xFFFF0000u;
  return (FloatBits)(low | high);
}

// The upper half of a float, as a float: rounded to the nearest, or cut off.
[[gnu::always_inline]] inline FloatV rounded(FloatV x) {
  return floats_of((bits_of(x) + 0x8000) & static_cast<int>(0xFFFF0000));
}
[[gnu::always_inline]] inline FloatV cut(FloatV x) {
  return floats_of(bits_of(x) & static_cast<int>(0xFFFF0000));
}

// A row of each part's tile, from two vectors that make pairs.
template <typename Upper>
[[gnu::always_inline]] inline void store_parts(std::uint16_t* to, FloatV even, FloatV odd,
                                               Upper upper) {
#pragma unroll
  for (int part = 0; part < kFloatParts; ++part) {
    const bool last = part == kFloatParts - 1;
    const FloatV e = last ? even : upper(even), o = last ? odd : upper(odd);
    const FloatBits words = pair(e, o);
    __builtin_memcpy(to + part * kTileNumbers, &words, sizeof words);
    even -= e, odd -= o;
  }
}

// Up to two tiles of an operand for one step: a part is kTileNumbers further, the second tile `other`, the next step `next`.
struct PartsOperand {
  const std::uint16_t* data;
  std::int64_t other, next;
};

template <int part, int H>
[[gnu::always_inline]] inline void load_left(const PartsOperand& a) {
  _tile_loadd(4, a.data + part * kTileNumbers, 64);
  if constexpr (H > 1) _tile_loadd(5, a.data + a.other + part * kTileNumbers, 64);
}
template <int part, int W>
[[gnu::always_inline]] inline void load_right(const PartsOperand& b) {
  _tile_loadd(6, b.data + part * kTileNumbers, 64);
  if constexpr (W > 1) _tile_loadd(7, b.data + b.other + part * kTileNumbers, 64);
}
template <int H, int W>
[[gnu::always_inline]] inline void multiply_add() {
  _tile_dpbf16ps(0, 4, 6);
  if constexpr (W > 1) _tile_dpbf16ps(1, 4, 7);
  if constexpr (H > 1) _tile_dpbf16ps(2, 5, 6);
  if constexpr (H > 1 && W > 1) _tile_dpbf16ps(3, 5, 7);
}

// Adds a * b to registers 0 to 3, H x W tiles of sums, the small products of a step first. Products take their time;
// `meanwhile` is called six times a step.
template <int H, int W, typename Meanwhile>
[[gnu::always_inline]] inline void add_parts(PartsOperand a, PartsOperand b, std::int64_t steps,
                                             Meanwhile meanwhile) {
#pragma unroll(1)
  for (std::int64_t step = 0; step < steps; ++step) {
    load_right<0, W>(b), load_left<2, H>(a), multiply_add<H, W>(), meanwhile();
    load_left<1, H>(a), multiply_add<H, W>(), meanwhile();
    load_right<1, W>(b), multiply_add<H, W>(), meanwhile();
    load_left<0, H>(a), multiply_add<H, W>(), meanwhile();
    load_right<2, W>(b), multiply_add<H, W>(), meanwhile();
    load_right<0, W>(b), multiply_add<H, W>(), meanwhile();
    a.data += a.next, b.data += b.next;
  }
}

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
