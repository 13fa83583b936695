// Floating-point conversions with a rounding mode, shared by convert_T and vstore_half.
//
// Each is the nearest value corrected by one step where it lies on the wrong side.
// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/builtin.h"

#define VG_STEP(F, I, top)                                             \
  /* The next value above (direction 1) or below (-1); y is no NaN. */ \
  VG_IN F step_##F(F y, int direction) {                               \
    I bits = as_##I(y);                                                \
    I away = (bits < 0) == (direction < 0);                            \
    I next = bits + (away ? (I)1 : (I) - 1);                           \
    I first = direction < 0 ? (I)(top | 1) : (I)1;                     \
    I result = (bits & (I)~top) == 0 ? first : next;                   \
    return as_##F(result);                                             \
  }
VG_STEP(half, short, (short)0x8000)
VG_STEP(float, int, (int)0x80000000)
VG_STEP(double, long, (long)0x8000000000000000)

// y is x rounded to nearest; above/below say on which side of x it lies.
#define VG_DIRECT(F)                                                                        \
  VG_IN F round_rte(F y, bool above, bool below, bool negative) { return y; }               \
  VG_IN F round_rtp(F y, bool above, bool below, bool negative) {                           \
    return below ? step_##F(y, 1) : y;                                                      \
  }                                                                                         \
  VG_IN F round_rtn(F y, bool above, bool below, bool negative) {                           \
    return above ? step_##F(y, -1) : y;                                                     \
  }                                                                                         \
  VG_IN F round_rtz(F y, bool above, bool below, bool negative) {                           \
    return negative ? round_rtp(y, above, below, true) : round_rtn(y, above, below, false); \
  }
VG_DIRECT(half)
VG_DIRECT(float)
VG_DIRECT(double)

// double to half without rounding twice: the float between keeps a sticky last bit.
VG_IN float sticky_float(double x) {
  float y = (float)x;
  bool outside = __builtin_elementwise_abs((double)y) > __builtin_elementwise_abs(x);
  int bits = as_int(y) - (outside ? 1 : 0);
  return as_float((double)y != x ? bits | 1 : bits);
}
VG_IN half nearest_half(float x) { return (half)x; }
VG_IN half nearest_half(double x) { return (half)sticky_float(x); }
