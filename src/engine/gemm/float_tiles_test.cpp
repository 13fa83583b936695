// Products of floats on AMX's tiles: every size around their edges, accuracy, and numbers that they must leave to vectors.
// SPDX-License-Identifier: MIT
#include "engine/gemm/float_tiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "engine/gemm/strassen.h"

namespace vgpu::gemm {
namespace {

constexpr double kRounding = 0x1p-24;

std::vector<float> values(std::int64_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<float> between(-1, 1);
  std::vector<float> all(static_cast<std::size_t>(count));
  for (float& x : all) x = between(random);
  return all;
}

// c = alpha * a * b + beta * c with operands in either order; rows of c have a gap.
struct Product {
  std::int64_t m, n, k, c_row;
  std::vector<float> a, b, c, before;
  Problem<float> p;

  // Bits of `layout`: a, b by columns.
  Product(std::int64_t m_, std::int64_t n_, std::int64_t k_, unsigned layout = 0, float alpha = 1,
          float beta = 0)
      : m(m_), n(n_), k(k_), c_row(n + 3), a(values(m * k, 1)), b(values(k * n, 2)) {
    before = c = values(m * c_row, 3);
    p.m = m, p.n = n, p.k = k, p.alpha = alpha, p.beta = beta;
    p.a = (layout & 1) != 0 ? Matrix<const float>{a.data(), 1, m}
                            : Matrix<const float>{a.data(), k, 1};
    p.b = (layout & 2) != 0 ? Matrix<const float>{b.data(), 1, k}
                            : Matrix<const float>{b.data(), n, 1};
    p.c = {c.data(), c_row, 1};
  }

  // The largest error of c, relative to the sum of magnitudes at its place; of large results a sample.
  double error() const {
    double worst = 0;
    const std::int64_t each = std::max<std::int64_t>(1, m * n * k / 4000000);
    for (std::int64_t at = 0; at < m * n; at += each) {
      const std::int64_t i = at / n, j = at % n;
      double sum = 0, size = 0;
      for (std::int64_t l = 0; l < k; ++l) {
        const double x = double(*p.a.at(i, l)) * double(*p.b.at(l, j));
        sum += x, size += std::abs(x);
      }
      const double old = p.beta == 0 ? 0 : double(p.beta) * before[i * c_row + j];
      const double all = std::abs(p.alpha) * size + std::abs(old);
      if (all == 0) continue;
      worst = std::max(worst, std::abs(double(*p.c.at(i, j)) - (p.alpha * sum + old)) / all);
    }
    return worst;
  }
  // What docs/engines.md promises.
  double bound() const { return (double(k) / 4 + 24) * kRounding; }

  void expect_gaps_untouched() const {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = n; j < c_row; ++j) ASSERT_EQ(c[i * c_row + j], before[i * c_row + j]);
    }
  }
};

class FloatTiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!amx_allowed()) GTEST_SKIP() << "no AMX, or VGPU_ISA forbids it";
  }
};

TEST_F(FloatTiles, SizesAroundEdges) {
  const std::int64_t sizes[] = {1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130};
  unsigned layout = 0;
  for (const std::int64_t m : sizes) {
    for (const std::int64_t n : sizes) {
      for (const std::int64_t k : {m, n, std::int64_t{33}}) {
        Product one(m, n, k, layout++ % 4);
        ASSERT_TRUE(multiply_on_tiles(one.p, layout % 3 == 0 ? Threads::one : Threads::all));
        ASSERT_LE(one.error(), one.bound()) << m << " " << n << " " << k;
        one.expect_gaps_untouched();
      }
    }
  }
}

TEST_F(FloatTiles, SeveralBlocksOfAllSizes) {
  for (unsigned layout = 0; layout < 4; ++layout) {
    for (const Threads threads : {Threads::one, Threads::all}) {
      Product high(700, 130, 1100, layout), wide(90, 4500, 140, layout), deep(40, 35, 1700, layout);
      for (Product* x : {&high, &wide, &deep}) {
        ASSERT_TRUE(multiply_on_tiles(x->p, threads));
        ASSERT_LE(x->error(), x->bound()) << x->m << " layout " << layout;
        x->expect_gaps_untouched();
      }
    }
  }
}

