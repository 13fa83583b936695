// The tiles of all heights and widths (see tile.h), by number.
//
// Included by kernel files only (see engine/simd.h), for the loops over a block's tiles.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/tile.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

// All heights and widths of tiles, so that an edge costs what it computes and no more.
template <typename T, int R, int V>
struct TileTable {
  using Function = void (*)(const Tile<T>&);
  Function of[R][V][2][3] = {};  // rows - 1, vectors - 1, side, way

  constexpr TileTable() { fill<1>(); }
  template <int r>
  constexpr void fill() {
    fill_vectors<r, 1>();
    if constexpr (r < R) fill<r + 1>();
  }
  template <int r, int v>
  constexpr void fill_vectors() {
    fill_ways<r, v, Side::rows>();
    fill_ways<r, v, Side::steps>();
    if constexpr (v < V) fill_vectors<r, v + 1>();
  }
  template <int r, int v, Side side>
  constexpr void fill_ways() {
    auto& ways = of[r - 1][v - 1][static_cast<int>(side)];
    ways[0] = run_tile<T, r, v, side, Right::whole>;
    ways[1] = run_tile<T, r, v, side, Right::masked>;
    ways[2] = run_tile<T, r, v, side, Right::kept>;
  }
};

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
