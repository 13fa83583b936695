// Matrix products of all sizes, layouts and instruction sets against three loops in double precision.
// SPDX-License-Identifier: MIT
#include "engine/gemm/gemm.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "engine/gemm/complex.h"
#include "engine/gemm/kernels.h"
#include "engine/gemm/strassen.h"
#include "engine/gemm/words.h"

namespace vgpu::gemm {
namespace {

template <typename T>
std::vector<T> random_values(std::int64_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<double> between(-1, 1);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = static_cast<T>(between(random));
  return values;
}

// Operands in memory with gaps between rows or columns; c starts with values of its own.
template <typename T>
struct Case {
  std::vector<T> a, b, c, before;
  Problem<T> p;

  // Bits of `layout`: a, b, c by columns; 8: gaps.
  Case(std::int64_t m, std::int64_t n, std::int64_t k, unsigned layout) {
    const std::int64_t gap = (layout & 8) != 0 ? 3 : 0;
    const auto place = [&](std::int64_t rows, std::int64_t columns, bool by_columns) {
      const std::int64_t ld = (by_columns ? rows : columns) + gap;
      return by_columns ? Matrix<T>{nullptr, 1, ld} : Matrix<T>{nullptr, ld, 1};
    };
    const Matrix<T> ma = place(m, k, layout & 1), mb = place(k, n, layout & 2);
    const Matrix<T> mc = place(m, n, layout & 4);
    a = random_values<T>(size(ma, m, k), 1), b = random_values<T>(size(mb, k, n), 2);
    before = c = random_values<T>(size(mc, m, n), 3);
    p = {m,
         n,
         k,
         {a.data(), ma.row, ma.column},
         {b.data(), mb.row, mb.column},
         {c.data(), mc.row, mc.column},
         T(1.5),
         T(-0.5),
         {}};
  }

  static std::int64_t size(const Matrix<T>& x, std::int64_t rows, std::int64_t columns) {
    return 1 + std::max<std::int64_t>(rows, 1) * std::max<std::int64_t>(x.row, 1) +
           std::max<std::int64_t>(columns, 1) * std::max<std::int64_t>(x.column, 1);
  }

  double wanted(std::int64_t i, std::int64_t j) const {
    double sum = 0;
    for (std::int64_t l = 0; l < p.k; ++l) sum += double(*p.a.at(i, l)) * double(*p.b.at(l, j));
    const std::int64_t at = p.c.at(i, j) - c.data();
    return double(p.alpha) * sum + (p.beta == T(0) ? 0 : double(p.beta) * double(before[at]));
  }

  void expect_right(const std::string& what) const {
    const double tolerance = (sizeof(T) == 4 ? 2e-6 : 1e-14) * (4 + double(p.k));
    std::vector<T> untouched = before;
    const bool all =
        p.m * p.n < 8000;  // of large results a sample, which meets all columns of tiles
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t j = 0; j < p.n; ++j) {
        if (all || (i + j) % 37 == 0) {
          ASSERT_NEAR(double(*p.c.at(i, j)), wanted(i, j), tolerance)
              << what << " at " << i << ", " << j;
        }
        untouched[p.c.at(i, j) - c.data()] = *p.c.at(i, j);
      }
    }
    EXPECT_EQ(untouched, c) << what << ": written beside the matrix";
  }
};

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> all;
  for (SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level <= simd_level()) all.push_back(level);
  }
  return all;
}

struct Size {
  std::int64_t m, n, k;
};

