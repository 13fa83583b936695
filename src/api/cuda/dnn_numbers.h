// Numbers of a tensor, of a type that is known at run time, as runs of floats or doubles and back.
//
// Loops then exist for floats and doubles only. A run that lies in memory as it is wanted is not copied.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/dnn.h"

namespace vgpu::cuda::dnn {

inline constexpr Index kRun = 1024;  // elements at a time, so that runs stay in the nearest cache

struct Numbers {
  void* data = nullptr;
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
};
inline Numbers numbers(const void* data, const Layout& layout) {
  return {const_cast<void*>(data), layout.type};
}

// `count` numbers from the one at `at`, `step` apart: where they are, or in `room`.
template <typename A>
const A* fetch(const Numbers& from, Index at, Index step, Index count, A* room);

// Integers are rounded to the nearest and kept in their range.
template <typename A>
void put(const Numbers& to, Index at, Index step, Index count, const A* values);

template <typename A>
A get(const Numbers& from, Index at) {
  A room;
  return *fetch(from, at, 0, 1, &room);
}

// alpha * values + beta * what is there.
template <typename A>
void put_blended(const Numbers& to, Index at, Index step, Index count, A* values,
                 const Blend& blend) {
  const A alpha = static_cast<A>(blend.alpha), beta = static_cast<A>(blend.beta);
  if (alpha != A(1))
    for (Index i = 0; i < count; ++i) values[i] *= alpha;
  if (beta != A(0)) {
    A room[kRun];
    for (Index first = 0; first < count; first += kRun) {
      const Index part = std::min(kRun, count - first);
      const A* old = fetch(to, at + first * step, step, part, room);
      for (Index i = 0; i < part; ++i) values[first + i] += beta * old[i];
    }
  }
  put(to, at, step, count, values);
}

}  // namespace vgpu::cuda::dnn
