// Data for the tests of engines: numbers that end where readable memory ends, and comparisons with sums in double precision.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vgpu/runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <vector>

namespace vgpu_test {

// Floats between two pages that nobody may touch: who reads or writes behind them (or before them, where they fill whole pages)
// dies. Their address is a multiple of 4 and of nothing else in particular.
class Floats {
 public:
  explicit Floats(std::int64_t count, float value = 0) : count_(count) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    const std::size_t room = (bytes + page - 1) / page * page;
    size_ = room + 2 * page;
    base_ = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base_ == MAP_FAILED) throw std::runtime_error("no memory for a test");
    char* const first = static_cast<char*>(base_) + page;
    if (room > 0 && mprotect(first, room, PROT_READ | PROT_WRITE) != 0) {
      throw std::runtime_error("no memory for a test");
    }
    data_ = reinterpret_cast<float*>(first + room - bytes);
    std::fill_n(data_, count, value);
  }
  ~Floats() { munmap(base_, size_); }
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;

  float* data() const { return data_; }
  std::int64_t size() const { return count_; }
  float& operator[](std::int64_t i) const { return data_[i]; }

  // Numbers in [-factor, factor].
  Floats& randomize(unsigned seed, float factor = 1) {
    std::minstd_rand random(seed);
    std::uniform_real_distribution<float> between(-1, 1);
    for (std::int64_t i = 0; i < count_; ++i) data_[i] = factor * between(random);
    return *this;
  }

 private:
  void* base_ = nullptr;
  std::size_t size_ = 0;
  float* data_ = nullptr;
  std::int64_t count_;
};

// A number in double precision and the sum of the sizes of what it was made of, which its error is measured by.
struct Sum {
  double value = 0, size = 0;
  void add(double x) { value += x, size += std::abs(x); }
};

// Whether a float is as near to a sum as rounding leaves it; infinities and NaN must be the same.
inline testing::AssertionResult is_near(float got, const Sum& wanted, double tolerance = 2e-6) {
  constexpr double kLargest = 3.4e38, kSmallest = 1e-37;  // beyond them floats are infinite or 0
  if (std::isnan(wanted.value) ? std::isnan(got) : got == wanted.value) {
    return testing::AssertionSuccess();
  }
  if (std::isfinite(wanted.value) &&
      (std::abs(got - wanted.value) <= tolerance * wanted.size + kSmallest ||
       (wanted.size > kLargest && !std::isfinite(got)))) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << got << " instead of " << wanted.value << ", made of " << wanted.size;
}

// Whether all of them are.
inline testing::AssertionResult are_near(const Floats& got, const std::vector<Sum>& wanted,
                                         double tolerance = 2e-6) {
  if (got.size() != static_cast<std::int64_t>(wanted.size())) {
    return testing::AssertionFailure() << got.size() << " numbers, not " << wanted.size();
  }
  for (std::int64_t i = 0; i < got.size(); ++i) {
    const auto one = is_near(got[i], wanted[static_cast<std::size_t>(i)], tolerance);
    if (!one) return testing::AssertionFailure() << "at " << i << ": " << one.message();
  }
  return testing::AssertionSuccess();
}

// What a function that enqueues says, once its work is done.
inline vgpuError_t done(vgpuError_t enqueued) {
  const vgpuError_t finished = vgpuStreamSynchronize(nullptr);
  return enqueued != vgpuSuccess ? enqueued : finished;
}

}  // namespace vgpu_test