TEST_F(FloatTiles, AlphaAndBeta) {
  for (const auto& [alpha, beta] :
       {std::pair{2.5f, 0.0f}, {1.0f, 1.0f}, {-1.0f, 0.75f}, {1e-3f, -1.0f}}) {
    Product one(150, 170, 1200, 0, alpha, beta);
    ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all));
    ASSERT_LE(one.error(), one.bound()) << alpha << " " << beta;
  }
}

TEST_F(FloatTiles, BetaZeroDoesNotReadC) {
  Product one(150, 170, 1200);
  for (float& x : one.c) x = std::numeric_limits<float>::quiet_NaN();
  ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all));
  EXPECT_LE(one.error(), one.bound());
}

// Where nothing is added, numbers below the smallest normal one come through.
TEST_F(FloatTiles, TinyNumbersOfCStay) {
  Product one(64, 64, 1100, 0, 1, 1);
  std::fill(one.a.begin(), one.a.end(), 0.0f);
  for (float& x : one.c) x = 1e-40f;
  ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all));
  for (std::int64_t i = 0; i < 64; ++i) ASSERT_EQ(*one.p.c.at(i, i), 1e-40f);
}

TEST_F(FloatTiles, Epilogue) {
  Product one(300, 150, 600, 0, 1, 1), plain(300, 150, 600, 0, 1, 1);
  const auto columns = values(150, 4), rows = values(300, 5), residual = values(300 * 150, 6);
  one.p.epilogue = {columns.data(), rows.data(), Activation::relu, 2.0f, {residual.data(), 150, 1}};
  ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all));
  ASSERT_TRUE(multiply_on_tiles(plain.p, Threads::all));
  for (std::int64_t i = 0; i < 300; ++i) {
    for (std::int64_t j = 0; j < 150; ++j) {
      const float x = std::max(*plain.p.c.at(i, j) + columns[j] + rows[i], 0.0f);
      ASSERT_NEAR(*one.p.c.at(i, j), 2 * x + residual[i * 150 + j], 1e-4);
    }
  }
}

TEST_F(FloatTiles, PackedOperand) {
  Product one(200, 333, 700);
  const PackedMatrix<float> packed = pack(one.p.b, 700, 333);
  one.p.packed_b = &packed;
  ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all));
  EXPECT_LE(one.error(), one.bound());
}

// The error of both ways on the same numbers.
void expect_no_worse(Product& one, const char* what) {
  ASSERT_TRUE(multiply_on_tiles(one.p, Threads::all)) << what;
  const double tiles = one.error();
  multiply(one.p, {.level = SimdLevel::avx512});
  EXPECT_LE(tiles, one.bound()) << what;
  EXPECT_LE(tiles, 1.05 * one.error() + kRounding) << what;
}

TEST_F(FloatTiles, AsAccurateAsVectors) {
  for (const std::int64_t k : {64, 500, 3000}) {
    Product random(96, 80, k);
    expect_no_worse(random, "random");
    Product graded(96, 80,
                   k);  // columns of a and rows of b from large to small and the other way round
    for (std::int64_t l = 0; l < k; ++l) {
      const auto exponent = static_cast<int>(l % 40) - 20;
      for (std::int64_t i = 0; i < 96; ++i) {
        graded.a[i * k + l] = std::ldexp(
            std::copysign(0.5f + std::abs(graded.a[i * k + l]), graded.a[i * k + l]), exponent);
      }
    }
    for (float& x : graded.b) x = std::copysign(0.01f + std::abs(x), x);
    expect_no_worse(graded, "graded");
    Product cancelling(96, 80, k);  // the second half takes back the first, but for the last bits
    for (std::int64_t i = 0; i < 96; ++i) {
      for (std::int64_t l = k / 2; l < k / 2 * 2; ++l) {
        cancelling.a[i * k + l] = -std::nextafter(cancelling.a[i * k + l - k / 2], 2.0f);
      }
    }
    for (std::int64_t l = k / 2; l < k / 2 * 2; ++l) {
      for (std::int64_t j = 0; j < 80; ++j)
        cancelling.b[l * 80 + j] = cancelling.b[(l - k / 2) * 80 + j];
    }
    expect_no_worse(cancelling, "cancelling");
    Product positive(96, 80, k);  // every rounding in the same direction
    std::fill(positive.a.begin(), positive.a.end(), 0x1.000102p0f);
    std::fill(positive.b.begin(), positive.b.end(), 1.0f / 3);
    expect_no_worse(positive, "positive");
  }
}

