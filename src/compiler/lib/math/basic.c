// Rounding, minimum and maximum, sign, exponent and neighbour functions.
//
// SPDX-License-Identifier: MIT
#include "math/core.h"

#define VG_BOTH1(name, expression)                               \
  VG_API float __vg_##name##_f32(float x) { return expression; } \
  VG_API double __vg_##name##_f64(double x) { return expression; }
#define VG_BOTH2(name, expression)                                        \
  VG_API float __vg_##name##_f32(float x, float y) { return expression; } \
  VG_API double __vg_##name##_f64(double x, double y) { return expression; }

VG_BOTH1(floor, __builtin_elementwise_floor(x))
VG_BOTH1(ceil, __builtin_elementwise_ceil(x))
VG_BOTH1(trunc, __builtin_elementwise_trunc(x))
VG_BOTH1(rint, __builtin_elementwise_rint(x))
VG_BOTH1(nearbyint, __builtin_elementwise_rint(x))
VG_BOTH1(round, __builtin_elementwise_round(x))
VG_BOTH1(fabs, __builtin_elementwise_abs(x))
VG_BOTH2(copysign, __builtin_elementwise_copysign(x, y))
VG_BOTH2(fmin, __builtin_elementwise_min(x, y))
VG_BOTH2(fmax, __builtin_elementwise_max(x, y))
VG_BOTH2(fdim, x != x || y != y ? VG_NAN : x > y ? x - y : 0)

VG_API float __vg_fma_f32(float x, float y, float z) { return fma_f32(x, y, z); }
VG_API double __vg_fma_f64(double x, double y, double z) { return fma_f64(x, y, z); }

VG_BOTH2(maxmag, __builtin_elementwise_abs(x) > __builtin_elementwise_abs(y) ? x
                 : __builtin_elementwise_abs(y) > __builtin_elementwise_abs(x)
                     ? y
                     : __builtin_elementwise_max(x, y))
VG_BOTH2(minmag, __builtin_elementwise_abs(x) < __builtin_elementwise_abs(y) ? x
                 : __builtin_elementwise_abs(y) < __builtin_elementwise_abs(x)
                     ? y
                     : __builtin_elementwise_min(x, y))

// Three factors reach from the smallest denormal to the largest number and back; the largest comes last, so that
// only it can round a denormal.
VG_IN i32 clamp_i32(i32 n, i32 low, i32 high) { return n < low ? low : n > high ? high : n; }
VG_API float __vg_ldexp_f32(float x, i32 n) {
  n = clamp_i32(n, -300, 300);
  i32 last = clamp_i32(n, -126, 127), middle = clamp_i32(n - last, -126, 127);
  return x * power2_f32(n - last - middle) * power2_f32(middle) * power2_f32(last);
}
VG_API double __vg_ldexp_f64(double x, i32 n) {
  n = clamp_i32(n, -2200, 2200);
  i32 last = clamp_i32(n, -1022, 1023), middle = clamp_i32(n - last, -1022, 1023);
  return x * power2_f64(n - last - middle) * power2_f64(middle) * power2_f64(last);
}

VG_API float __vg_frexp_f32(float x, i32* exponent) {
  _Bool small = abs_f32(x) < 1.17549435e-38f, plain = abs_f32(x) < VG_INF && x != 0.0f;
  u32 bits = bits_f32(small ? x * 8388608.0f : x);
  i32 e = (i32)(bits >> 23 & 255) - (small ? 149 : 126);
  *exponent = plain ? e : 0;
  return plain ? from_f32((bits & 0x807fffffu) | 0x3f000000u) : x;
}
VG_API double __vg_frexp_f64(double x, i32* exponent) {
  _Bool small = abs_f64(x) < 0x1p-1022, plain = abs_f64(x) < VG_INF && x != 0.0;
  u64 bits = bits_f64(small ? x * 0x1p54 : x);
  i32 e = (i32)(bits >> 52 & 2047) - (small ? 1076 : 1022);
  *exponent = plain ? e : 0;
  return plain ? from_f64((bits & 0x800fffffffffffffu) | 0x3fe0000000000000u) : x;
}

VG_API float __vg_modf_f32(float x, float* whole) {
  float t = __builtin_elementwise_trunc(x);
  *whole = t;
  return sign_f32(abs_f32(x) == VG_INF ? 0.0f : x - t, x);
}
VG_API double __vg_modf_f64(double x, double* whole) {
  double t = __builtin_elementwise_trunc(x);
  *whole = t;
  return sign_f64(abs_f64(x) == VG_INF ? 0.0 : x - t, x);
}
// Never 1, even where x - floor(x) rounds to it.
VG_API float __vg_fract_f32(float x, float* whole) {
  float down = __builtin_elementwise_floor(x), rest = abs_f32(x) == VG_INF ? 0.0f : x - down;
  *whole = down;
  rest = rest >= 1.0f ? 0x1.fffffep-1f : rest;
  return sign_f32(rest, rest == 0.0f ? x : rest);
}
VG_API double __vg_fract_f64(double x, double* whole) {
  double down = __builtin_elementwise_floor(x), rest = abs_f64(x) == VG_INF ? 0.0 : x - down;
  *whole = down;
  rest = rest >= 1.0 ? 0x1.fffffffffffffp-1 : rest;
  return sign_f64(rest, rest == 0.0 ? x : rest);
}

// Bits of a number count up away from zero.
VG_API float __vg_nextafter_f32(float x, float y) {
  u32 bits = bits_f32(x);
  u32 next = (x < y) == (x > 0.0f) ? bits + 1 : bits - 1;
  float r = x == 0.0f ? sign_f32(0x1p-149f, y) : from_f32(next);
  r = x == y ? y : r;
  return x != x || y != y ? VG_NAN : r;
}
VG_API double __vg_nextafter_f64(double x, double y) {
  u64 bits = bits_f64(x);
  u64 next = (x < y) == (x > 0.0) ? bits + 1 : bits - 1;
  double r = x == 0.0 ? sign_f64(0x1p-1074, y) : from_f64(next);
  r = x == y ? y : r;
  return x != x || y != y ? VG_NAN : r;
}
