// Products of bf16 and int8 in every layout, against plain sums. The numbers are small and whole, so sums are exact.
// SPDX-License-Identifier: MIT
#include "engine/gemm/words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace vgpu::gemm {
namespace {

struct Size {
  std::int64_t m, n, k;
};

// A matrix whose rows or columns lie side by side, with a gap behind each.
template <typename In>
struct Operand {
  std::vector<In> values;
  Matrix<const In> matrix;

  Operand(std::int64_t rows, std::int64_t columns, bool turned, std::int64_t gap, unsigned seed) {
    const std::int64_t line = (turned ? rows : columns) + gap;
    values.resize(static_cast<std::size_t>(line * (turned ? columns : rows)));
    std::minstd_rand random(seed);
    for (In& value : values) value = of(static_cast<int>(random() % 15) - 7);
    matrix = {values.data(), turned ? 1 : line, turned ? line : 1};
  }

  static In of(int number) {
    if constexpr (sizeof(In) == 1) return static_cast<In>(number);
    return BFloat16(static_cast<float>(number)).bits;
  }
  static int number(In value) {
    if constexpr (sizeof(In) == 1) return value;
    return static_cast<int>(std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16));
  }
};

template <typename In>
std::vector<WordWay> ways() {
  return sizeof(In) == 1 ? word_ways_s8() : word_ways_bf16();
}

// a b + 5 by every way that the machine has.
template <typename In, typename Sum>
void expect_right(const Size& s, unsigned layout, std::int64_t gap) {
  const Operand<In> a(s.m, s.k, (layout & 1) != 0, gap, 1);
  const Operand<In> b(s.k, s.n, (layout & 2) != 0, gap, 2);
  std::vector<Sum> wanted(static_cast<std::size_t>(s.m * s.n), 5);
  for (std::int64_t i = 0; i < s.m; ++i) {
    for (std::int64_t l = 0; l < s.k; ++l) {
      const int left = Operand<In>::number(*a.matrix.at(i, l));
      for (std::int64_t j = 0; j < s.n; ++j) {
        wanted[i * s.n + j] += static_cast<Sum>(left * Operand<In>::number(*b.matrix.at(l, j)));
      }
    }
  }
  const std::int64_t wide = s.n + gap, high = s.m + gap;  // what lies between rows must stay
  for (const WordWay way : ways<In>()) {
    std::vector<Sum> c(static_cast<std::size_t>(wide * high), 5);
    const Matrix<Sum> to{c.data(), (layout & 4) != 0 ? 1 : wide, (layout & 4) != 0 ? high : 1};
    multiply(WordProblem<In, Sum>{s.m, s.n, s.k, a.matrix, b.matrix, to, 1, 1}, way);
    for (std::int64_t i = 0; i < high; ++i) {
      for (std::int64_t j = 0; j < wide; ++j) {
        const Sum right = i < s.m && j < s.n ? wanted[i * s.n + j] : 5;
        ASSERT_EQ(*to.at(i, j), right)
            << s.m << " x " << s.n << " x " << s.k << ", layout " << layout << " way "
            << static_cast<int>(way) << " at " << i << ", " << j;
      }
    }
  }
}

template <typename In, typename Sum>
void try_layouts(const std::vector<Size>& sizes) {
  for (const Size& s : sizes) {
    for (unsigned layout = 0; layout < 8; ++layout) {
      expect_right<In, Sum>(s, layout, 0);
      expect_right<In, Sum>(s, layout, 3);  // odd strides: words are not aligned
    }
  }
}

const std::vector<Size> kSizes = {{1, 1, 1},    {1, 40, 3},    {14, 32, 32},
                                  {17, 65, 70}, {61, 131, 37}, {130, 67, 129}};

TEST(GemmWords, Bf16InEveryLayout) { try_layouts<std::uint16_t, float>(kSizes); }
TEST(GemmWords, Int8InEveryLayout) { try_layouts<std::int8_t, std::int32_t>(kSizes); }

