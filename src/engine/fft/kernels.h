// What the planner knows of the kernels: tables of functions, one for each instruction set and number type.
//
// A *tile* is W transforms side by side, one a lane (W: numbers of a register). Inside it data is *split*:
// element j is W real parts followed by W imaginary ones. Outside it is *pairs* (re, im, re, im, ...).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_features.h"

namespace vgpu::fft {

constexpr int kMaxPasses = 32;

enum class Form { split, pairs, swapped };  // swapped: pairs with the parts exchanged

// One transform of length n, done in all lanes of a tile: decimation in frequency, in place, one pass a
// radix; the last pass knows where its results belong.
template <typename T>
struct LanePlan {
  std::size_t n = 1;
  int passes = 0;
  int radix[kMaxPasses] = {};
  const T* twiddles[kMaxPasses] = {};       // pass i, element p: radix - 1 complex factors
  const std::uint32_t* first = nullptr;     // block b of the last pass -> its first frequency
  const std::uint32_t* position = nullptr;  // frequency -> where an in-place transform leaves it
};

// A line of n = n1 * n2 numbers: n2 columns of n1 (tiles of columns), twiddles, then n1 rows of n2.
template <typename T>
struct LinePlan {
  LanePlan<T> columns, rows;         // of length n1 and n2
  const T* lane_twiddles = nullptr;  // [n1][re W, im W]: w^(k1 * lane), or with tile_twiddles null
                                     // [tile][n1][re W, im W]: w^(k1 * (tile * W + lane))
  const T* tile_twiddles = nullptr;  // [tile][n1][re, im]: w^(k1 * tile * W)
  bool far = false;                  // ends lie beyond the second cache
  bool far_middle = false;           // and what is between the halves even beyond the last (with
                                     // tile_twiddles only)
};

// Up to W / n2 lines of W * n2 numbers each, at once and in registers; n2 is a power of 2 in [2, W].
template <typename T>
struct RegisterLines {
  std::size_t n2, count;
  const T* const* sources;  // of W / n2 lines; beyond `count` any that can be read
  T* const* targets;        // of `count` lines, may be the sources
  const T* twiddles;        // [W][re W, im W]: w^(k1 * (lane % n2))
  bool swap;
  T scale;
};

// Where a tile's data stands in memory: element j of lane l at data + 2 * (j * element + l * lane).
template <typename T>
struct Strided {
  T* data;
  std::ptrdiff_t element, lane;
};

template <typename T>
struct Kernels {
  std::size_t width;  // W

  // All of a tile from `source` to `target`; strides count numbers (T) from element to element. Without a
  // target the result stays in `scratch` in the order of LanePlan::position. `source` may be `scratch`.
  void (*tile)(const LanePlan<T>& plan, Form source_form, const T* source,
               std::ptrdiff_t source_stride, Form target_form, T* target,
               std::ptrdiff_t target_stride, T* scratch, T scale);

  // Pairs in any order of memory to split tiles and back; lanes beyond `lanes` become 0 or are left out.
  void (*load)(Strided<const T> from, std::size_t n, std::size_t lanes, bool swap, T* tile);
  void (*store)(const T* tile, const std::uint32_t* position, std::size_t n, std::size_t lanes,
                bool swap, T scale, Strided<T> to);

  // The two halves of a line, for tiles [begin, end) of columns and of rows. `middle` holds all row tiles.
  void (*columns)(const LinePlan<T>& plan, const T* source, bool swap, std::size_t begin,
                  std::size_t end, T* middle, T* scratch);
  void (*rows)(const LinePlan<T>& plan, T* middle, std::size_t begin, std::size_t end, T* target,
               bool swap, T scale);

  void (*register_lines)(const RegisterLines<T>& job);

  // to[i] = a[i] * b[i] * scale for n complex numbers, or its conjugate; the flags exchange the parts of a
  // and of the result.
  void (*multiply)(const T* a, bool swap_a, const T* b, T* to, bool swap_to, std::size_t n,
                   bool conj, T scale);

  // From the transform of n / 2 pairs to the n / 2 + 1 results of n real numbers (in place), and back.
  // twiddles: exp(-2 pi i k / n) for k <= n / 4.
  void (*real_forward)(T* data, const T* twiddles, std::size_t half, T scale);
  void (*real_backward)(const T* from, T* to, const T* twiddles, std::size_t half);
};

// One pair a file kernels_*.cpp.
const Kernels<float>& portable_float();
const Kernels<double>& portable_double();
const Kernels<float>& avx2_float();
const Kernels<double>& avx2_double();
const Kernels<float>& avx512_float();
const Kernels<double>& avx512_double();

template <typename T>
const Kernels<T>& kernels_for(SimdLevel level);
template <>
const Kernels<float>& kernels_for<float>(SimdLevel level);
template <>
const Kernels<double>& kernels_for<double>(SimdLevel level);

}  // namespace vgpu::fft
