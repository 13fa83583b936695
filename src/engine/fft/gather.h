// Numbers from anywhere in memory into split tiles, and back.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/passes.h"

namespace vgpu::fft::VG_SIMD {

// Pairs from anywhere, number by number.
template <typename T>
void load_any(Strided<const T> from, std::size_t begin, std::size_t n, std::size_t lanes, bool swap,
              T* tile) {
  constexpr std::size_t W = Simd<T>::W;
  for (std::size_t j = begin; j < n; ++j) {
    T* to = tile + j * 2 * W;
    const T* p = from.data + 2 * std::ptrdiff_t(j) * from.element;
    for (std::size_t l = 0; l < lanes; ++l, p += 2 * from.lane) {
      to[l] = p[swap ? 1 : 0];
      to[W + l] = p[swap ? 0 : 1];
    }
    for (std::size_t l = lanes; l < W; ++l) to[l] = to[W + l] = 0;
  }
}

// W lines with their elements side by side, W elements at a time.
template <typename T, bool kSwap>
void load_lines(Strided<const T> from, std::size_t n, T* tile) {
  constexpr int W = Simd<T>::W;
  for (std::size_t j = 0; j + W <= n; j += W) {
    typename Simd<T>::V re[W], im[W];
#pragma clang loop unroll(full)
    for (int l = 0; l < W; ++l) {
      const Complex<T> x =
          load_pairs<T, kSwap>(from.data + 2 * (std::ptrdiff_t(l) * from.lane + std::ptrdiff_t(j)));
      re[l] = x.re, im[l] = x.im;
    }
    Transpose<T>::run(re);
    Transpose<T>::run(im);
#pragma clang loop unroll(full)
    for (int l = 0; l < W; ++l) {
      Simd<T>::store(tile + (j + l) * kElement<T>, re[l]);
      Simd<T>::store(tile + (j + l) * kElement<T> + W, im[l]);
    }
  }
}

// W lines side by side, row by row. The processor does not guess rows that lie pages apart, and rows at multiples of 4 KiB
// share so few sets of the caches that they must be used as soon as they are there: so they are fetched in order, some rows
// ahead, and not in the order of a pass.
template <typename T, bool kSwap>
void load_rows(Strided<const T> from, std::size_t n, T* tile) {
  constexpr std::ptrdiff_t kAhead = 16, kLine = 64 / sizeof(T);
  const std::ptrdiff_t step = 2 * from.element;
  const T* p = from.data;
  for (std::size_t j = 0; j < n; ++j, p += step, tile += kElement<T>) {
#pragma clang loop unroll(full)
    for (std::ptrdiff_t i = 0; i < kElement<T>; i += kLine) {
      __builtin_prefetch(p + kAhead * step + i);
    }
    store_as<T, Form::split>(tile, load_pairs<T, kSwap>(p));
  }
}

template <typename T, bool kSwap, bool kStream>
void store_rows(const T* tile, const std::uint32_t* position, std::size_t n, T scale,
                Strided<T> to) {
  T* p = to.data;
  for (std::size_t j = 0; j < n; ++j, p += 2 * to.element) {
    const Complex<T> x = load_as<T, Form::split>(tile + position[j] * kElement<T>);
    store_pairs<T, kSwap, kStream>(p, {x.re * scale, x.im * scale});
  }
}

// Rows of a large array, past the caches where their lines are whole.
template <typename T>
void stream_rows(const T* tile, const std::uint32_t* position, std::size_t n, bool swap, T scale,
                 Strided<T> to) {
  if (!Simd<T>::aligned(to.data) || 2 * to.element % Simd<T>::W != 0) {
    return swap ? store_rows<T, true, false>(tile, position, n, scale, to)
                : store_rows<T, false, false>(tile, position, n, scale, to);
  }
  swap ? store_rows<T, true, true>(tile, position, n, scale, to)
       : store_rows<T, false, true>(tile, position, n, scale, to);
  Simd<T>::finish_streams();
}

template <typename T>
void load_tile(Strided<const T> from, std::size_t n, std::size_t lanes, bool swap, T* tile) {
  constexpr std::size_t W = Simd<T>::W;
  if (lanes == W && from.element == 1 && n >= W) {
    swap ? load_lines<T, true>(from, n, tile) : load_lines<T, false>(from, n, tile);
    load_any(from, n / W * W, n, lanes, swap, tile);
  } else if (lanes == W && from.lane == 1) {
    swap ? load_rows<T, true>(from, n, tile) : load_rows<T, false>(from, n, tile);
  } else {
    load_any(from, 0, n, lanes, swap, tile);
  }
}

template <typename T>
void store_any(const T* tile, const std::uint32_t* position, std::size_t begin, std::size_t n,
               std::size_t lanes, bool swap, T scale, Strided<T> to) {
  constexpr std::size_t W = Simd<T>::W;
  for (std::size_t j = begin; j < n; ++j) {
    const T* from = tile + position[j] * kElement<T>;
    T* p = to.data + 2 * std::ptrdiff_t(j) * to.element;
    for (std::size_t l = 0; l < lanes; ++l, p += 2 * to.lane) {
      p[swap ? 1 : 0] = from[l] * scale;
      p[swap ? 0 : 1] = from[W + l] * scale;
    }
  }
}

template <typename T, bool kSwap>
void store_lines(const T* tile, const std::uint32_t* position, std::size_t n, T scale,
                 Strided<T> to) {
  constexpr int W = Simd<T>::W;
  for (std::size_t j = 0; j + W <= n; j += W) {
    typename Simd<T>::V re[W], im[W];
#pragma clang loop unroll(full)
    for (int l = 0; l < W; ++l) {
      const T* from = tile + position[j + l] * kElement<T>;
      re[l] = Simd<T>::load(from), im[l] = Simd<T>::load(from + W);
    }
    Transpose<T>::run(re);
    Transpose<T>::run(im);
#pragma clang loop unroll(full)
    for (int l = 0; l < W; ++l) {
      store_pairs<T, kSwap>(to.data + 2 * (std::ptrdiff_t(l) * to.lane + std::ptrdiff_t(j)),
                            {re[l] * scale, im[l] * scale});
    }
  }
}

template <typename T>
void store_tile(const T* tile, const std::uint32_t* position, std::size_t n, std::size_t lanes,
                bool swap, T scale, Strided<T> to) {
  constexpr std::size_t W = Simd<T>::W;
  std::size_t done = 0;
  if (lanes == W && to.element == 1 && n >= W) {
    swap ? store_lines<T, true>(tile, position, n, scale, to)
         : store_lines<T, false>(tile, position, n, scale, to);
    done = n / W * W;
  }
  store_any(tile, position, done, n, lanes, swap, scale, to);
}

}  // namespace vgpu::fft::VG_SIMD
