// The innermost loop: one tile of c in registers, one step of k at a time.
//
// Included by kernel files only (see engine/simd.h). Everything is unrolled, so that the sums stay in registers: R rows by V
// vectors. A step reads V vectors of b and R single elements of a, and does R * V multiply-adds.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/epilogue.h"
#include "engine/gemm/fetch_c.h"
#include "engine/gemm/tile_store.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

// The largest tile. 32 registers of 512 bits: 28 sums, two of b, one of a. 16 of 256 bits: twelve, two and one. 16 of 128
// bits: eight, two, one, and room for products.
inline constexpr int kTileRows = kVectorBytes == 64 ? 14 : kVectorBytes == 32 ? 6 : 4;
inline constexpr int kTileVectors = 2;

// Elements of a in one step: side by side (a_row 1), or each row its own run along k (a_step 1).
enum class Side { rows, steps };

template <typename T, int R, Side side>
struct ElementsOfA {
  static constexpr std::int64_t kAhead = 1024 / static_cast<std::int64_t>(sizeof(T));
  const T* base;
  std::int64_t row, step;
  explicit ElementsOfA(const Tile<T>& t) : base(t.a), row(t.a_row), step(t.a_step) {}
  [[gnu::always_inline]] T get(int i) const { return side == Side::rows ? base[i] : base[i * row]; }
  // Packed panels of a come from the second cache, once.
  [[gnu::always_inline]] void fetch() const {
    if constexpr (side == Side::rows) __builtin_prefetch(base + kAhead);
  }
  [[gnu::always_inline]] void next() { base += side == Side::rows ? step : 1; }
};

template <typename T, int R, int V>
[[gnu::always_inline]] inline void fetch_tile(const Tile<T>& t) {
  fetch_c<T, R, V>(t.c, t.c_row);
  for (int x = 0; x < t.also_count; ++x) fetch_c<T, R, V>(t.c + t.also[x].at, t.c_row);
}

// How b is read: whole vectors; a last one that may reach behind the row of a b in place; or so and kept, packed.
enum class Right { whole, masked, kept };

// sum += a * b, for all steps of the tile. `fetches`: c on the way.
template <typename T, int R, int V, Side side, Right way, bool fetches = false>
[[gnu::always_inline]] inline void add_products(const Tile<T>& t,
                                                typename Simd<T>::V (&sum)[R][V]) {
  using S = Simd<T>;
  ElementsOfA<T, R, side> a(t);
  const T *b = t.b, *soon = t.soon;
  T* keep = t.keep;
  // Twice, so that there is one copy of the loop: to where c is fetched, and to the end.
  std::int64_t l = 0, until = t.k;
  if constexpr (fetches) until = t.k > kFetchSteps<R, V> ? t.k - kFetchSteps<R, V> : 0;
  while (true) {
#pragma unroll(1)
    for (; l < until; ++l) {
      typename S::V right[V];
      a.fetch();
      __builtin_prefetch(soon, 0, 2);
      soon += t.soon_step;
#pragma unroll
      for (int v = 0; v < V - 1; ++v) right[v] = S::load(b + v * S::kWidth);
      const T* end = b + (V - 1) * S::kWidth;
      right[V - 1] = way == Right::whole ? S::load(end) : S::load(end, t.last);
      if constexpr (way == Right::kept) {
#pragma unroll
        for (int v = 0; v < V; ++v) S::store(keep + v * S::kWidth, right[v]);
        keep += V * S::kWidth;
      }
#pragma unroll
      for (int i = 0; i < R; ++i) {
        const typename S::V left = S::set(a.get(i));
#pragma unroll
        for (int v = 0; v < V; ++v) sum[i][v] += left * right[v];
      }
      a.next();
      b += t.b_step;
    }
    if (l == t.k) break;
    until = t.k;
    if (t.k > kFewSteps) fetch_tile<T, R, V>(t);  // else the results are there before their lines
  }
}

template <typename T, int R, int V>
[[gnu::always_inline]] inline void clear(typename Simd<T>::V (&sum)[R][V]) {
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int v = 0; v < V; ++v) sum[i][v] = Simd<T>::zero();
  }
}

template <typename T, int R, int V, Side side, Right way>
void run_tile(const Tile<T>& t) {
  typename Simd<T>::V sum[R][V];
  clear<T, R, V>(sum);
  add_products<T, R, V, side, way, true>(t, sum);
  store_tile<T, R, V>(t, sum);
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