template <typename T>
void expect_all(const std::vector<Size>& sizes, unsigned layouts) {
  for (const Size& s : sizes) {
    for (unsigned layout = 0; layout < layouts; ++layout) {
      for (SimdLevel level : levels()) {
        Case<T> one(s.m, s.n, s.k, layout);
        multiply(one.p, {.level = level});
        one.expect_right(std::to_string(s.m) + "x" + std::to_string(s.n) + "x" +
                         std::to_string(s.k) + " layout " + std::to_string(layout) + " " +
                         std::string(simd_level_name(level)));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

const std::vector<Size> kSmall = {{1, 1, 1},   {1, 17, 5},  {13, 1, 7},  {2, 3, 1},   {5, 33, 8},
                                  {14, 32, 9}, {15, 31, 2}, {29, 67, 3}, {61, 59, 71}};

TEST(Gemm, SmallOddSizesInAllLayouts) {
  expect_all<float>(kSmall, 16);
  expect_all<double>(kSmall, 16);
}

// High enough that the first tile of a panel of b packs it for the others; panels with a part of a vector, or with one.
TEST(Gemm, PanelsPackedByTheirFirstTile) {
  const std::vector<Size> sizes = {{150, 90, 70}, {200, 47, 101}, {130, 69, 33}, {171, 16, 40}};
  expect_all<float>(sizes, 16);
  expect_all<double>(sizes, 16);
}

// Sums of outer products: with and without factors, whole and partial vectors and groups of rows.
TEST(Gemm, FewSteps) {
  std::vector<Size> sizes;
  for (std::int64_t k = 1; k <= 9; ++k) {
    sizes.push_back({37, 83, k});
    sizes.push_back({1, 1100, k});
  }
  expect_all<float>(sizes, 16);
  expect_all<double>(sizes, 16);
  for (SimdLevel level : levels()) {
    Case<float> plain(130, 1030, 8, 0);
    plain.p.alpha = 1, plain.p.beta = 0;
    multiply(plain.p, {.level = level});
    plain.expect_right("plain");
  }
}

TEST(Gemm, SizesOfSeveralBlocks) {
  expect_all<float>({{211, 307, 401}, {1031, 40, 389}, {3, 1013, 600}}, 4);
  expect_all<double>({{103, 211, 501}}, 4);
}

TEST(Gemm, AnyBlocks) {
  for (const Blocking& blocking :
       std::vector<Blocking>{{1, 1, 1}, {5, 3, 40}, {560, 30, 512}, {1 << 20, 1 << 20, 1 << 20}}) {
    for (unsigned layout : {0u, 3u}) {
      Case<float> one(171, 97, 45, layout);
      multiply(one.p, {.blocking = blocking});
      one.expect_right("blocks of " + std::to_string(blocking.mc));
    }
  }
}

TEST(Gemm, EmptyMatrices) { expect_all<float>({{0, 5, 3}, {5, 0, 3}, {5, 7, 0}, {0, 0, 0}}, 8); }

TEST(Gemm, VariantsAgree) {
  for (Variant variant : {Variant::basic, Variant::blocked, Variant::simd}) {
    Case<float> one(67, 53, 101, 8);
    multiply(one.p, {.variant = variant});
    one.expect_right("variant " + std::to_string(int(variant)));
  }
}

TEST(Gemm, BetaZeroDoesNotReadC) {
  Case<float> one(37, 41, 5, 0);
  std::fill(one.c.begin(), one.c.end(), std::numeric_limits<float>::quiet_NaN());
  one.p.beta = 0;
  multiply(one.p);
  for (std::int64_t i = 0; i < 37; ++i) {
    for (std::int64_t j = 0; j < 41; ++j) ASSERT_NEAR(*one.p.c.at(i, j), one.wanted(i, j), 1e-5);
  }
}

TEST(Gemm, AlphaZeroDoesNotReadOperands) {
  Case<float> one(9, 40, 5, 0);
  std::fill(one.a.begin(), one.a.end(), std::numeric_limits<float>::infinity());
  one.p.alpha = 0;
  multiply(one.p);
  EXPECT_FLOAT_EQ(*one.p.c.at(8, 39), -0.5f * one.before[8 * 40 + 39]);
}

TEST(Gemm, NanAndInfinityComeThrough) {
  for (SimdLevel level : levels()) {
    Case<float> one(20, 45, 30, 0);
    one.a[3 * 30 + 7] = std::numeric_limits<float>::quiet_NaN();
    one.a[5 * 30 + 2] = std::numeric_limits<float>::infinity();
    multiply(one.p, {.level = level});
    EXPECT_TRUE(std::isnan(*one.p.c.at(3, 44)));
    EXPECT_TRUE(std::isinf(*one.p.c.at(5, 44)));
    EXPECT_TRUE(std::isfinite(*one.p.c.at(4, 44)));
  }
}

// Whole numbers up to 16 times powers of 2, so that all sums are exact.
void fill_whole(std::vector<float>& values, int exponent) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::ldexp(static_cast<float>(i * 7 % 33) - 16.0f, exponent);
  }
}

// A power of 2 in an operand changes nothing but the exponents of the result, down to numbers below the smallest normal one.
TEST(Gemm, HugeAndTinyValues) {
  for (SimdLevel level : levels()) {
    for (const Size& s : {Size{5, 3, 4}, Size{29, 70, 33}, Size{8, 100, 64}, Size{1, 130, 40}}) {
      for (const auto& [of_a, of_b] : {std::pair{110, -110}, {100, 5}, {-60, -60}, {-140, 0}}) {
        Case<float> plain(s.m, s.n, s.k, 0), scaled(s.m, s.n, s.k, 0);
        fill_whole(plain.a, 0), fill_whole(plain.b, 0);
        fill_whole(scaled.a, of_a), fill_whole(scaled.b, of_b);
        for (auto* x : {&plain, &scaled}) {
          x->p.alpha = 1, x->p.beta = 0;
          multiply(x->p, {.level = level});
        }
        for (std::int64_t i = 0; i < s.m * s.n; ++i) {
          ASSERT_EQ(scaled.c[i], std::ldexp(plain.c[i], of_a + of_b)) << s.m << " " << of_a;
        }
      }
    }
  }
}

// Elements are where their type wants them, vectors are not.
TEST(Gemm, MisalignedVectors) {
  const std::int64_t n = 65;
  const auto values = random_values<float>(2 * n * n, 9);
  std::vector<float> room(3 * n * n + 16);
  for (std::int64_t offset : {1, 2, 3, 7}) {
    float* at = room.data() + offset;
    std::copy(values.begin(), values.end(), at);
    multiply<float>({n, n, n, {at, n, 1}, {at + n * n, n, 1}, {at + 2 * n * n, n, 1}, 1, 0, {}});
    double wanted = 0;
    for (std::int64_t l = 0; l < n; ++l) {
      wanted += values[n * (n - 1) + l] * values[n * n + l * n + n - 1];
    }
    EXPECT_NEAR(at[3 * n * n - 1], wanted, 1e-4);
  }
}

TEST(Gemm, ResultsWithTwoStrides) {
  Case<float> one(11, 13, 17, 0);
  std::vector<float> wide(11 * 13 * 6, 7.0f);
  Problem<float> p = one.p;
  p.c = {wide.data(), 13 * 6, 3};
  p.beta = 0, one.p.beta = 0;
  multiply(p);
  EXPECT_NEAR(*p.c.at(10, 12), one.wanted(10, 12), 1e-5);
  EXPECT_EQ(wide[1], 7.0f);
}

double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

TEST(Gemm, Epilogues) {
  const auto columns = random_values<float>(45, 4), rows = random_values<float>(23, 5);
  const auto residual = random_values<float>(23 * 45, 6);
  for (SimdLevel level : levels()) {
    for (unsigned layout : {0u, 4u}) {
      for (Activation activation : {Activation::none, Activation::relu, Activation::gelu}) {
        Case<float> one(23, 45, 700, layout);
        one.p.epilogue = {columns.data(), rows.data(), activation, 2.0f, {residual.data(), 45, 1}};
        multiply(one.p, {.level = level});
        for (std::int64_t i = 0; i < 23; ++i) {
          for (std::int64_t j = 0; j < 45; ++j) {
            double x = one.wanted(i, j) + columns[j] + rows[i];
            if (activation == Activation::relu) x = std::max(x, 0.0);
            if (activation == Activation::gelu) x = gelu(x);
            ASSERT_NEAR(*one.p.c.at(i, j), 2 * x + residual[i * 45 + j], 5e-4);
          }
        }
      }
    }
  }
}

TEST(Gemm, Batches) {
  const std::int64_t m = 7, n = 19, k = 11, count = 33;
  const auto a = random_values<float>(m * k * count, 1), b = random_values<float>(k * n, 2);
  std::vector<float> c(m * n * count);
  multiply_batch<float>({m, n, k, {a.data(), k, 1}, {b.data(), n, 1}, {c.data(), n, 1}, 1, 0, {}},
                        count, {m * k, 0, m * n, 0});
  for (std::int64_t x = 0; x < count; ++x) {
    double wanted = 0;
    for (std::int64_t l = 0; l < k; ++l) wanted += a[x * m * k + 3 * k + l] * b[l * n + 18];
    ASSERT_NEAR(c[x * m * n + 3 * n + 18], wanted, 1e-5);
  }
}

// A batch of tiny products against sums: rows of b and c with or without gaps, a in both orders, nothing touched between rows.
template <typename T>
void expect_tiny_batch(std::int64_t m, std::int64_t n, std::int64_t k, bool trans_a, T beta,
                       std::int64_t gap, SimdLevel level) {
  const std::int64_t count = 37, bn = n + gap, cn = n + gap;
  const auto a = random_values<T>(m * k * count, 1), b = random_values<T>(k * bn * count, 2);
  const auto before = random_values<T>(m * cn * count, 3);
  auto c = before;
  if (beta == T(0)) c[0] = std::numeric_limits<T>::quiet_NaN();  // must not be read
  const Matrix<const T> left =
      trans_a ? Matrix<const T>{a.data(), 1, m} : Matrix<const T>{a.data(), k, 1};
  How how;
  how.level = level;
  multiply_batch<T>({m, n, k, left, {b.data(), bn, 1}, {c.data(), cn, 1}, T(2), beta, {}}, count,
                    {m * k, k * bn, m * cn, 0}, how);
  for (std::int64_t x = 0; x < count; ++x) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < cn; ++j) {
        const std::int64_t at = x * m * cn + i * cn + j;
        if (j >= n) {
          ASSERT_EQ(c[at], before[at]) << m << "x" << n << "x" << k;
          continue;
        }
        double wanted = beta == T(0) ? 0 : double(beta) * before[at];
        for (std::int64_t l = 0; l < k; ++l) {
          wanted += 2.0 * left.data[x * m * k + i * left.row + l * left.column] *
                    b[x * k * bn + l * bn + j];
        }
        ASSERT_NEAR(c[at], wanted, 1e-5) << m << "x" << n << "x" << k;
      }
    }
  }
}

