// Pooling: the maximum or the mean of each window, and their gradients.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "base/thread_pool.h"
#include "engine/conv/conv.h"

namespace vgpu::conv {
namespace {

// Calls body(y, x) for the positions of a window's elements: y the window, x an element of it inside the image.
template <typename Body>
void each_element(const Shape& s, const Sizes& window, Body body) {
  std::int64_t at[3];
  for (std::int64_t d = 0; d < s.kernel[0]; ++d) {
    at[0] = window[0] * s.stride[0] - s.padding[0] + d * s.dilation[0];
    if (at[0] < 0 || at[0] >= s.in[0]) continue;
    for (std::int64_t h = 0; h < s.kernel[1]; ++h) {
      at[1] = window[1] * s.stride[1] - s.padding[1] + h * s.dilation[1];
      if (at[1] < 0 || at[1] >= s.in[1]) continue;
      for (std::int64_t w = 0; w < s.kernel[2]; ++w) {
        at[2] = window[2] * s.stride[2] - s.padding[2] + w * s.dilation[2];
        if (at[2] >= 0 && at[2] < s.in[2]) body((at[0] * s.in[1] + at[1]) * s.in[2] + at[2]);
      }
    }
  }
}

// Calls body(plane, window, position of the window) for all windows of all channels, channels in parallel.
template <typename Body>
void each_window(const Shape& s, Body body) {
  const Sizes out = s.out();
  const auto planes = static_cast<std::uint64_t>(s.batch * s.in_channels);
  ThreadPool::shared().parallel_for(
      planes, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (auto plane = static_cast<std::int64_t>(begin); plane < static_cast<std::int64_t>(end);
             ++plane) {
          for (std::int64_t i = 0; i < product(out); ++i) {
            body(plane, Sizes{i / (out[1] * out[2]), i / out[2] % out[1], i % out[2]}, i);
          }
        }
      });
}

// Elements that a mean is over.
std::int64_t divisor(const Shape& s, Pooling kind, const Sizes& window) {
  if (kind == Pooling::average) return product(s.kernel);
  std::int64_t inside = 0;
  each_element(s, window, [&](std::int64_t) { ++inside; });
  return std::max<std::int64_t>(inside, 1);
}

// Where the maximum stands, or -1. NaN counts as larger than everything.
std::int64_t place_of_maximum(const Shape& s, const Sizes& window, const float* x) {
  std::int64_t best = -1;
  each_element(s, window, [&](std::int64_t at) {
    if (best < 0 || x[at] > x[best] || (x[at] != x[at] && x[best] == x[best])) best = at;
  });
  return best;
}

}  // namespace

void pool_forward(const Shape& s, Pooling kind, const float* x, float* y) {
  const std::int64_t in = product(s.in), out = product(s.out());
  each_window(s, [&](std::int64_t plane, const Sizes& window, std::int64_t i) {
    const float* from = x + plane * in;
    float& to = y[plane * out + i];
    if (kind == Pooling::max) {
      const std::int64_t best = place_of_maximum(s, window, from);
      to = best < 0 ? -std::numeric_limits<float>::infinity() : from[best];
      return;
    }
    float sum = 0;
    each_element(s, window, [&](std::int64_t at) { sum += from[at]; });
    to = sum / static_cast<float>(divisor(s, kind, window));
  });
}

void pool_backward(const Shape& s, Pooling kind, const float* x, const float* dy, float* dx) {
  const std::int64_t in = product(s.in), out = product(s.out());
  std::fill_n(dx, s.batch * s.in_channels * in, 0.0f);
  each_window(s, [&](std::int64_t plane, const Sizes& window, std::int64_t i) {
    float* to = dx + plane * in;
    const float slope = dy[plane * out + i];
    if (kind == Pooling::max) {
      const std::int64_t best = place_of_maximum(s, window, x + plane * in);
      if (best >= 0) to[best] += slope;
      return;
    }
    const float share = slope / static_cast<float>(divisor(s, kind, window));
    each_element(s, window, [&](std::int64_t at) { to[at] += share; });
  });
}

}  // namespace vgpu::conv
