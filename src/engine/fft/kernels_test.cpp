// Every instruction set's kernels: each length against the sum, and all sets against each other.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "engine/fft/factors.h"
#include "engine/fft/line.h"

namespace vgpu::fft {
namespace {

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> result{SimdLevel::baseline};
  if (simd_level() >= SimdLevel::avx2) result.push_back(SimdLevel::avx2);
  if (simd_level() >= SimdLevel::avx512) result.push_back(SimdLevel::avx512);
  return result;
}

template <typename T>
std::vector<std::complex<T>> numbers(std::size_t n) {
  std::vector<std::complex<T>> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = {T(std::sin(0.1 + double(i * i % 1013))), T(std::cos(double(i * 7 % 911)))};
  }
  return x;
}

template <typename T>
std::vector<std::complex<T>> transform(std::size_t n, SimdLevel level, bool swap,
                                       std::size_t shift = 0, int exponent = 0) {
  auto x = numbers<T>(n);
  for (auto& value : x) value *= std::ldexp(T(1), exponent);
  std::vector<std::complex<T>> y(n + shift);
  const auto line = Line<T>::make(n, kernels_for<T>(level));
  Array<T> work(line->work(1));
  line->run({reinterpret_cast<const T*>(x.data()), reinterpret_cast<T*>(y.data() + shift), swap,
             T(1), work.data(), false});
  y.erase(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(shift));
  return y;
}

template <typename T>
double error(std::size_t n, SimdLevel level, bool swap) {
  const auto x = numbers<T>(n), y = transform<T>(n, level, swap);
  double wrong = 0, size = 0;
  std::vector<std::complex<double>> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    double re, im;
    write_root<double>(k, n, &re, &im);
    roots[k] = {re, swap ? -im : im};
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::complex<double> sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += std::complex<double>(x[j]) * roots[j * k % n];
    wrong += std::norm(sum - std::complex<double>(y[k])), size += std::norm(sum);
  }
  return std::sqrt(wrong / size);
}

TEST(FftKernels, ShortLengths) {
  for (SimdLevel level : levels()) {
    for (std::size_t n = 1; n <= 140; ++n) {
      EXPECT_LT(error<float>(n, level, n % 2 == 0), 1e-6) << n;
      EXPECT_LT(error<double>(n, level, n % 2 != 0), 1e-14) << n;
    }
  }
}

TEST(FftKernels, LongLines) {
  for (SimdLevel level : levels()) {
    for (std::size_t n : {256, 300, 512, 715, 1009, 1024}) {
      EXPECT_LT(error<float>(n, level, true), 1e-6) << n;
      EXPECT_LT(error<double>(n, level, false), 1e-14) << n;
    }
  }
}

TEST(FftKernels, InstructionSetsAgree) {
  for (std::size_t n : {16384, 20736, 65536, 46189, 100003}) {
    const auto wanted = transform<double>(n, SimdLevel::baseline, false);
    double size = 0;
    for (const auto& value : wanted) size += std::norm(value);
    for (SimdLevel level : levels()) {
      const auto got = transform<double>(n, level, false);
      double wrong = 0;
      for (std::size_t i = 0; i < n; ++i) wrong += std::norm(got[i] - wanted[i]);
      EXPECT_LT(std::sqrt(wrong / size), 1e-14) << n;
    }
  }
}

// Lines beyond the second cache are written past the caches where the target is aligned, and those beyond the last are so
// between their halves as well.
TEST(FftKernels, FarLinesAnywhere) {
  for (std::size_t n : {std::size_t{1} << 18, std::size_t{3} << 20}) {
    const auto wanted = transform<float>(n, SimdLevel::baseline, true);
    double size = 0;
    for (const auto& value : wanted) size += std::norm(value);
    for (SimdLevel level : levels()) {
      for (std::size_t shift = 0; shift < (n < 1 << 20 ? 2 : 1); ++shift) {
        const auto got = transform<float>(n, level, true, shift);
        double wrong = 0;
        for (std::size_t i = 0; i < n; ++i) wrong += std::norm(got[i] - wanted[i]);
        EXPECT_LT(std::sqrt(wrong / size), 1e-6) << n << " " << shift;
      }
    }
  }
}

// Several lines at once give what each gives alone.
TEST(FftKernels, SeveralShortLines) {
  for (SimdLevel level : levels()) {
    const Kernels<float>& kernels = kernels_for<float>(level);
    for (std::size_t n2 = 2; n2 <= kernels.width; n2 *= 2) {
      const std::size_t n = kernels.width * n2;
      const auto line = Line<float>::make(n, kernels);
      for (std::size_t count = 1; count <= line->together(); ++count) {
        const auto x = numbers<float>(n * count);
        std::vector<std::complex<float>> y(n * count + 1), one(n);
        const float* sources[Line<float>::kMostTogether];
        float* targets[Line<float>::kMostTogether];
        for (std::size_t i = 0; i < count; ++i) {
          sources[i] = reinterpret_cast<const float*>(x.data() + i * n);
          targets[i] = reinterpret_cast<float*>(y.data() + i * n);
        }
        line->run_several(sources, targets, count, {nullptr, nullptr, false, 2, nullptr, false});
        for (std::size_t i = 0; i < count; ++i) {
          line->run({sources[i], reinterpret_cast<float*>(one.data()), false, 2, nullptr, false});
          EXPECT_TRUE(std::equal(one.begin(), one.end(), y.begin() + std::ptrdiff_t(i * n))) << n;
        }
        EXPECT_EQ(y.back(), std::complex<float>(0)) << n;
      }
    }
  }
}

// A power of 2 in the data changes nothing but exponents.
TEST(FftKernels, HugeAndTinyValues) {
  for (SimdLevel level : levels()) {
    for (std::size_t n : {7, 60, 256, 1009, 4096}) {
      const auto plain = transform<float>(n, level, false);
      for (int exponent : {100, -80}) {
        const auto scaled = transform<float>(n, level, false, 0, exponent);
        const float back = std::ldexp(1.0f, -exponent);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(scaled[i] * back, plain[i]) << n;
      }
    }
  }
}

TEST(FftKernels, RootsAreExact) {
  double re, im;
  for (std::uint64_t n : {8, 12, 1000, 1 << 20}) {
    write_root<double>(0, n, &re, &im);
    EXPECT_EQ(std::complex(re, im), std::complex(1.0, 0.0));
    write_root<double>(n / 4, n, &re, &im);
    EXPECT_EQ(std::complex(re, im), std::complex(0.0, -1.0));
    write_root<double>(n / 2, n, &re, &im);
    EXPECT_EQ(std::complex(re, im), std::complex(-1.0, 0.0));
    write_root<double>(3 * n / 4, n, &re, &im);
    EXPECT_EQ(std::complex(re, im), std::complex(0.0, 1.0));
  }
}

TEST(FftFactors, ProductsAndPaddedLengths) {
  for (std::size_t n = 2; n < 3000; ++n) {
    if (!is_smooth(n)) continue;
    std::size_t product = 1;
    for (int radix : radices(n)) product *= static_cast<std::size_t>(radix);
    EXPECT_EQ(product, n);
    EXPECT_EQ(n % divide_line(n, 16), 0u);
  }
  for (std::size_t n : {1, 33, 2017, 20013, 200005}) {
    for (std::size_t width : {2, 4, 8, 16}) {
      const std::size_t length = padded_length(n, width);
      EXPECT_TRUE(length >= n && is_smooth(length)) << n << " " << length;
    }
  }
}

}  // namespace
}  // namespace vgpu::fft
