// What a tile is given, and how its sums leave registers: to c, and to other places where there are any.
//
// Included by kernel files only (see engine/simd.h), by tile.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// Where a tile's operands start and how far a step of k is.
template <typename T>
struct Tile {
  const T* a;
  std::int64_t a_row, a_step;
  const T* b;
  std::int64_t b_step;
  T* keep;        // where vectors of b go as they are read
  const T* soon;  // what comes next, on its way to the second cache, `soon_step` elements a step
  std::int64_t soon_step;
  std::int64_t k;
  T* c;
  std::int64_t c_row;
  T alpha, beta;
  const Also<T>* also;
  int also_count;
  typename Simd<T>::Part last;  // of the last vector's columns
};

// The sums to another place than c.
template <typename T, int R, int V>
[[gnu::always_inline]] inline void store_also(const Tile<T>& t, const Also<T>& to,
                                              const typename Simd<T>::V (&sum)[R][V]) {
  using S = Simd<T>;
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      T* at = t.c + to.at + i * t.c_row + v * S::kWidth;
      const typename S::Part part = v == V - 1 ? t.last : S::part(S::kWidth);
      typename S::V x = S::set(to.factor) * sum[i][v];
      if (to.beta != T(0)) x += S::set(to.beta) * S::load(at, part);
      S::store(at, x, part);
    }
  }
}

template <typename T, int R, int V>
[[gnu::always_inline]] inline void store_tile(const Tile<T>& t, typename Simd<T>::V (&sum)[R][V]) {
  using S = Simd<T>;
  for (int x = 0; x < t.also_count; ++x) store_also<T, R, V>(t, t.also[x], sum);
  // Most products have no factor, and small tiles feel a multiplication.
  if (t.alpha != T(1)) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
      for (int v = 0; v < V; ++v) sum[i][v] *= S::set(t.alpha);
    }
  }
  const auto write = [&](auto finish) __attribute__((always_inline)) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
      T* row = t.c + i * t.c_row;
#pragma unroll
      for (int v = 0; v < V - 1; ++v) {
        S::store(row + v * S::kWidth,
                 finish(sum[i][v], [&] { return S::load(row + v * S::kWidth); }));
      }
      T* end = row + (V - 1) * S::kWidth;
      S::store(end, finish(sum[i][V - 1], [&] { return S::load(end, t.last); }), t.last);
    }
  };
  if (t.beta == T(0)) {
    write([&](auto x, auto) { return x; });
  } else {
    write([&](auto x, auto old) { return x + S::set(t.beta) * old(); });
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
