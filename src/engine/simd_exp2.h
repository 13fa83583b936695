// Powers of 2 on vectors, for a softmax.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/simd_math.h"

namespace vgpu::engine::VG_SIMD {
namespace {

// 2^(x - down) within two units in the last place, for a whole number `down` and without rounding the difference, which is at most
// some 100. What is below 2^-126 may come out as that. NaN stays NaN.
class Exp2 {
  using S = Simd<float>;
  using V = S::V;

 public:
#ifdef __AVX512F__
  // Products need the units of multiply-add, which those around softmaxes keep busy; roundings, permutations and scaling do not. So
  // a table gives the first five digits behind the point, and the best polynomial of degree 2 that is 1 at 0 the rest.
  explicit Exp2(int down)
      : low_(table(0) * S::set(__builtin_bit_cast(float, (127 - down) << 23))),
        high_(table(16) * S::set(__builtin_bit_cast(float, (127 - down) << 23))) {}
  [[gnu::always_inline]] V operator()(V x) const {
    constexpr float kMagic =
        0x1.8p18f;  // adding it leaves five digits behind the point, in the lowest bits
    const __m512 digits = _mm512_add_round_ps((__m512)x, (__m512)S::set(kMagic),
                                              _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const V t = (V)_mm512_permutex2var_ps((__m512)low_, (__m512i)digits, (__m512)high_);
    const V r = (V)_mm512_reduce_ps((__m512)x, 0x51);  // x - floor(32 x) / 32
    const V p = (S::set(0.242652401f) * r + S::set(0.693123758f)) * r;
    return (V)_mm512_scalef_ps((__m512)(p * t + t), (__m512)x);  // (1 + p) t 2^floor(x)
  }

 private:
  static V table(int first) {
    // 2^(i / 32)
    static constexpr float kPowers[] = {
        1.0f,        1.0218972f,  1.04427373f, 1.06714046f, 1.09050775f, 1.1143868f,  1.13878858f,
        1.1637249f,  1.18920708f, 1.21524739f, 1.24185777f, 1.26905096f, 1.29683959f, 1.32523668f,
        1.35425556f, 1.38390994f, 1.41421354f, 1.44518077f, 1.47682619f, 1.50916445f, 1.54221082f,
        1.5759809f,  1.61049032f, 1.64575553f, 1.68179286f, 1.71861935f, 1.75625217f, 1.79470909f,
        1.8340081f,  1.87416768f, 1.91520655f, 1.95714414f};
    return S::load(kPowers + first);
  }
  V low_, high_;
#else
  using I = Integers<float>;
  // Adding this rounds to a whole number and leaves it, less `down` and with the exponent's bias, in the lowest bits.
  explicit Exp2(int down)
      : smallest_(S::set(static_cast<float>(down - 126))),
        magic_(S::set(I::kMagic + static_cast<float>(I::kBias - down))) {}
  [[gnu::always_inline]] V operator()(V x) const {
    x = x < smallest_ ? smallest_ : x;
    const V shifted = x + magic_;
    const V r = x - (shifted - magic_);
    // The best polynomial of degree 5 that is 1 at 0, for the part behind the point.
    V p = S::set(0.00132647203f);
    p = p * r + S::set(0.00967151299f);
    p = p * r + S::set(0.0555073395f);
    p = p * r + S::set(0.240222424f);
    p = p * r + S::set(0.693147004f);
    p = p * r + S::set(1);
    I::V bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    bits <<= I::kMantissa;
    V power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return p * power;
  }

 private:
  V smallest_, magic_;
#endif
};

// 2^x for x <= 0.
inline Simd<float>::V exp2_negative(Simd<float>::V x) { return Exp2(0)(x); }

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
