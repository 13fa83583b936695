// Fourier transforms through the C and C++ interfaces: order on streams, plans, misuse.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <vgpu/fft.hpp>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <thread>
#include <vector>

namespace {

using Complex = std::complex<double>;

std::vector<Complex> wave(std::size_t n) {
  std::vector<Complex> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = {std::sin(1.0 + 3.0 * double(i)), std::cos(0.5 * double(i * i))};
  return x;
}

std::vector<Complex> slow_transform(const std::vector<Complex>& x) {
  const std::size_t n = x.size();
  std::vector<Complex> y(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      y[k] += x[j] * std::polar(1.0, -2 * std::numbers::pi * double(j * k % n) / double(n));
    }
  }
  return y;
}

double difference(const std::vector<Complex>& a, const std::vector<Complex>& b) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    error += std::norm(a[i] - b[i]), size += std::norm(b[i]);
  return std::sqrt(error / size);
}

vgpuFftDesc line(std::size_t n) {
  vgpuFftDesc desc{};
  desc.precision = vgpuFftDouble, desc.direction = vgpuFftForward, desc.rank = 1;
  desc.axes[0] = {n, 1, 1};
  return desc;
}

TEST(Fft, AgreesWithTheSum) {
  for (std::size_t n : {1, 2, 6, 30, 64, 101, 256, 1000}) {
    const auto x = wave(n);
    const auto y = vgpu::fft(x);
    EXPECT_LT(difference(y, slow_transform(x)), 1e-12) << n;
    EXPECT_LT(difference(vgpu::fft(y, vgpuFftBackward), x), 1e-14) << n;
  }
}

TEST(Fft, RunsInTheStreamsOrder) {
  constexpr std::size_t kN = 4096;
  vgpu::GpuStream stream;
  vgpu::GpuBuffer<Complex> data(kN);
  const auto x = wave(kN);
  std::vector<Complex> back(kN);
  const vgpu::FftPlan<double> forward({kN}), backward({kN}, vgpuFftComplex, vgpuFftBackward);
  data.write_async(x.data(), kN, stream);
  for (int i = 0; i < 3; ++i) {
    forward.run(data.data(), data.data(), stream.get());
    backward.run(data.data(), data.data(), stream.get());
  }
  data.read_async(back.data(), kN, stream);
  stream.synchronize();
  for (Complex& value : back) value /= std::pow(double(kN), 3);
  EXPECT_LT(difference(back, x), 1e-14);
}

TEST(Fft, OneThreadGivesTheSameAsAll) {
  for (std::size_t n : {std::size_t{1} << 17, std::size_t{100003}}) {
    const auto x = wave(n);
    std::vector<Complex> all(n), one(n);
    vgpuFftDesc desc = line(n);
    const vgpu::FftPlan<double> shared(desc);
    desc.threads = 1;
    const vgpu::FftPlan<double> alone(desc);
    shared.run(x.data(), all.data());
    alone.run(x.data(), one.data());
    vgpu::check(vgpuStreamSynchronize(nullptr));
    EXPECT_EQ(all, one);
  }
}

TEST(Fft, APlanRunsOnSeveralThreadsAtOnce) {
  constexpr std::size_t kN = 1 << 14;
  const vgpu::FftPlan<double> plan({kN});
  const auto x = wave(kN);
  const auto wanted = vgpu::fft(x);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      vgpu::GpuStream stream(vgpuStreamNonBlocking);
      std::vector<Complex> y(kN);
      for (int i = 0; i < 5; ++i) plan.run(x.data(), y.data(), stream.get());
      stream.synchronize();
      EXPECT_EQ(y, wanted);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Fft, RealTransformsInPlace) {
  constexpr std::size_t kRows = 6, kN = 20;  // rows of 22 numbers, which become 11 complex ones
  vgpuFftDesc desc{};
  desc.type = vgpuFftRealForward, desc.precision = vgpuFftDouble, desc.rank = 1, desc.batchRank = 1;
  desc.axes[0] = {kN, 1, 1};
  desc.batch[0] = {kRows, kN + 2, kN / 2 + 1};
  std::vector<double> data(kRows * (kN + 2)), kept;
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = std::sin(double(i * i));
  kept = data;
  const vgpu::FftPlan<double> forward(desc);
  vgpu::check(vgpuFftExec(forward.get(), data.data(), data.data(), nullptr));
  desc.type = vgpuFftRealBackward, desc.scale = 1.0 / kN;
  desc.batch[0] = {kRows, kN / 2 + 1, kN + 2};
  const vgpu::FftPlan<double> backward(desc);
  vgpu::check(vgpuFftExec(backward.get(), data.data(), data.data(), nullptr));
  vgpu::check(vgpuStreamSynchronize(nullptr));
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < kN; ++i) {
      EXPECT_NEAR(data[row * (kN + 2) + i], kept[row * (kN + 2) + i], 1e-14);
    }
  }
}