// Edges of tiles in all three directions.
TEST(GemmWords, EverySizeUpTo70) {
  for (std::int64_t size = 1; size <= 70; ++size) {
    for (const Size& s : {Size{size, 33, 31}, {17, size, 67}, {35, 19, size}, {size, size, size}}) {
      for (const unsigned layout : {0u, 3u}) {
        expect_right<std::uint16_t, float>(s, layout, 0);
        expect_right<std::int8_t, std::int32_t>(s, layout, 1);
      }
    }
  }
}

// Several blocks for each of several threads, with edges.
TEST(GemmWords, ManyBlocks) {
  expect_right<std::uint16_t, float>({701, 333, 1100}, 0, 0);
  expect_right<std::int8_t, std::int32_t>({701, 333, 1100}, 2, 0);
}

// A number that is none reaches the sums of its row and column and no others; edges are filled up with 0, not with it.
TEST(GemmWords, InfinitiesAndNans) {
  constexpr std::int64_t kM = 37, kN = 41, kK = 35;
  const std::uint16_t one = 0x3F80, infinity = 0x7F80, nan = 0x7FC0;
  for (const WordWay way : word_ways_bf16()) {
    std::vector<std::uint16_t> a(kM * kK, one), b(kK * kN, one);
    a[36 * kK + 34] = infinity, b[34 * kN + 40] = nan, a[3 * kK] = infinity;
    b[0 * kN + 7] = 0;  // infinity times 0
    std::vector<float> c(kM * kN, std::numeric_limits<float>::quiet_NaN());
    multiply(
        WordProblem<std::uint16_t, float>{
            kM, kN, kK, {a.data(), kK, 1}, {b.data(), kN, 1}, {c.data(), kN, 1}, 1, 0},
        way);
    for (std::int64_t i = 0; i < kM; ++i) {
      for (std::int64_t j = 0; j < kN; ++j) {
        const float x = c[i * kN + j];
        if (j == 40 || (i == 3 && j == 7)) {
          EXPECT_TRUE(std::isnan(x)) << i << ", " << j;
        } else if (i == 3 || i == 36) {
          EXPECT_TRUE(std::isinf(x)) << i << ", " << j;
        } else {
          EXPECT_EQ(x, j == 7 ? kK - 1 : kK) << i << ", " << j;
        }
      }
    }
  }
}

// The factors of every way, over several blocks of k.
TEST(GemmWords, AlphaAndBeta) {
  constexpr std::int64_t kM = 33, kN = 50, kK = 9000;
  const std::vector<std::uint16_t> a(kM * kK, 0x3F80), b(kK * kN, 0x4000);  // 1 and 2
  for (const WordWay way : word_ways_bf16()) {
    for (const float alpha : {1.0f, 0.5f}) {
      for (const float beta : {0.0f, 1.0f, -2.0f}) {
        std::vector<float> c(kM * kN, 3);
        multiply(
            WordProblem<std::uint16_t, float>{
                kM, kN, kK, {a.data(), kK, 1}, {b.data(), kN, 1}, {c.data(), kN, 1}, alpha, beta},
            way);
        for (const float x : c) ASSERT_EQ(x, alpha * 2 * kK + beta * 3) << static_cast<int>(way);
      }
    }
  }
}

// Rows a multiple of 4 KiB apart are packed even where a is small, and long sums go in several blocks.
TEST(GemmWords, LongSumsAndCrowdedRows) {
  expect_right<std::uint16_t, float>({60, 40, 5001}, 0, 0);
  expect_right<std::uint16_t, float>({60, 40, 2048}, 0, 0);
  expect_right<std::uint16_t, float>({100, 40, 1000}, 0, 1048);
  expect_right<std::int8_t, std::int32_t>({20, 40, 9001}, 0, 0);
}

}  // namespace
}  // namespace vgpu::gemm
