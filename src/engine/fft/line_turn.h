// Between the halves of a long line: a tile's columns times their twiddles, transposed, become parts of row tiles.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/passes.h"

namespace vgpu::fft::VG_SIMD {

// Row k1 of a tile of columns with its twiddles applied.
template <typename T, bool kTwoLevels>
VG_INLINE Complex<T> twisted(const LinePlan<T>& plan, std::size_t tile, std::size_t k1,
                             Complex<T> v) {
  constexpr int W = Simd<T>::W;
  const std::size_t n1 = plan.columns.n;
  const T* lane = plan.lane_twiddles + (kTwoLevels ? k1 : tile * n1 + k1) * kElement<T>;
  v = multiply<T>(v, Simd<T>::load(lane), Simd<T>::load(lane + W));
  if constexpr (kTwoLevels) {
    const T* whole = plan.tile_twiddles + 2 * (tile * n1 + k1);
    v = multiply(v, whole[0], whole[1]);
  }
  return v;
}

// Rows [k1, k1 + W) of the tile become columns [0, lanes) of the row tile in `middle`.
template <typename T, bool kTwoLevels, bool kStream>
VG_INLINE void turn_block(const LinePlan<T>& plan, std::size_t tile, std::size_t k1,
                          std::size_t lanes, const T* scratch, T* middle) {
  constexpr int W = Simd<T>::W;
  typename Simd<T>::V re[W], im[W];
  const std::uint32_t* position = plan.columns.position + k1;
#pragma clang loop unroll(full)
  for (int l = 0; l < W; ++l) {
    const T* from = scratch + position[l] * kElement<T>;
    const Complex<T> x = twisted<T, kTwoLevels>(plan, tile, k1 + l, load_as<T, Form::split>(from));
    re[l] = x.re, im[l] = x.im;
  }
  Transpose<T>::run(re);
  Transpose<T>::run(im);
#pragma clang loop unroll(full)
  for (int l = 0; l < W; ++l) {
    if (std::size_t(l) >= lanes) break;
    T* to = middle + l * kElement<T>;
    kStream ? Simd<T>::stream(to, re[l]) : Simd<T>::store(to, re[l]);
    kStream ? Simd<T>::stream(to + W, im[l]) : Simd<T>::store(to + W, im[l]);
  }
}

// The last rows where n1 is no multiple of W: the missing ones are 0.
template <typename T>
void turn_rest(const LinePlan<T>& plan, std::size_t tile, std::size_t k1, std::size_t lanes,
               const T* scratch, T* middle) {
  constexpr int W = Simd<T>::W;
  const std::size_t rows = plan.columns.n - k1;
  alignas(64) T block[W * 2 * W] = {};
  for (std::size_t l = 0; l < rows; ++l) {
    const Complex<T> from =
        load_as<T, Form::split>(scratch + plan.columns.position[k1 + l] * kElement<T>);
    const Complex<T> x = plan.tile_twiddles ? twisted<T, true>(plan, tile, k1 + l, from)
                                            : twisted<T, false>(plan, tile, k1 + l, from);
    Simd<T>::store(block + l * 2 * W, x.re);
    Simd<T>::store(block + l * 2 * W + W, x.im);
  }
  for (std::size_t c = 0; c < lanes; ++c) {
    for (std::size_t l = 0; l < W; ++l) {
      middle[c * 2 * W + l] = block[l * 2 * W + c];
      middle[c * 2 * W + W + l] = block[l * 2 * W + W + c];
    }
  }
}

}  // namespace vgpu::fft::VG_SIMD