TEST(Gemm, TinyBatches) {
  for (const SimdLevel level : levels()) {
    for (const auto& [m, n, k] : std::vector<std::array<std::int64_t, 3>>{
             {4, 4, 4}, {16, 16, 16}, {1, 1, 1}, {5, 3, 7}, {13, 11, 2}, {3, 16, 1}, {7, 9, 16}}) {
      for (const bool trans_a : {false, true}) {
        for (const std::int64_t gap : {0, 3}) {
          expect_tiny_batch<float>(m, n, k, trans_a, 0, gap, level);
          expect_tiny_batch<double>(m, n, k, trans_a, -1, gap, level);
          expect_tiny_batch<double>(m, n, k, trans_a, 0, gap, level);
        }
      }
    }
  }
}

TEST(Gemm, FewRowsAndColumns) {
  expect_all<float>(
      {{1, 300, 77}, {8, 65, 768}, {7, 33, 130}, {16, 19, 31}, {301, 1, 77}, {65, 3, 200}}, 16);
  expect_all<double>({{1, 130, 37}, {8, 21, 90}, {200, 1, 33}}, 8);
}

// Few rows, whose vectors begin anywhere in a line: the same as where they begin with one.
template <typename T>
void expect_few_rows_anywhere(std::int64_t m, std::int64_t n, std::int64_t k) {
  const auto values = random_values<T>((m + n) * k, 11);
  std::vector<T> a(static_cast<std::size_t>(m * k) + 32), b(static_cast<std::size_t>(n * k) + 32);
  for (SimdLevel level : levels()) {
    for (std::int64_t at_a : {0, 1, 5}) {
      for (std::int64_t at_b : {0, 1, 5, 12, 15}) {
        std::copy_n(values.begin(), m * k, a.begin() + at_a);
        std::copy_n(values.begin() + m * k, n * k, b.begin() + at_b);
        std::vector<T> c(static_cast<std::size_t>(m * n));
        multiply<T>({m, n, k, {&a[at_a], k, 1}, {&b[at_b], 1, k}, {c.data(), n, 1}, 1, 0, {}},
                    {.level = level});
        for (std::int64_t x = 0; x < m * n; ++x) {
          double wanted = 0;
          for (std::int64_t l = 0; l < k; ++l) {
            wanted += double(values[x / n * k + l]) * double(values[(m + x % n) * k + l]);
          }
          ASSERT_NEAR(c[x], wanted, 1e-4) << x << ", " << at_a << ", " << at_b;
        }
      }
    }
  }
}

