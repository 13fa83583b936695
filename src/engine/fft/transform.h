// Transforms of 2 to 16 complex numbers a lane, from where they come to where they go.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/butterflies.h"

namespace vgpu::fft::VG_SIMD {

// What was computed until here is, and what comes later has not begun: a compiler that mixes the steps of a large butterfly
// runs out of registers, and then most of the time goes into saving and restoring them.
template <typename T>
VG_INLINE void in_order(Complex<T> (&x)[4]) {
  asm volatile(""
               : "+v"(x[0].re), "+v"(x[0].im), "+v"(x[1].re), "+v"(x[1].im), "+v"(x[2].re),
                 "+v"(x[2].im), "+v"(x[3].re), "+v"(x[3].im)
               :
               : "memory");
}

// Four times four: load(k) brings number k, sink(j, r) takes the results j, j + 4, j + 8 and j + 12 as soon as they are there.
template <typename T, typename Load, typename Sink>
VG_INLINE void butterfly16(Load load, Sink sink) {
  Complex<T> x[4][4];
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    Complex<T> r[4] = {load(k), load(k + 4), load(k + 8), load(k + 12)};
    butterfly4(r[0], r[1], r[2], r[3]);
    in_order(r);
#pragma clang loop unroll(full)
    for (int j = 0; j < 4; ++j) x[j][k] = r[j];
  }
#pragma clang loop unroll(full)
  for (int j = 0; j < 4; ++j) {
    in_order(x[j]);
#pragma clang loop unroll(full)
    for (int k = 1; k < 4; ++k) {
      if (j * k == 4) {
        x[j][k] = times_minus_i(x[j][k]);
      } else if (j != 0) {
        x[j][k] = multiply(x[j][k], kRoots<T, 16>.re[j * k], kRoots<T, 16>.im[j * k]);
      }
    }
    butterfly4(x[j][0], x[j][1], x[j][2], x[j][3]);
    sink(j, x[j]);
  }
}

// The transform of R numbers from load(k) to store(k, result).
template <typename T, int R, typename Load, typename Store>
VG_INLINE void transform(Load load, Store store) {
  if constexpr (R == 16) {
    butterfly16<T>(load, [&](int j, Complex<T>(&r)[4]) VG_LAMBDA {
      store(j, r[0]), store(j + 4, r[1]), store(j + 8, r[2]), store(j + 12, r[3]);
    });
  } else {
    Complex<T> x[R];
#pragma clang loop unroll(full)
    for (int k = 0; k < R; ++k) x[k] = load(k);
    butterfly<T, R>(x);
#pragma clang loop unroll(full)
    for (int k = 0; k < R; ++k) store(k, x[k]);
  }
}

}  // namespace vgpu::fft::VG_SIMD
