// Tensors as lines: for each element of some axes, which are kept, the elements along all others.
//
// Sums, softmax, normalisation and pooling go line by line, several lines at once on the device's threads.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/cuda/dnn_elements.h"

namespace vgpu::cuda::dnn {

template <std::size_t kTensors>
class Lines {
 public:
  using Offsets = typename Walk<kTensors>::Offsets;

  // `kept` has the sizes of the axes that are kept and 1 for the others.
  Lines(const Layout& whole, const Axes& kept, const std::array<Axes, kTensors>& strides,
        bool in_order = false)
      : kept_(kept, whole.rank, strides),
        along_(others(whole, kept), whole.rank, strides, in_order) {}

  Index count() const { return kept_.count(); }
  Index length() const { return along_.count(); }
  Offsets begin(Index line) const { return kept_.element(line); }

  // body(offsets, first, count) for the runs of a line that begins there.
  template <typename Body>
  void runs(const Offsets& begin, Body&& body) const {
    Index first = 0;
    for (Index i = 0; i < along_.pieces(); ++i)
      along_.piece(i, [&](Offsets at, Index count) {
        for (std::size_t t = 0; t < kTensors; ++t) at[t] += begin[t];
        body(at, first, count);
        first += count;
      });
  }
  Index step(std::size_t tensor) const { return along_.step(tensor); }

  // A whole line of one tensor, side by side.
  template <typename A>
  void read(std::size_t tensor, const Numbers& from, const Offsets& begin, A* line) const {
    runs(begin, [&](const Offsets& at, Index first, Index count) {
      const A* run = fetch(from, at[tensor], step(tensor), count, line + first);
      if (run != line + first) std::copy_n(run, count, line + first);
    });
  }
  template <typename A>
  void write(std::size_t tensor, const Numbers& to, const Offsets& begin, A* line,
             const Blend& blend) const {
    runs(begin, [&](const Offsets& at, Index first, Index count) {
      put_blended(to, at[tensor], step(tensor), count, line + first, blend);
    });
  }

  // body(begin) for each line, in the stream's order.
  template <typename Body>
  cudnnStatus_t start(cudnnHandle_t handle, Body body) const {
    StreamTask task;
    task.count = static_cast<std::size_t>(count());
    task.part = pieces_of_task(count() * length(), count());
    task.body = [lines = *this, body](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) body(lines, lines.begin(static_cast<Index>(i)));
    };
    return dnn::start(handle, std::move(task));
  }

 private:
  static Axes others(const Layout& whole, const Axes& kept) {
    Axes size = whole.size;
    for (int i = 0; i < whole.rank; ++i)
      if (kept[i] != 1) size[i] = 1;
    return size;
  }

  Walk<kTensors> kept_, along_;
};

// The sizes of the axes from `first` up to `end`, 1 for the others.
inline Axes only(const Layout& whole, int first, int end) {
  Axes size{};
  for (int i = 0; i < whole.rank; ++i) size[i] = i >= first && i < end ? whole.size[i] : 1;
  return size;
}

// The sum of f(i), in several sums that do not wait for each other.
template <typename Function>
double sum_of(Index count, Function f) {
  constexpr Index kLanes = 8;
  double lanes[kLanes] = {}, total = 0;
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) lanes[lane] += static_cast<double>(f(i + lane));
  for (; i < count; ++i) total += static_cast<double>(f(i));
  for (double lane : lanes) total += lane;
  return total;
}

// c = alpha * (the sum of a along the axes in which c has size 1) + beta * c.
cudnnStatus_t start_sum(cudnnHandle_t handle, const Operand& a, const Layout& c, void* to,
                        Blend blend);

}  // namespace vgpu::cuda::dnn
