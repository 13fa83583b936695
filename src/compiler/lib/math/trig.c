// sin, cos, tan, sincos and the versions of pi x.
//
// SPDX-License-Identifier: MIT
#include "math/reduce.h"

// quadrant: bit 0 exchanges sine and cosine, bit 1 changes the sign.
VG_IN float turn_f32(float r, u32 quadrant) {
  float y = quadrant & 1 ? cos_octant_f32(r) : sin_octant_f32(r);
  return from_f32(bits_f32(y) ^ (quadrant & 2) << 30);
}
VG_IN double turn_f64(double r, double lo, u32 quadrant) {
  double y = quadrant & 1 ? cos_octant_f64(r, lo) : sin_octant_f64(r, lo);
  return from_f64(bits_f64(y) ^ (u64)(quadrant & 2) << 62);
}

VG_API float __vg_sin_f32(float x) {
  u32 quadrant;
  float r = reduce_f32(x, &quadrant), y = turn_f32(r, quadrant);
  y = x == 0.0f ? x : y;
  return abs_f32(x) < VG_INF ? y : VG_NAN;
}
VG_API double __vg_sin_f64(double x) {
  Angle a = reduce_f64(x);
  double y = turn_f64(a.hi, a.lo, a.quadrant);
  y = x == 0.0 ? x : y;
  return abs_f64(x) < VG_INF ? y : VG_NAN;
}
VG_API float __vg_cos_f32(float x) {
  u32 quadrant;
  float r = reduce_f32(x, &quadrant), y = turn_f32(r, quadrant + 1);
  return abs_f32(x) < VG_INF ? y : VG_NAN;
}
VG_API double __vg_cos_f64(double x) {
  Angle a = reduce_f64(x);
  double y = turn_f64(a.hi, a.lo, a.quadrant + 1);
  return abs_f64(x) < VG_INF ? y : VG_NAN;
}
VG_API float __vg_sincos_f32(float x, float* cosine) {
  u32 quadrant;
  float r = reduce_f32(x, &quadrant);
  float s = turn_f32(r, quadrant), c = turn_f32(r, quadrant + 1);
  *cosine = abs_f32(x) < VG_INF ? c : VG_NAN;
  s = x == 0.0f ? x : s;
  return abs_f32(x) < VG_INF ? s : VG_NAN;
}
VG_API double __vg_sincos_f64(double x, double* cosine) {
  Angle a = reduce_f64(x);
  double s = turn_f64(a.hi, a.lo, a.quadrant), c = turn_f64(a.hi, a.lo, a.quadrant + 1);
  *cosine = abs_f64(x) < VG_INF ? c : VG_NAN;
  s = x == 0.0 ? x : s;
  return abs_f64(x) < VG_INF ? s : VG_NAN;
}

VG_API float __vg_tan_f32(float x) {
  u32 quadrant;
  float r = reduce_f32(x, &quadrant), s = sin_octant_f32(r), c = cos_octant_f32(r);
  float y = quadrant & 1 ? -c / s : s / c;
  y = x == 0.0f ? x : y;
  return abs_f32(x) < VG_INF ? y : VG_NAN;
}
VG_API double __vg_tan_f64(double x) {
  Angle a = reduce_f64(x);
  double s = sin_octant_f64(a.hi, a.lo), c = cos_octant_f64(a.hi, a.lo);
  double y = (a.quadrant & 1 ? -c : s) / (a.quadrant & 1 ? s : c);
  y = x == 0.0 ? x : y;
  return abs_f64(x) < VG_INF ? y : VG_NAN;
}

