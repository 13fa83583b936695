// Tests of base/half.h and base/dtype.h: every half there and back, rounding against exact arithmetic.
// SPDX-License-Identifier: MIT
#include "base/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/dtype.h"

namespace vgpu {
namespace {

// The value of a half by its definition.
double half_value(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double mantissa = bits & 1023;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

TEST(Half, EveryValueConvertsThereAndBack) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = half_bits_to_float(half);
    if ((bits & 0x7C00) == 0x7C00) {
      EXPECT_EQ(std::isnan(value), (bits & 0x3FF) != 0) << bits;
      EXPECT_EQ(std::isinf(value), (bits & 0x3FF) == 0) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(value), half_value(bits)) << bits;
    }
    if (!std::isnan(value)) ASSERT_EQ(float_to_half_bits(value), half) << bits;
  }
}

TEST(Half, RoundsToNearestTiesToEven) {
  for (unsigned bits = 0; bits < 0x7BFF; ++bits) {
    const double low = half_value(bits), high = half_value(bits + 1), middle = (low + high) / 2;
    const auto tie = static_cast<float>(middle);
    ASSERT_EQ(static_cast<double>(tie), middle);
    ASSERT_EQ(float_to_half_bits(tie), bits % 2 == 0 ? bits : bits + 1) << bits;
    ASSERT_EQ(float_to_half_bits(std::nextafter(tie, 0.0f)), bits) << bits;
    ASSERT_EQ(float_to_half_bits(std::nextafter(tie, 1e9f)), bits + 1) << bits;
  }
}

TEST(Half, LimitsAndNaN) {
  EXPECT_EQ(float_to_half_bits(65519.996f), 0x7BFF);
  EXPECT_EQ(float_to_half_bits(65520.0f), 0x7C00);
  EXPECT_EQ(float_to_half_bits(-1e30f), 0xFC00);
  EXPECT_EQ(float_to_half_bits(-0.0f), 0x8000);
  EXPECT_EQ(float_to_half_bits(1e-30f), 0);
  const std::uint16_t nan = float_to_half_bits(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(std::isnan(half_bits_to_float(nan)));
  // A NaN whose payload stands in the low bits only must not become infinity.
  EXPECT_TRUE(
      std::isnan(half_bits_to_float(float_to_half_bits(std::bit_cast<float>(0x7F800001u)))));
}

TEST(BFloat16, RoundsToNearestTiesToEven) {
  EXPECT_EQ(BFloat16(1.0f).bits, 0x3F80);
  EXPECT_EQ(float_to_bfloat16_bits(std::bit_cast<float>(0x3F808000u)), 0x3F80);
  EXPECT_EQ(float_to_bfloat16_bits(std::bit_cast<float>(0x3F818000u)), 0x3F82);
  EXPECT_EQ(float_to_bfloat16_bits(std::bit_cast<float>(0x3F808001u)), 0x3F81);
  EXPECT_EQ(float_to_bfloat16_bits(std::numeric_limits<float>::max()), 0x7F80);
  EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(std::bit_cast<float>(0x7F800001u)))));
  EXPECT_EQ(static_cast<float>(BFloat16(-2.5f)), -2.5f);
}

TEST(DType, NamesSizesAndTypes) {
  EXPECT_EQ(dtype_size(DType::bfloat16), 2u);
  EXPECT_EQ(dtype_size(DType::float64), 8u);
  EXPECT_EQ(dtype_name(DType::uint8), "uint8");
  EXPECT_EQ(dtype_from_name("float16"), DType::float16);
  EXPECT_EQ(dtype_from_name("float128"), std::nullopt);
  EXPECT_EQ(dtype_of<double>, DType::float64);
  EXPECT_EQ(dtype_of<Half>, DType::float16);
  EXPECT_TRUE(dtype_is_float(DType::bfloat16));
  EXPECT_FALSE(dtype_is_float(DType::uint64));
}

}  // namespace
}  // namespace vgpu