TEST(Gemm, FewRowsAnywhereInALine) {
  for (std::int64_t m : {1, 2, 8, 13}) {
    for (std::int64_t k : {16, 64, 80, 208, 33}) {
      expect_few_rows_anywhere<float>(m, 70, k);
      expect_few_rows_anywhere<double>(m, 65, k);
    }
  }
}

// Rows of a b that is larger than the caches, as the kernels see it.
template <typename T>
void expect_far_rows() {
  for (const Size& s : std::vector<Size>{{1, 37, 131}, {3, 16, 64}, {1, 5, 7}, {6, 9, 40}}) {
    for (SimdLevel level : levels()) {
      Case<T> one(s.m, s.n, s.k, 2 | 8);
      const Problem<T>& p = one.p;
      ASSERT_TRUE(p.a.column == 1 && p.b.row == 1);
      kernels<T>(level).dots(
          {s.m, s.n, s.k, p.a.data, p.a.row, p.b.data, p.b.column, p.c, p.alpha, p.beta, true});
      one.expect_right("far " + std::string(simd_level_name(level)));
    }
  }
}

TEST(Gemm, RowsOfFarOperand) {
  expect_far_rows<float>();
  expect_far_rows<double>();
}

TEST(Gemm, PackedOperand) {
  for (unsigned layout : {0u, 2u, 4u}) {
    Case<float> one(37, 101, 450, layout);
    const PackedMatrix<float> packed = pack(one.p.b, 450, 101);
    one.p.packed_b = &packed;
    multiply(one.p);
    one.expect_right("packed, layout " + std::to_string(layout));
  }
}

