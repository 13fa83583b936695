// Products of bf16 and int8 in every layout, against plain sums. The numbers are small and whole, so sums are exact.
// SPDX-License-Identifier: MIT
#include "engine/gemm/words.h"

#include <gtest/gtest.h>

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

template <typename In, typename Sum>
void expect_right(const Size& s, unsigned layout, std::int64_t gap) {
  const Operand<In> a(s.m, s.k, (layout & 1) != 0, gap, 1);
  const Operand<In> b(s.k, s.n, (layout & 2) != 0, gap, 2);
  std::vector<Sum> c(static_cast<std::size_t>(s.m * s.n), 5);
  const Matrix<Sum> to{c.data(), (layout & 4) != 0 ? 1 : s.n, (layout & 4) != 0 ? s.m : 1};
  WordProblem<In, Sum> problem{s.m, s.n, s.k, a.matrix, b.matrix, to, 1, 1};
  multiply(problem, false);
  for (std::int64_t i = 0; i < s.m; ++i) {
    for (std::int64_t j = 0; j < s.n; ++j) {
      int wanted = 5;
      for (std::int64_t l = 0; l < s.k; ++l) {
        wanted += Operand<In>::number(*a.matrix.at(i, l)) * Operand<In>::number(*b.matrix.at(l, j));
      }
      ASSERT_EQ(*to.at(i, j), static_cast<Sum>(wanted))
          << s.m << " x " << s.n << " x " << s.k << ", layout " << layout << " at " << i << ", "
          << j;
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

// Rows a multiple of 4 KiB apart are packed even where a is small, and long sums go in several blocks.
TEST(GemmWords, LongSumsAndCrowdedRows) {
  expect_right<std::uint16_t, float>({60, 40, 5001}, 0, 0);
  expect_right<std::uint16_t, float>({60, 40, 2048}, 0, 0);
  expect_right<std::uint16_t, float>({100, 40, 1000}, 0, 1048);
  expect_right<std::int8_t, std::int32_t>({20, 40, 9001}, 0, 0);
}

}  // namespace
}  // namespace vgpu::gemm
