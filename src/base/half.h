// The 16-bit floats: IEEE half and bfloat16, as storage with conversions that round to nearest, ties to even.
//
// Arithmetic is done in float by whoever needs it. Written with integers, so every CPU gives the same bits;
// kernels use the CPU's own instructions instead.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace vgpu {

constexpr std::uint16_t float_to_half_bits(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) {  // NaN: keep the top of its payload, make it quiet
    return static_cast<std::uint16_t>(sign | 0x7E00u | ((magnitude >> 13) & 0x1FFu));
  }
  if (magnitude >= 0x477FF000u) return sign | 0x7C00u;  // 65520 and above round to infinity
  if (magnitude >= 0x38800000u) {                       // normal: rebias, round at bit 13
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xFFFu + odd) >> 13));
  }
  if (magnitude <= 0x33000000u) return sign;  // up to half of the smallest subnormal: zero
  const std::uint32_t shift = 126u - (magnitude >> 23);
  const std::uint32_t mantissa = (magnitude & 0x7FFFFFu) | 0x800000u;
  const std::uint32_t rounding = (1u << (shift - 1)) - 1u + ((mantissa >> shift) & 1u);
  return static_cast<std::uint16_t>(sign | ((mantissa + rounding) >> shift));
}

constexpr float half_bits_to_float(std::uint16_t bits) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1Fu;
  std::uint32_t mantissa = bits & 0x3FFu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
  if (mantissa == 0) return std::bit_cast<float>(sign);
  const int up = std::countl_zero(mantissa) - 21;  // subnormal: bring its first one to bit 10
  mantissa = (mantissa << up) & 0x3FFu;
  return std::bit_cast<float>(sign | (static_cast<std::uint32_t>(113 - up) << 23) |
                              (mantissa << 13));
}

constexpr std::uint16_t float_to_bfloat16_bits(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

struct Half {
  std::uint16_t bits = 0;
  constexpr Half() = default;
  constexpr explicit Half(float value) noexcept : bits(float_to_half_bits(value)) {}
  constexpr explicit operator float() const noexcept { return half_bits_to_float(bits); }
};

struct BFloat16 {
  std::uint16_t bits = 0;
  constexpr BFloat16() = default;
  constexpr explicit BFloat16(float value) noexcept : bits(float_to_bfloat16_bits(value)) {}
  constexpr explicit operator float() const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

}  // namespace vgpu