TEST(Gemm, Strassen) {
  for (int levels : {0, 1, 2}) {
    for (unsigned layout : {0u, 5u, 15u}) {
      Case<float> one(131, 150, 213, layout);
      multiply_strassen(one.p, levels);
      one.expect_right("Strassen " + std::to_string(levels));
    }
  }
  EXPECT_EQ(strassen_levels(1000, 4096, 4096), 0);
}

// With beta 0 no quarter of c is read, whichever product comes to it first.
TEST(Gemm, StrassenWithoutBeta) {
  constexpr std::int64_t kM = 70, kN = 93, kK = 81;
  const auto a = random_values<double>(kM * kK, 1), b = random_values<double>(kK * kN, 2);
  std::vector<double> wanted(kM * kN);
  Problem<double> p{kM,   kN, kK, {a.data(), kK, 1}, {b.data(), kN, 1}, {wanted.data(), kN, 1},
                    -1.5, 0,  {}};
  multiply(p);
  for (int levels : {1, 2}) {
    std::vector<double> c(wanted.size(), std::numeric_limits<double>::quiet_NaN());
    p.c.data = c.data();
    multiply_strassen(p, levels);
    for (std::size_t i = 0; i < c.size(); ++i) ASSERT_NEAR(c[i], wanted[i], 1e-11) << i;
  }
}

