// Lines that fit the registers: a pass of radix W, twiddles, a transposition, a second pass, and no memory between.
//
// A line of n = W * n2 numbers is W rows of n2. W / n2 such lines fill the lanes together, n2 neighbours of each, so that the
// first pass (over rows) is full. The transposition then puts W results of one line into each register, side by side.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/passes.h"

namespace vgpu::fft::VG_SIMD {

template <typename V, int... I>
VG_INLINE auto join_indexed(V a, V b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, I...);
}

// kBytes of a register: runs of kRun numbers, each from its own line.
template <typename T, int kBytes, int kRun>
VG_INLINE typename VectorOf<T, kBytes>::type load_runs(const T* const* lines, std::size_t at) {
  constexpr int kNumbers = kBytes / int(sizeof(T));
  if constexpr (kNumbers == kRun) {
    return *reinterpret_cast<const typename VectorOf<T, kBytes>::unaligned*>(lines[0] + at);
  } else {
    const auto low = load_runs<T, kBytes / 2, kRun>(lines, at);
    const auto high = load_runs<T, kBytes / 2, kRun>(lines + kNumbers / 2 / kRun, at);
    return join_indexed(low, high, std::make_integer_sequence<int, kNumbers>{});
  }
}

// Row j of all lines: lane g * N2 + l is number j * N2 + l of line g.
template <typename T, int N2, bool kSwap>
VG_INLINE Complex<T> load_row(const T* const* lines, int j) {
  constexpr int W = Simd<T>::W;
  if constexpr (N2 == W) {
    return load_pairs<T, kSwap>(lines[0] + 2 * W * j);
  } else {
    const std::size_t at = std::size_t(2 * N2 * j);
    const auto a = load_runs<T, kVectorBytes, 2 * N2>(lines, at);
    const auto b = load_runs<T, kVectorBytes, 2 * N2>(lines + W / N2 / 2, at);
    return split_pairs<T, kSwap>(a, b);
  }
}

// A pass of radix W from load(k), times twiddle(k) (where k > 0), transposed: lanes become numbers.
template <typename T, typename Load, typename Twiddle>
VG_INLINE void pass_and_turn(Load load, Twiddle twiddle, Complex<T>* x) {
  constexpr int W = Simd<T>::W;
  typename Simd<T>::V re[W], im[W];
  const auto put = [&](int k, Complex<T> v) VG_LAMBDA {
    if (k > 0) v = twiddle(k, v);
    re[k] = v.re, im[k] = v.im;
  };
  if constexpr (W == 16 && Transpose<T>::Q == 4) {
    // Four results at a time are those whose parts change places.
    butterfly16<T>(load, [&](int j, Complex<T>(&r)[4]) VG_LAMBDA {
      put(j, r[0]), put(j + 4, r[1]), put(j + 8, r[2]), put(j + 12, r[3]);
      Transpose<T>::across(re, j);
      Transpose<T>::across(im, j);
    });
    Transpose<T>::inside(re);
    Transpose<T>::inside(im);
  } else {
    transform<T, W>(load, put);
    Transpose<T>::run(re);
    Transpose<T>::run(im);
  }
#pragma clang loop unroll(full)
  for (int k = 0; k < W; ++k) x[k] = {re[k], im[k]};
}

template <typename T, int N2, bool kSwap>
void run_register_lines(const RegisterLines<T>& job) {
  constexpr int W = Simd<T>::W;
  const T *const *sources = job.sources, *twiddles = job.twiddles;
  const T scale = job.scale;
  Complex<T> x[W];
  pass_and_turn<T>([&](int j) VG_LAMBDA { return load_row<T, N2, kSwap>(sources, j); },
                   [&](int k, Complex<T> v) VG_LAMBDA {
                     const T* by = twiddles + k * kElement<T>;
                     return multiply<T>(v, Simd<T>::load(by), Simd<T>::load(by + W));
                   },
                   x);
#pragma clang loop unroll(full)
  for (int g = 0; g < W / N2; ++g) {
    if (std::size_t(g) >= job.count) break;
    T* const target = job.targets[g];
    transform<T, N2>([&](int k) VG_LAMBDA { return x[g * N2 + k]; },
                     [&](int k, Complex<T> y) VG_LAMBDA {
                       store_pairs<T, kSwap>(target + 2 * W * k, {y.re * scale, y.im * scale});
                     });
  }
}

template <typename T, int N2>
void register_lines_of(const RegisterLines<T>& job) {
  job.swap ? run_register_lines<T, N2, true>(job) : run_register_lines<T, N2, false>(job);
}

template <typename T>
void register_lines(const RegisterLines<T>& job) {
  constexpr int W = Simd<T>::W;
  switch (job.n2) {
    case 2:
      return register_lines_of<T, 2>(job);
    case 4:
      if constexpr (W >= 4) return register_lines_of<T, 4>(job);
      break;
    case 8:
      if constexpr (W >= 8) return register_lines_of<T, 8>(job);
      break;
    default:
      if constexpr (W >= 16) return register_lines_of<T, 16>(job);
  }
}

}  // namespace vgpu::fft::VG_SIMD
