// One axis of an array transformed, over all positions of the other axes.
//
// A plan is a list of these. Complex axes are done in tiles where lines lie side by side, else line by line.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/fft/kernels.h"
#include "engine/fft/layout.h"

namespace vgpu::fft {

template <typename T>
class Axis {
 public:
  virtual ~Axis() = default;
  // `in` and `out` may be equal where the strides are. `work` has work() numbers, aligned.
  virtual void run(const T* in, T* out, T* work) const = 0;
  virtual std::size_t work() const = 0;
};

// How an axis is to be run.
template <typename T>
struct AxisOptions {
  const Kernels<T>& kernels;
  bool backward;
  T scale;
  unsigned threads;  // 1: in the calling thread
};

template <typename T>
using AxisPtr = std::unique_ptr<const Axis<T>>;

template <typename T>
AxisPtr<T> make_complex_axis(const Dim& axis, std::vector<Dim> others,
                             const AxisOptions<T>& options);
template <typename T>
AxisPtr<T> make_real_forward_axis(const Dim& axis, std::vector<Dim> others,
                                  const AxisOptions<T>& options);
template <typename T>
AxisPtr<T> make_real_backward_axis(const Dim& axis, std::vector<Dim> others,
                                   const AxisOptions<T>& options);

}  // namespace vgpu::fft