// Planes a multiple of 4 KiB apart, which three axes at once go about in an order of their own: against one axis after another.
TEST(Fft, ThreeAxesAtOnceAreOneAfterAnother) {
  const std::vector<std::size_t> n = {20, 16, 32};
  const std::size_t planes = 2 * 20;  // a batch of two
  const auto x = wave(planes * 16 * 32);
  for (const vgpuFftDirection direction : {vgpuFftForward, vgpuFftBackward}) {
    std::vector<Complex> all(x.size()), each = x;
    const vgpu::FftPlan<double> plan(n, vgpuFftComplex, direction, 2);
    plan.run(x.data(), all.data());
    vgpuFftDesc desc = line(32);
    desc.direction = direction;
    desc.batchRank = 1, desc.batch[0] = {planes * 16, 32, 32};
    vgpu::FftPlan<double>(desc).run(each.data(), each.data());
    desc.axes[0] = {16, 32, 32};
    desc.batchRank = 2, desc.batch[0] = {planes, 512, 512}, desc.batch[1] = {32, 1, 1};
    vgpu::FftPlan<double>(desc).run(each.data(), each.data());
    desc.axes[0] = {20, 512, 512};
    desc.batch[0] = {2, 20 * 512, 20 * 512}, desc.batch[1] = {512, 1, 1};
    vgpu::FftPlan<double>(desc).run(each.data(), each.data());
    std::vector<Complex> inside = x;
    plan.run(inside.data(), inside.data());
    ASSERT_EQ(vgpuStreamSynchronize(nullptr), vgpuSuccess);
    EXPECT_LT(difference(all, each), 1e-14);
    EXPECT_EQ(inside, all);
  }
}

TEST(Fft, ThreeAxesOfRealNumbers) {
  const std::vector<std::size_t> n = {20, 16, 62};  // 32 results a row
  std::vector<double> x(20 * 16 * 62), back(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(double(i * i % 1000));
  const std::vector<Complex> as_complex(x.begin(), x.end());
  std::vector<Complex> half(20 * 16 * 32), whole(x.size()), kept(half.size());
  vgpu::FftPlan<double>(n, vgpuFftRealForward).run(x.data(), half.data());
  vgpu::FftPlan<double>(n).run(as_complex.data(), whole.data());
  ASSERT_EQ(vgpuStreamSynchronize(nullptr), vgpuSuccess);
  for (std::size_t i = 0; i < half.size(); ++i) kept[i] = whole[i / 32 * 62 + i % 32];
  EXPECT_LT(difference(half, kept), 1e-14);
  vgpu::FftPlan<double>(n, vgpuFftRealBackward).run(half.data(), back.data());
  ASSERT_EQ(vgpuStreamSynchronize(nullptr), vgpuSuccess);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(back[i] / double(x.size()), x[i], 1e-12);
  }
}

TEST(Fft, NegativeStridesReverse) {
  const auto x = wave(12);
  vgpuFftDesc desc = line(12);
  desc.axes[0].inStride = -1;
  std::vector<Complex> y(12);
  vgpu::FftPlan<double>(desc).run(x.data() + 11, y.data());
  vgpu::check(vgpuStreamSynchronize(nullptr));
  EXPECT_LT(difference(y, slow_transform({x.rbegin(), x.rend()})), 1e-13);
}

TEST(Fft, BadArgumentsAreErrors) {
  vgpuFftPlan_t plan = nullptr;
  vgpuFftDesc desc = line(8);
  const auto code = [&] { return vgpuFftPlanCreate(&plan, &desc); };
  desc.rank = 0;
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc.rank = vgpuFftMaxDims + 1;
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(0);
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(std::size_t{1} << 40);
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(8), desc.type = static_cast<vgpuFftType>(7);
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(8), desc.direction = static_cast<vgpuFftDirection>(0);
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(8), desc.scale = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  desc = line(8), desc.axes[0].inStride = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(code(), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuFftPlanDestroy(nullptr), vgpuErrorInvalidHandle);
  vgpuGetLastError();
}

TEST(Fft, BadRunsAreErrors) {
  const vgpu::FftPlan<double> plan({64});
  std::vector<Complex> x(64);
  EXPECT_EQ(vgpuFftExec(plan.get(), nullptr, x.data(), nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuFftExec(plan.get(), x.data(), nullptr, nullptr), vgpuErrorInvalidValue);
  vgpu::GpuBuffer<Complex> small(63);
  EXPECT_EQ(vgpuFftExec(plan.get(), x.data(), small.data(), nullptr), vgpuErrorInvalidValue);
  vgpuFftDesc desc = line(8);
  desc.axes[0].outStride = 2;
  const vgpu::FftPlan<double> uneven(desc);
  EXPECT_EQ(vgpuFftExec(uneven.get(), x.data(), x.data(), nullptr), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuFftExec] out:"), std::string::npos);
  vgpuGetLastError();
}

}  // namespace
