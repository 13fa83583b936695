// A walk through several tensors at once, run by run along the axis in which the first of them lies side by side.
//
// Axes that follow each other without a gap in all tensors become one; those of size 1 are left out. A stride of 0 sees
// the same element again. A walk in the order of the axes keeps it. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "api/cuda/dnn_numbers.h"

namespace vgpu::cuda::dnn {

template <std::size_t kTensors>
class Walk {
 public:
  using Offsets = std::array<Index, kTensors>;

  Walk(const Axes& size, int rank, const std::array<Axes, kTensors>& strides,
       bool keep_order = false) {
    std::array<int, kMostAxes> order;
    int used = 0;
    for (int axis = 0; axis < rank; ++axis)
      if (size[axis] != 1) order[used++] = axis;
    if (!keep_order)
      std::sort(order.begin(), order.begin() + used, [&](int a, int b) {
        return strides[0][a] != strides[0][b] ? strides[0][a] > strides[0][b] : a < b;
      });
    for (int i = 0; i < used; ++i) add(size[order[i]], strides, order[i]);
    if (rank_ == 0) size_[rank_++] = 1;
    for (int axis = 0; axis + 1 < rank_; ++axis) rows_ *= size_[axis];
  }

  Index rows() const { return rows_; }
  Index width() const { return size_[rank_ - 1]; }
  Index step(std::size_t tensor) const { return stride_[rank_ - 1][tensor]; }
  Index count() const { return rows_ * width(); }

  // Where a row begins.
  Offsets row(Index number) const {
    Offsets at{};
    for (int axis = rank_ - 2; axis >= 0; --axis) {
      const Index here = number % size_[axis];
      number /= size_[axis];
      for (std::size_t t = 0; t < kTensors; ++t) at[t] += here * stride_[axis][t];
    }
    return at;
  }

  Offsets element(Index number) const {
    Offsets at = row(number / width());
    for (std::size_t t = 0; t < kTensors; ++t) at[t] += number % width() * step(t);
    return at;
  }

  // body(offsets, count) for pieces of up to kRun elements, numbered from 0.
  Index pieces() const { return rows_ * pieces_of_row(); }
  template <typename Body>
  void piece(Index number, Body&& body) const {
    const Index first = number % pieces_of_row() * kRun;
    Offsets at = row(number / pieces_of_row());
    for (std::size_t t = 0; t < kTensors; ++t) at[t] += first * step(t);
    body(at, std::min(kRun, width() - first));
  }

 private:
  Index pieces_of_row() const { return (width() + kRun - 1) / kRun; }

  void add(Index size, const std::array<Axes, kTensors>& strides, int axis) {
    bool joins = rank_ > 0;
    for (std::size_t t = 0; t < kTensors; ++t)
      joins = joins && stride_[rank_ - 1][t] == size * strides[t][axis];
    if (!joins) size_[rank_++] = 1;
    size_[rank_ - 1] *= size;
    for (std::size_t t = 0; t < kTensors; ++t) stride_[rank_ - 1][t] = strides[t][axis];
  }

  int rank_ = 0;
  Axes size_{};
  std::array<Offsets, kMostAxes> stride_{};
  Index rows_ = 1;
};

}  // namespace vgpu::cuda::dnn