// Tiles refuse what they cannot do as vectors do it, and do nothing.
TEST_F(FloatTiles, NumbersOutOfRange) {
  const float infinity = std::numeric_limits<float>::infinity();
  struct {
    float of_a, of_b;
    bool taken;
  } cases[] = {{infinity, 1, false},
               {1, -infinity, false},
               {std::numeric_limits<float>::quiet_NaN(), 1, false},
               {1, std::numeric_limits<float>::quiet_NaN(), false},
               {1e-40f, 1, false},
               {1, 0x1p-101f, false},
               {0x1p-60f, 0x1p-60f, false},
               {0x1p-40f, 0x1p-40f, true},
               {0x1p64f, 0x1p64f, false},
               {3e38f, 1e-3f, false},
               {0x1p50f, 0x1p50f, true},
               {0.0f, 0.0f, true}};
  for (const auto& x : cases) {
    for (const Threads threads : {Threads::one, Threads::all}) {
      Product one(140, 150, 160);
      for (float& y : one.a) y = std::copysign(std::max(std::abs(y), 0x1p-20f), y);
      for (float& y : one.b) y = std::copysign(std::max(std::abs(y), 0x1p-20f), y);
      one.a[139 * 160 + 157] = x.of_a, one.b[159 * 150 + 148] = x.of_b;
      EXPECT_EQ(multiply_on_tiles(one.p, threads), x.taken) << x.of_a << " " << x.of_b;
      if (!x.taken) EXPECT_EQ(one.c, one.before);
      if (x.taken) EXPECT_LE(one.error(), one.bound());
    }
  }
}

// multiply() gives for such numbers what vectors give, bit by bit.
TEST_F(FloatTiles, SpecialNumbersGoTheWayOfVectors) {
  for (const float special : {std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN(), 1e-42f, 3e38f}) {
    Product one(512, 520, 512), vectors(512, 520, 512);
    ASSERT_TRUE(float_tiles_suit(one.p, Threads::all));
    for (Product* x : {&one, &vectors}) x->a[300 * 512 + 77] = special;
    multiply(one.p);
    multiply(vectors.p, {.level = simd_level(), .blocking = usual_blocking<float>()});
    for (std::size_t i = 0; i < one.c.size(); ++i) {
      if (std::isnan(vectors.c[i])) {
        ASSERT_TRUE(std::isnan(one.c[i]));
      } else {
        ASSERT_EQ(one.c[i], vectors.c[i]) << i;
      }
    }
  }
}

TEST_F(FloatTiles, OnlyWhereTheyWin) {
  const auto suits = [](std::int64_t m, std::int64_t n, std::int64_t k) {
    Problem<float> p;
    p.m = m, p.n = n, p.k = k;
    return float_tiles_suit(p, Threads::one);
  };
  EXPECT_TRUE(suits(1024, 1024, 1024));
  EXPECT_TRUE(suits(256, 256, 256));
  EXPECT_FALSE(suits(16, 4096, 4096));
  EXPECT_FALSE(suits(4096, 16, 4096));
  EXPECT_FALSE(suits(4096, 4096, 16));
  EXPECT_FALSE(suits(64, 64, 64));
}

// Seven products of vectors take longer than eight of tiles.
TEST_F(FloatTiles, NoStrassenWhereTheyAre) {
  Problem<float> floats;
  floats.m = floats.n = floats.k = 4096;
  EXPECT_EQ(strassen_levels(floats), 0);
  Problem<double> doubles;
  doubles.m = doubles.n = doubles.k = 4096;
  EXPECT_EQ(strassen_levels(doubles), 1);
}

// The same product by multiply(), which takes tiles for it, and by each instruction set's vectors.
TEST_F(FloatTiles, MultiplyTakesThem) {
  Product one(300, 400, 500), same(300, 400, 500), vectors(300, 400, 500);
  multiply(one.p);
  ASSERT_TRUE(multiply_on_tiles(same.p, Threads::all));
  EXPECT_EQ(one.c, same.c);
  multiply(vectors.p, {.level = SimdLevel::avx512});
  EXPECT_NE(one.c, vectors.c);
  EXPECT_LE(vectors.error(), 500 * kRounding);
}

}  // namespace
}  // namespace vgpu::gemm
