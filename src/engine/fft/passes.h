// One pass of a tile's transform: butterflies of one radix over all blocks.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/kernels.h"
#include "engine/fft/transform.h"

namespace vgpu::fft::VG_SIMD {

template <typename T>
constexpr std::ptrdiff_t kElement = 2 * Simd<T>::W;  // of a split tile, in numbers

// A run of `count` butterflies. Strides count numbers; with `first` the i-th one's results begin at
// target + first[i] * target_step.
template <typename T>
struct Run {
  const T* source;
  std::ptrdiff_t source_stride, source_step;
  T* target;
  std::ptrdiff_t target_stride, target_step;
  std::size_t count;
  const std::uint32_t* first;
  const T* twiddles;
  T scale;
};

template <typename T, Form kForm>
VG_INLINE Complex<T> load_as(const T* p) {
  if constexpr (kForm == Form::split) {
    return {Simd<T>::load(p), Simd<T>::load(p + Simd<T>::W)};
  } else {
    return load_pairs < T, kForm == Form::swapped > (p);
  }
}

template <typename T, Form kForm>
VG_INLINE void store_as(T* p, Complex<T> x) {
  if constexpr (kForm == Form::split) {
    Simd<T>::store(p, x.re);
    Simd<T>::store(p + Simd<T>::W, x.im);
  } else {
    store_pairs<T, kForm == Form::swapped>(p, x);
  }
}

// What happens to results before they are stored.
enum class Finish { none, twiddle, scale };

template <typename T, int R, Form kSource, Form kTarget, Finish kFinish>
void run_pass(const Run<T>& run) {
  // Copies, for the compiler must take the fields to change with every store.
  const T scale = run.scale;
  const T *tw = run.twiddles, *from = run.source;
  const std::uint32_t* first = run.first;
  const std::ptrdiff_t source_stride = run.source_stride, source_step = run.source_step,
                       target_stride = run.target_stride, target_step = run.target_step;
  T* const target = run.target;
  for (std::size_t i = 0, n = run.count; i < n; ++i, tw += 2 * (R - 1), from += source_step) {
    T* to = target + std::ptrdiff_t(first ? first[i] : i) * target_step;
    transform<T, R>([&](int k) VG_LAMBDA { return load_as<T, kSource>(from + k * source_stride); },
                    [&](int k, Complex<T> x) VG_LAMBDA {
                      if constexpr (kFinish == Finish::twiddle) {
                        if (k > 0) x = multiply(x, tw[2 * k - 2], tw[2 * k - 1]);
                      }
                      if constexpr (kFinish == Finish::scale) x = {x.re * scale, x.im * scale};
                      store_as<T, kTarget>(to + k * target_stride, x);
                    });
  }
}

// Only results that leave the tile are scaled; a scale of 1 is most frequent.
template <typename T, int R, Form kSource, Form kTarget>
void run_last(const Run<T>& run) {
  run.scale == T(1) ? run_pass<T, R, kSource, kTarget, Finish::none>(run)
                    : run_pass<T, R, kSource, kTarget, Finish::scale>(run);
}

template <typename T>
using Pass = void (*)(const Run<T>&);

// The passes of one radix by form of source and target.
template <typename T>
struct PassTable {
  Pass<T> twiddled[3];  // [source] -> split
  Pass<T> plain[3][3];  // [source][target]
};

template <typename T, int R>
constexpr PassTable<T> pass_table() {
  constexpr Form S = Form::split, P = Form::pairs, X = Form::swapped;
  constexpr Finish none = Finish::none, twiddle = Finish::twiddle;
  return {
      {run_pass<T, R, S, S, twiddle>, run_pass<T, R, P, S, twiddle>, run_pass<T, R, X, S, twiddle>},
      {{run_pass<T, R, S, S, none>, run_last<T, R, S, P>, run_last<T, R, S, X>},
       {run_pass<T, R, P, S, none>, run_last<T, R, P, P>, nullptr},
       {run_pass<T, R, X, S, none>, nullptr, run_last<T, R, X, X>}}};
}

template <typename T>
const PassTable<T>& passes_of(int radix) {
  static constexpr PassTable<T> k2 = pass_table<T, 2>(), k3 = pass_table<T, 3>(),
                                k4 = pass_table<T, 4>(), k5 = pass_table<T, 5>(),
                                k7 = pass_table<T, 7>(), k8 = pass_table<T, 8>(),
                                k11 = pass_table<T, 11>(), k13 = pass_table<T, 13>(),
                                k16 = pass_table<T, 16>();
  static constexpr const PassTable<T>* kAll[17] = {
      nullptr, nullptr, &k2,  &k3,     &k4,  &k5,     nullptr, &k7, &k8,
      nullptr, nullptr, &k11, nullptr, &k13, nullptr, nullptr, &k16};
  return *kAll[radix];
}

}  // namespace vgpu::fft::VG_SIMD