// pi x: the reduction is exact; x - 2 rint(x/2) first, for numbers without a fraction.
VG_IN float half_turns_f32(float x, u32* quadrant) {
  float y = x - 2.0f * __builtin_elementwise_rint(0.5f * x);
  float shifted = y * 2.0f + VG_MAGIC_F32;
  *quadrant = bits_f32(shifted);
  return mad_f32(shifted - VG_MAGIC_F32, -0.5f, y) * (float)VG_PI;
}
VG_IN double half_turns_f64(double x, u32* quadrant) {
  double y = x - 2.0 * __builtin_elementwise_rint(0.5 * x);
  double shifted = y * 2.0 + VG_MAGIC_F64;
  *quadrant = (u32)bits_f64(shifted);
  return mad_f64(shifted - VG_MAGIC_F64, -0.5, y) * VG_PI;
}
// A multiple of 1/2 gives a zero whose sign follows x.
VG_API float __vg_sinpi_f32(float x) {
  u32 quadrant;
  float r = half_turns_f32(x, &quadrant), y = turn_f32(r, quadrant);
  return y == 0.0f ? sign_f32(0.0f, x) : y;
}
VG_API double __vg_sinpi_f64(double x) {
  u32 quadrant;
  double r = half_turns_f64(x, &quadrant), y = turn_f64(r, 0.0, quadrant);
  return y == 0.0 ? sign_f64(0.0, x) : y;
}
VG_API float __vg_cospi_f32(float x) {
  u32 quadrant;
  float r = half_turns_f32(x, &quadrant), y = turn_f32(r, quadrant + 1);
  return y == 0.0f ? 0.0f : y;
}
VG_API double __vg_cospi_f64(double x) {
  u32 quadrant;
  double r = half_turns_f64(x, &quadrant), y = turn_f64(r, 0.0, quadrant + 1);
  return y == 0.0 ? 0.0 : y;
}
// At n: 0 with the sign of x for even n, the other for odd; at n + 1/2: infinity, positive for even n.
VG_API float __vg_tanpi_f32(float x) {
  u32 quadrant;
  float r = half_turns_f32(x, &quadrant), s = sin_octant_f32(r), c = cos_octant_f32(r);
  float pole = quadrant & 2 ? -VG_INF : VG_INF, zero = quadrant & 2 ? -0.0f : 0.0f;
  float y =
      quadrant & 1 ? (r == 0.0f ? pole : -c / s) : (r == 0.0f ? sign_f32(1.0f, x) * zero : s / c);
  return abs_f32(x) < VG_INF ? y : VG_NAN;
}
VG_API double __vg_tanpi_f64(double x) {
  u32 quadrant;
  double r = half_turns_f64(x, &quadrant);
  double s = sin_octant_f64(r, 0.0), c = cos_octant_f64(r, 0.0);
  double pole = quadrant & 2 ? -VG_INF : VG_INF, zero = quadrant & 2 ? -0.0 : 0.0;
  double odd = r == 0.0 ? pole : -c / s, even = r == 0.0 ? sign_f64(1.0, x) * zero : s / c;
  double y = quadrant & 1 ? odd : even;
  return abs_f64(x) < VG_INF ? y : VG_NAN;
}

// For the native functions: all in single precision, absolute error about 1e-6 up to 65536. Beyond, the angle has no
// digits left; the bounds keep the result between -1 and 1. NaN and infinity give NaN.
VG_IN float fast_turn_f32(float x, u32 turn) {
  float shifted = mad_f32(x, 0.636619772f, VG_MAGIC_F32), n = shifted - VG_MAGIC_F32;
  float r = mad_f32(n, -4.83751297e-4f, mad_f32(n, -1.5703125f, x));
  r = mad_f32(n, -7.54953362e-8f, r);
  r = r > 0.8f ? 0.8f : r;
  r = r < -0.8f ? -0.8f : r;
  float y = turn_f32(r, bits_f32(shifted) + turn);
  return abs_f32(x) < VG_INF ? y : VG_NAN;
}
VG_API float __vg_fast_sin_f32(float x) { return fast_turn_f32(x, 0); }
VG_API float __vg_fast_cos_f32(float x) { return fast_turn_f32(x, 1); }
