// Element-by-element work on tensors of any layouts and types, as a task of the handle's stream.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/dnn_walk.h"

namespace vgpu::cuda::dnn {

struct Operand {
  Layout layout;
  const void* data;
};

// Its strides for a walk over the sizes of another tensor: an axis of size 1 is the same element for all.
inline Axes strides_in(const Layout& layout, const Layout& whole) {
  Axes strides = layout.stride;
  for (int i = 0; i < whole.rank; ++i)
    if (layout.size[i] == 1 && whole.size[i] != 1) strides[i] = 0;
  return strides;
}
inline bool fits_in(const Layout& layout, const Layout& whole) {
  if (layout.rank != whole.rank) return false;
  for (int i = 0; i < whole.rank; ++i)
    if (layout.size[i] != whole.size[i] && layout.size[i] != 1) return false;
  return true;
}

// Pieces that are worth a thread's while together.
inline std::size_t pieces_of_task(Index elements, Index pieces) {
  const Index wanted = pieces * 32768 / std::max<Index>(elements, 1);
  return static_cast<std::size_t>(std::max<Index>(wanted, 1));
}

// out = alpha * body(in...) + beta * out, where body(in, values, count) gets runs of numbers, one for each operand, and
// writes the result's. An operand may be `out` itself.
template <typename A, std::size_t kIn, typename Body>
cudnnStatus_t start_each(cudnnHandle_t handle, const Layout& out, void* to,
                         const std::array<Operand, kIn>& in, Blend blend, Body body) {
  std::array<Axes, kIn + 1> strides;
  std::array<Numbers, kIn> from;
  strides[0] = out.stride;
  for (std::size_t i = 0; i < kIn; ++i) {
    strides[i + 1] = strides_in(in[i].layout, out);
    from[i] = numbers(in[i].data, in[i].layout);
  }
  const Walk<kIn + 1> walk(out.size, out.rank, strides);
  const Numbers target = numbers(to, out);
  const auto one = [=](const typename Walk<kIn + 1>::Offsets& at, Index count) {
    A room[kIn + 1][kRun];
    std::array<const A*, kIn> values;
    for (std::size_t i = 0; i < kIn; ++i)
      values[i] = fetch(from[i], at[i + 1], walk.step(i + 1), count, room[i]);
    body(values, room[kIn], count);
    put_blended(target, at[0], walk.step(0), count, room[kIn], blend);
  };
  StreamTask task;
  task.count = static_cast<std::size_t>(walk.pieces());
  task.part = pieces_of_task(walk.count(), walk.pieces());
  task.body = [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) walk.piece(static_cast<Index>(i), one);
  };
  return start(handle, std::move(task));
}

// to = alpha * from + beta * to.
template <typename A>
cudnnStatus_t start_copy(cudnnHandle_t handle, const Layout& to_layout, void* to,
                         const Operand& from, Blend blend) {
  return start_each<A, 1>(handle, to_layout, to, {from}, blend,
                          [](const std::array<const A*, 1>& in, A* out, Index count) {
                            std::copy_n(in[0], count, out);
                          });
}

}  // namespace vgpu::cuda::dnn
