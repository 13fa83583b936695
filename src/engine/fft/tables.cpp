// Tables of roots of unity and of orders.
// SPDX-License-Identifier: MIT
#include "engine/fft/tables.h"

#include <cmath>
#include <numbers>

#include "base/topology.h"
#include "engine/fft/factors.h"

namespace vgpu::fft {
namespace {

// A line of up to so many bytes has its twiddles as one table, which is then read from a near cache.
constexpr std::size_t kFullTableBytes = std::size_t{1} << 17;

}  // namespace

template <typename T>
void write_root(std::uint64_t k, std::uint64_t n, T* re, T* im) {
  // Reduced to an eighth of a turn, so that the angle's own rounding does not matter.
  k %= n;
  const bool lower = 2 * k > n;
  if (lower) k = n - k;
  const bool left = 4 * k > n;
  std::uint64_t numerator = left ? 2 * (n - 2 * k) : 4 * k;  // quarter turns: numerator / n
  const bool steep = 2 * numerator > n;
  if (steep) numerator = n - numerator;
  const double angle =
      std::numbers::pi / 2 * static_cast<double>(numerator) / static_cast<double>(n);
  double c = std::cos(angle), s = std::sin(angle);
  if (steep) std::swap(c, s);
  *re = static_cast<T>(left ? -c : c);
  *im = static_cast<T>(lower ? s : -s);
}

template <typename T>
LaneTables<T>::LaneTables(std::size_t n) {
  plan_.n = n;
  for (int radix : radices(n)) plan_.radix[plan_.passes++] = radix;
  fill_twiddles();
  fill_order();
}

template <typename T>
void LaneTables<T>::fill_twiddles() {
  std::size_t total = 0, size = plan_.n;
  for (int i = 0; i + 1 < plan_.passes; ++i) {
    const auto radix = static_cast<std::size_t>(plan_.radix[i]);
    total += 2 * size / radix * (radix - 1);
    size /= radix;
  }
  twiddles_ = Array<T>(total);
  T* to = twiddles_.data();
  size = plan_.n;
  for (int i = 0; i + 1 < plan_.passes; ++i) {
    const auto radix = static_cast<std::size_t>(plan_.radix[i]);
    plan_.twiddles[i] = to + 2 * (radix - 1);  // the first butterfly of a block needs none
    for (std::size_t p = 0; p < size / radix; ++p) {
      for (std::size_t k = 1; k < radix; ++k, to += 2) write_root(p * k, size, to, to + 1);
    }
    size /= radix;
  }
}

template <typename T>
void LaneTables<T>::fill_order() {
  const int last = plan_.passes - 1;
  const auto radix = static_cast<std::size_t>(plan_.radix[last]);
  const std::size_t blocks = plan_.n / radix;
  first_ = Array<std::uint32_t>(blocks);
  position_ = Array<std::uint32_t>(plan_.n);
  for (std::size_t b = 0; b < blocks; ++b) {
    // b counts the earlier passes' digits, the first one as the most significant; frequencies have it least.
    std::size_t rest = b, frequency = 0;
    for (int i = last - 1; i >= 0; --i) {
      const auto r = static_cast<std::size_t>(plan_.radix[i]);
      frequency = frequency * r + rest % r;
      rest /= r;
    }
    first_[b] = static_cast<std::uint32_t>(frequency);
    for (std::size_t j = 0; j < radix; ++j) {
      position_[frequency + j * blocks] = static_cast<std::uint32_t>(b * radix + j);
    }
  }
  plan_.first = first_.data();
  plan_.position = position_.data();
}

template <typename T>
LineTables<T>::LineTables(std::size_t n1, std::size_t n2, std::size_t width)
    : columns_(n1), rows_(n2) {
  plan_.columns = columns_.plan();
  plan_.rows = rows_.plan();
  n1* n2 * 2 * sizeof(T) <= kFullTableBytes ? fill_full(width) : fill_two_levels(width);
  const std::size_t bytes = n1 * n2 * 2 * sizeof(T);
  plan_.far = bytes >= topology().l2_bytes;
  plan_.lane_twiddles = lane_twiddles_.data();
  plan_.tile_twiddles = tile_twiddles_.data();
  plan_.far_middle = plan_.tile_twiddles != nullptr && topology().l3_bytes != 0 &&
                     3 * bytes > topology().l3_bytes;  // it stands there beside source and target
}

template <typename T>
void LineTables<T>::fill_full(std::size_t width) {
  const std::size_t n1 = plan_.columns.n, n = n1 * plan_.rows.n;
  const std::size_t tiles = (plan_.rows.n + width - 1) / width;
  lane_twiddles_ = Array<T>(tiles * n1 * 2 * width);
  T* to = lane_twiddles_.data();
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    for (std::size_t k = 0; k < n1; ++k, to += 2 * width) {
      for (std::size_t l = 0; l < width; ++l) {
        write_root(k * (tile * width + l), n, to + l, to + width + l);
      }
    }
  }
}

template <typename T>
void LineTables<T>::fill_two_levels(std::size_t width) {
  const std::size_t n1 = plan_.columns.n, n = n1 * plan_.rows.n;
  const std::size_t tiles = (plan_.rows.n + width - 1) / width;
  lane_twiddles_ = Array<T>(n1 * 2 * width);
  tile_twiddles_ = Array<T>(tiles * n1 * 2);
  for (std::size_t k = 0; k < n1; ++k) {
    T* to = lane_twiddles_.data() + k * 2 * width;
    for (std::size_t l = 0; l < width; ++l) write_root(k * l, n, to + l, to + width + l);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      T* whole = tile_twiddles_.data() + 2 * (tile * n1 + k);
      write_root(k * tile * width, n, whole, whole + 1);
    }
  }
}

template <typename T>
RegisterTables<T>::RegisterTables(std::size_t rows, std::size_t width)
    : rows_(rows), twiddles_(width * 2 * width) {
  T* to = twiddles_.data();
  for (std::size_t k = 0; k < width; ++k, to += 2 * width) {
    for (std::size_t l = 0; l < width; ++l) {
      write_root(k * (l % rows), width * rows, to + l, to + width + l);
    }
  }
}

template void write_root(std::uint64_t, std::uint64_t, float*, float*);
template void write_root(std::uint64_t, std::uint64_t, double*, double*);
template class LaneTables<float>;
template class LaneTables<double>;
template class LineTables<float>;
template class LineTables<double>;
template class RegisterTables<float>;
template class RegisterTables<double>;

}  // namespace vgpu::fft
