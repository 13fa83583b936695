// Long lines: columns in tiles, twiddles, a transposition in registers, then rows in tiles.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/gather.h"
#include "engine/fft/line_turn.h"
#include "engine/fft/register_lines.h"
#include "engine/fft/tiles.h"

namespace vgpu::fft::VG_SIMD {

// A tile of columns of length W, which the registers hold: the pass, the twiddles and the turn at once.
template <typename T, bool kSwap, bool kTwoLevels>
void short_columns(const LinePlan<T>& plan, const T* source, std::size_t tile, T* middle) {
  constexpr int W = Simd<T>::W;
  const T* const from = source + 2 * tile * W;
  const std::ptrdiff_t stride = 2 * std::ptrdiff_t(plan.rows.n);
  Complex<T> x[W];
  pass_and_turn<T>([&](int k) VG_LAMBDA { return load_pairs<T, kSwap>(from + k * stride); },
                   [&](int k, Complex<T> v)
                       VG_LAMBDA { return twisted<T, kTwoLevels>(plan, tile, std::size_t(k), v); },
                   x);
  T* to = middle + tile * W * kElement<T>;
#pragma clang loop unroll(full)
  for (int l = 0; l < W; ++l) store_as<T, Form::split>(to + l * kElement<T>, x[l]);
}

template <typename T, bool kTwoLevels>
void all_short_columns(const LinePlan<T>& plan, const T* source, bool swap, std::size_t begin,
                       std::size_t end, T* middle) {
  for (std::size_t tile = begin; tile < end; ++tile) {
    swap ? short_columns<T, true, kTwoLevels>(plan, source, tile, middle)
         : short_columns<T, false, kTwoLevels>(plan, source, tile, middle);
  }
}

template <typename T>
void line_columns(const LinePlan<T>& plan, const T* source, bool swap, std::size_t begin,
                  std::size_t end, T* middle, T* scratch) {
  constexpr std::size_t W = Simd<T>::W;
  const std::size_t n1 = plan.columns.n, n2 = plan.rows.n;
  if (n1 == W && n2 % W == 0) {
    return plan.tile_twiddles ? all_short_columns<T, true>(plan, source, swap, begin, end, middle)
                              : all_short_columns<T, false>(plan, source, swap, begin, end, middle);
  }
  for (std::size_t tile = begin; tile < end; ++tile) {
    const std::size_t j = tile * W, lanes = n2 - j < W ? n2 - j : W;
    const auto stride = std::ptrdiff_t(n2);
    if (lanes == W && !plan.far) {
      transform_tile<T>(plan.columns, swap ? Form::swapped : Form::pairs, source + 2 * j,
                        2 * stride, Form::split, nullptr, 0, scratch, T(1));
    } else {
      load_tile<T>({source + 2 * j, stride, 1}, n1, lanes, swap, scratch);
      transform_tile<T>(plan.columns, Form::split, scratch, kElement<T>, Form::split, nullptr, 0,
                        scratch, T(1));
    }
    std::size_t k1 = 0;
    for (; k1 + W <= n1; k1 += W) {
      T* to = middle + (k1 / W * n2 + j) * 2 * W;
      if (plan.far_middle) {
        turn_block<T, true, true>(plan, tile, k1, lanes, scratch, to);
      } else {
        plan.tile_twiddles ? turn_block<T, true, false>(plan, tile, k1, lanes, scratch, to)
                           : turn_block<T, false, false>(plan, tile, k1, lanes, scratch, to);
      }
    }
    if (k1 < n1) turn_rest(plan, tile, k1, lanes, scratch, middle + (k1 / W * n2 + j) * 2 * W);
  }
  if (plan.far_middle) Simd<T>::finish_streams();
}

template <typename T>
void line_rows(const LinePlan<T>& plan, T* middle, std::size_t begin, std::size_t end, T* target,
               bool swap, T scale) {
  constexpr std::size_t W = Simd<T>::W;
  const std::size_t n1 = plan.columns.n, n2 = plan.rows.n;
  for (std::size_t tile = begin; tile < end; ++tile) {
    const std::size_t k1 = tile * W, lanes = n1 - k1 < W ? n1 - k1 : W;
    T* from = middle + tile * n2 * 2 * W;
    if (lanes == W && !plan.far) {
      transform_tile<T>(plan.rows, Form::split, from, kElement<T>,
                        swap ? Form::swapped : Form::pairs, target + 2 * k1, 2 * std::ptrdiff_t(n1),
                        from, scale);
    } else {
      transform_tile<T>(plan.rows, Form::split, from, kElement<T>, Form::split, nullptr, 0, from,
                        T(1));
      const Strided<T> to{target + 2 * k1, std::ptrdiff_t(n1), 1};
      lanes == W ? stream_rows<T>(from, plan.rows.position, n2, swap, scale, to)
                 : store_tile<T>(from, plan.rows.position, n2, lanes, swap, scale, to);
    }
  }
}

}  // namespace vgpu::fft::VG_SIMD
