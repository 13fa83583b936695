// What a plan is made from: which transform, over which numbers in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace vgpu::fft {

// n numbers, so many elements apart in the input and in the output. Of real axes n counts the real numbers.
struct Dim {
  std::size_t n;
  std::ptrdiff_t in, out;
  auto operator<=>(const Dim&) const = default;
};

enum class Kind { complex, real_forward, real_backward };

struct Layout {
  Kind kind = Kind::complex;
  bool f64 = false;
  bool backward = false;  // of complex transforms; real ones have a direction of their own
  double scale = 1;       // every result is multiplied with it
  bool serial = false;    // in one thread
  std::vector<Dim> axes;  // the last one is the one of the real numbers
  std::vector<Dim> batch;
  auto operator<=>(const Layout&) const = default;
};

// All positions of some dimensions; offsets count elements.
class Positions {
 public:
  struct Offset {
    std::ptrdiff_t in, out;
  };
  Positions() = default;
  explicit Positions(std::vector<Dim> dims);  // joins those that follow each other without a gap
  std::size_t count() const { return count_; }
  Offset operator[](std::size_t index) const {
    Offset at{0, 0};
    for (std::size_t i = dims_.size(); i-- > 0;) {
      const auto digit = static_cast<std::ptrdiff_t>(index % dims_[i].n);
      at.in += digit * dims_[i].in, at.out += digit * dims_[i].out;
      index /= dims_[i].n;
    }
    return at;
  }
  const std::vector<Dim>& dims() const { return dims_; }

 private:
  std::vector<Dim> dims_;
  std::size_t count_ = 1;
};

}  // namespace vgpu::fft