TEST(Gemm, ComplexInAllForms) {
  using C = std::complex<float>;
  const std::int64_t m = 13, n = 21, k = 17;
  const auto parts = random_values<float>(2 * (m * k + k * n), 7);
  const auto* a = reinterpret_cast<const C*>(parts.data());
  const C* b = a + m * k;
  for (bool conjugate : {false, true}) {
    std::vector<C> c(m * n, C(1, 2));
    ComplexProblem<float> p{
        m, n, k, {a, 1, m}, {b, n, 1}, conjugate, false, {c.data(), n, 1}, C(2, 1), C(0, 1)};
    multiply(p);
    C wanted = C(0, 1) * C(1, 2);
    for (std::int64_t l = 0; l < k; ++l) {
      const C x = *p.a.at(5, l);
      wanted += C(2, 1) * (conjugate ? std::conj(x) : x) * *p.b.at(l, 20);
    }
    EXPECT_NEAR(std::abs(c[5 * n + 20] - wanted), 0, 1e-4);
  }
}

TEST(Gemm, Bf16) {
  for (const WordWay way : word_ways_bf16()) {
    for (const Size& s : std::vector<Size>{{1, 1, 1}, {15, 33, 7}, {61, 70, 1001}, {3, 200, 64}}) {
      for (bool by_columns : {false, true}) {
        const auto x = random_values<float>(s.m * s.k + s.k * s.n, 3);
        std::vector<std::uint16_t> bits;
        for (float value : x) bits.push_back(BFloat16(value).bits);
        std::vector<float> c(s.m * s.n, 1);
        const Matrix<const std::uint16_t> b{bits.data() + s.m * s.k, by_columns ? 1 : s.n,
                                            by_columns ? s.k : 1};
        multiply({s.m, s.n, s.k, {bits.data(), s.k, 1}, b, {c.data(), s.n, 1}, 2.0f, 3.0f}, way);
        double wanted = 3;
        const auto number = [](std::uint16_t v) {
          return std::bit_cast<float>(std::uint32_t(v) << 16);
        };
        for (std::int64_t l = 0; l < s.k; ++l) {
          wanted += 2 * number(bits[(s.m - 1) * s.k + l]) * number(*b.at(l, s.n - 1));
        }
        ASSERT_NEAR(c.back(), wanted, 1e-3) << s.m << " " << static_cast<int>(way) << by_columns;
      }
    }
  }
}

TEST(Gemm, Int8IsExact) {
  std::minstd_rand random(1);
  for (const WordWay way : word_ways_s8()) {
    for (const Size& s : std::vector<Size>{{1, 1, 1}, {15, 33, 7}, {40, 70, 2051}}) {
      std::vector<std::int8_t> x(s.m * s.k + s.k * s.n);
      for (std::int8_t& value : x) value = std::int8_t(random());
      std::vector<std::int32_t> c(s.m * s.n, 5);
      multiply({s.m,
                s.n,
                s.k,
                {x.data(), s.k, 1},
                {x.data() + s.m * s.k, s.n, 1},
                {c.data(), s.n, 1},
                1,
                1},
               way);
      for (std::int64_t j = 0; j < s.n; ++j) {
        std::int32_t wanted = 5;
        for (std::int64_t l = 0; l < s.k; ++l)
          wanted += x[(s.m - 1) * s.k + l] * x[s.m * s.k + l * s.n + j];
        ASSERT_EQ(c[(s.m - 1) * s.n + j], wanted)
            << s.m << " column " << j << static_cast<int>(way);
      }
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm
