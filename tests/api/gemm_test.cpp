// Matrix products beyond BLAS through the C++ interface: batches of every type, packed and fused ones, Strassen's way.
// SPDX-License-Identifier: MIT
#include <vgpu/blas.hpp>

#include <complex>
#include <vector>

#include "kernels.h"

namespace {

using vgpu::blas::Batch;
using vgpu::blas::Options;

// The i-th of some numbers that all types hold exactly, and so do their sums.
int number(std::int64_t i) { return static_cast<int>(i * 7 % 11) - 5; }

// Two real numbers in place of one complex.
template <typename T>
T made(int x, int y) {
  if constexpr (requires { typename T::value_type; }) {
    using Part = typename T::value_type;
    return {Part(x), Part(y)};
  } else if constexpr (std::is_same_v<T, std::uint16_t>) {
    const float value = float(x);
    std::uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return std::uint16_t(bits >> 16);
  } else {
    return T(x);
  }
}

template <typename Out, typename In>
Out plain(In x) {
  if constexpr (std::is_same_v<In, std::uint16_t>) {
    const std::uint32_t bits = std::uint32_t(x) << 16;
    float value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
  } else {
    return Out(x);
  }
}

template <typename In, typename Out>
struct Case {
  std::int64_t m, n, k, count;
  std::vector<In> a, b;
  std::vector<Out> c, before;

  Case(std::int64_t rows, std::int64_t columns, std::int64_t steps, std::int64_t products)
      : m(rows), n(columns), k(steps), count(products) {
    for (std::int64_t i = 0; i < count * m * k; ++i)
      a.push_back(made<In>(number(i), number(3 * i)));
    for (std::int64_t i = 0; i < count * k * n; ++i)
      b.push_back(made<In>(number(5 * i), number(i)));
    for (std::int64_t i = 0; i < count * m * n; ++i) c.push_back(made<Out>(number(i), 1));
    before = c;
  }
  Batch batch() const { return {count, m * k, k * n, m * n}; }

  // alpha * a * b^T + beta * c for all of them.
  void expect(Out alpha, Out beta) const {
    for (std::int64_t x = 0; x < count * m * n; ++x) {
      const std::int64_t product = x / (m * n), i = x / n % m, j = x % n;
      Out sum{};
      for (std::int64_t l = 0; l < k; ++l) {
        sum += plain<Out>(a[(product * m + i) * k + l]) * plain<Out>(b[(product * n + j) * k + l]);
      }
      ASSERT_EQ(c[x], alpha * sum + beta * before[x]) << x;
    }
  }
};

Options right_transposed() {
  Options options;
  options.trans_b = vgpuTrans;
  return options;
}

template <typename In, typename Out>
void expect_batches(Out alpha, Out beta) {
  for (const std::int64_t count : {1, 3, 40}) {
    for (const std::int64_t size : {1, 5, 17, 40}) {
      Case<In, Out> x(size, size + 2, size + 1, count);
      vgpu::blas::gemm(x.m, x.n, x.k, alpha, x.a.data(), x.k, x.b.data(), x.k, beta, x.c.data(),
                       x.n, right_transposed(), x.batch());
      VG_OK(vgpuStreamSynchronize(nullptr));
      x.expect(alpha, beta);
    }
  }
}

TEST(Gemm, BatchesOfAllTypesAreExactOnWholeNumbers) {
  expect_batches<float, float>(2, -1);
  expect_batches<double, double>(2, -1);
  expect_batches<std::complex<float>, std::complex<float>>({2, 1}, {-1, 3});
  expect_batches<std::complex<double>, std::complex<double>>({2, 1}, {-1, 3});
  expect_batches<std::uint16_t, float>(2, -1);
}

TEST(Gemm, BatchesOfInt8AreExact) {
  for (const bool accumulate : {false, true}) {
    Case<std::int8_t, std::int32_t> x(9, 33, 70, 5);
    vgpu::blas::gemm(x.m, x.n, x.k, x.a.data(), x.k, x.b.data(), x.k, accumulate, x.c.data(), x.n,
                     right_transposed(), x.batch());
    VG_OK(vgpuStreamSynchronize(nullptr));
    x.expect(1, accumulate ? 1 : 0);
  }
}

TEST(Gemm, ABatchMayRepeatAnOperand) {
  const std::vector<std::complex<float>> a = {{1, 1}, {2, 0}}, b = {{0, 1}};
  std::vector<std::complex<float>> c(2);
  vgpu::blas::gemm(1, 1, 1, {1, 0}, a.data(), 1, b.data(), 1, {0, 0}, c.data(), 1, {},
                   {2, 1, 0, 1});
  VG_OK(vgpuStreamSynchronize(nullptr));
  EXPECT_EQ(c[0], std::complex<float>(-1, 1));
  EXPECT_EQ(c[1], std::complex<float>(0, 2));
}

TEST(Gemm, BatchesOfNothing) {
  std::vector<std::complex<double>> c(4, {3, 0});
  vgpu::blas::gemm(2, 2, 0, {1, 0}, c.data(), 1, c.data(), 2, {2, 0}, c.data(), 2, {},
                   {1, 0, 0, 4});
  vgpu::blas::gemm(2, 2, 2, {1, 0}, c.data(), 2, c.data(), 2, {2, 0}, c.data(), 2, {},
                   {0, 4, 4, 4});
  VG_OK(vgpuStreamSynchronize(nullptr));
  for (const auto& x : c) EXPECT_EQ(x, std::complex<double>(6, 0));
}

TEST(Gemm, PackedMatricesAreReused) {
  const Case<float, float> x(6, 40, 30, 1);
  const vgpu::blas::PackedMatrix packed(x.k, x.n, x.b.data(), x.k, vgpuTrans);
  std::vector<float> bias(x.n), c(x.c.size());
  for (std::int64_t j = 0; j < x.n; ++j) bias[j] = float(j);
  vgpu::blas::Epilogue epilogue;
  epilogue.columnBias = bias.data(), epilogue.activation = vgpuActivationRelu, epilogue.scale = 2;
  for (int turn = 0; turn < 2; ++turn) {
    packed.multiply(x.m, 1, x.a.data(), x.k, 0, c.data(), x.n, epilogue);
    VG_OK(vgpuStreamSynchronize(nullptr));
    for (std::int64_t i = 0; i < x.m * x.n; ++i) {
      float sum = bias[i % x.n];
      for (std::int64_t l = 0; l < x.k; ++l) sum += x.a[i / x.n * x.k + l] * x.b[i % x.n * x.k + l];
      ASSERT_EQ(c[i], 2 * std::max(sum, 0.0f)) << i;
    }
  }
}

TEST(Gemm, StrassensWayAgrees) {
  const std::int64_t n = 50;
  std::vector<double> a(n * n), b(n * n), usual(n * n), fast(n * n);
  for (std::int64_t i = 0; i < n * n; ++i) a[i] = number(i), b[i] = number(3 * i);
  vgpu::blas::matmul(n, n, n, a.data(), b.data(), usual.data());
  vgpu::blas::strassen(n, n, n, a.data(), b.data(), fast.data(), 2);
  VG_OK(vgpuStreamSynchronize(nullptr));
  EXPECT_EQ(usual, fast);
}

TEST(Gemm, BadBatchesAreErrors) {
  const std::vector<std::uint16_t> a(64);
  std::vector<float> c(64);
  const auto run = [&](const Batch& batch) {
    vgpu::blas::gemm(2, 2, 2, 1, a.data(), 2, a.data(), 2, 0, c.data(), 2, {}, batch);
  };
  EXPECT_THROW(run({-1, 4, 4, 4}), vgpu::RuntimeError);
  EXPECT_THROW(run({3, 4, 4, 0}), vgpu::RuntimeError);
  EXPECT_THROW(run({3, -4, 4, 4}), vgpu::RuntimeError);
}

}  // namespace
