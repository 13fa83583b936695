// shuffle and shuffle2: elements of one or two vectors chosen by a mask.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_SHUFFLE(T, U, n, m)                                                 \
  VG_FN T##m shuffle(T##n x, U##m mask) {                                      \
    T##m r;                                                                    \
    _Pragma("unroll") for (int i = 0; i < m; i++) r[i] = x[mask[i] & (n - 1)]; \
    return r;                                                                  \
  }                                                                            \
  VG_FN T##m shuffle2(T##n x, T##n y, U##m mask) {                             \
    T##m r;                                                                    \
    _Pragma("unroll") for (int i = 0; i < m; i++) {                            \
      T a = x[mask[i] & (n - 1)], b = y[mask[i] & (n - 1)];                    \
      r[i] = mask[i] & n ? b : a;                                              \
    }                                                                          \
    return r;                                                                  \
  }
#define VG_FROM(T, U, n) \
  VG_SHUFFLE(T, U, n, 2) VG_SHUFFLE(T, U, n, 4) VG_SHUFFLE(T, U, n, 8) VG_SHUFFLE(T, U, n, 16)
#define VG_SHUFFLES(T, U) VG_FROM(T, U, 2) VG_FROM(T, U, 4) VG_FROM(T, U, 8) VG_FROM(T, U, 16)
VG_SHUFFLES(char, uchar)
VG_SHUFFLES(uchar, uchar)
VG_SHUFFLES(short, ushort)
VG_SHUFFLES(ushort, ushort)
VG_SHUFFLES(half, ushort)
VG_SHUFFLES(int, uint)
VG_SHUFFLES(uint, uint)
VG_SHUFFLES(float, uint)
VG_SHUFFLES(long, ulong)
VG_SHUFFLES(ulong, ulong)
VG_SHUFFLES(double, ulong)
