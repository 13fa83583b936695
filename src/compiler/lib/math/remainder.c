// fmod, remainder, remquo: exact, by long division with up to 28 (floats) or 52 (doubles) bits a step.
//
// Where the quotient is that small, which is nearly always, the loop runs once.
// SPDX-License-Identifier: MIT
#include "math/core.h"

VG_IN i32 field_f64(double x) { return (i32)(bits_f64(x) >> 52); }

// The remainder of a / b for a, b >= 0 and the quotient modulo 2^32. a may be NaN, b is positive.
VG_IN double divide_f32(double a, double b, u32* quotient) {
  u32 sum = 0;
  while (a >= b) {
    i32 k = field_f64(a) - field_f64(b) - 27;
    k = k < 0 ? 0 : k;
    double unit = b * power2_f64(k), q = __builtin_elementwise_trunc(a / unit);
    double rest = a - q * unit;  // both exact: 28 bits times 24
    _Bool over = rest < 0.0;
    a = over ? rest + unit : rest;
    u32 digits = (u32)bits_f64(q + 4503599627370496.0) - (over ? 1 : 0);
    sum += k < 32 ? digits << (k & 31) : 0;
  }
  *quotient = sum;
  return a;
}
VG_IN double divide_f64(double a, double b, u32* quotient) {
  u32 sum = 0;
  i32 low =
      b < 0x1p-1022 ? field_f64(b * 0x1p54) - 54 : field_f64(b);  // as if exponents had no end
  while (a >= b) {
    i32 k = field_f64(a) - low - 51;
    k = k < 0 ? 0 : k;
    double unit = scale_f64(b, k), q = __builtin_elementwise_trunc(a / unit);
    double rest = fma_f64(-q, unit, a);
    _Bool over = rest < 0.0;
    a = over ? rest + unit : rest;
    u32 digits = (u32)bits_f64(q + 4503599627370496.0) - (over ? 1 : 0);
    sum += k < 32 ? digits << (k & 31) : 0;
  }
  *quotient = sum;
  return a;
}

VG_API float __vg_fmod_f32(float x, float y) {
  float a = abs_f32(x), b = abs_f32(y);
  u32 quotient;
  _Bool bad = !(a < VG_INF) || !(b > 0.0f);
  float r = (float)divide_f32(bad ? 0.0 : (double)a, bad ? 1.0 : (double)b, &quotient);
  return bad || y != y ? VG_NAN : sign_f32(r, x);
}
VG_API double __vg_fmod_f64(double x, double y) {
  double a = abs_f64(x), b = abs_f64(y);
  u32 quotient;
  _Bool bad = !(a < VG_INF) || !(b > 0.0);
  double r = divide_f64(bad ? 0.0 : a, bad ? 1.0 : b, &quotient);
  return bad || y != y ? VG_NAN : sign_f64(r, x);
}

// To the nearest multiple, ties to the even one: r > b - r decides, which is exact where it matters.
VG_API float __vg_remquo_f32(float x, float y, i32* quotient) {
  float a = abs_f32(x), b = abs_f32(y);
  u32 q;
  _Bool bad = !(a < VG_INF) || !(b > 0.0f), minus = (bits_f32(x) ^ bits_f32(y)) >> 31;
  float r = (float)divide_f32(bad ? 0.0 : (double)a, bad ? 1.0 : (double)b, &q);
  _Bool up = r > b - r || (r == b - r && (q & 1));
  r = up ? r - b : r;
  q = (q + (up ? 1 : 0)) & 0x7fffffff;
  *quotient = bad || y != y ? 0 : minus ? -(i32)q : (i32)q;
  r = bits_f32(x) >> 31 ? -r : r;
  return bad || y != y ? VG_NAN : r == 0.0f ? sign_f32(0.0f, x) : r;
}
VG_API double __vg_remquo_f64(double x, double y, i32* quotient) {
  double a = abs_f64(x), b = abs_f64(y);
  u32 q;
  _Bool bad = !(a < VG_INF) || !(b > 0.0), minus = (bits_f64(x) ^ bits_f64(y)) >> 63;
  double r = divide_f64(bad ? 0.0 : a, bad ? 1.0 : b, &q);
  _Bool up = r > b - r || (r == b - r && (q & 1));
  r = up ? r - b : r;
  q = (q + (up ? 1 : 0)) & 0x7fffffff;
  *quotient = bad || y != y ? 0 : minus ? -(i32)q : (i32)q;
  r = bits_f64(x) >> 63 ? -r : r;
  return bad || y != y ? VG_NAN : r == 0.0 ? sign_f64(0.0, x) : r;
}
VG_API float __vg_remainder_f32(float x, float y) {
  i32 quotient;
  return __vg_remquo_f32(x, y, &quotient);
}
VG_API double __vg_remainder_f64(double x, double y) {
  i32 quotient;
  return __vg_remquo_f64(x, y, &quotient);
}
