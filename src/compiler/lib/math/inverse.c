// asin, acos, atan, atan2 and the versions divided by pi.
//
// SPDX-License-Identifier: MIT
#include "math/core.h"

// atan(y / x) for y, x >= 0: one division whatever the octant; a turned ratio adds pi/4 or pi/2.
VG_IN float atan_ratio_f32(float y, float x) {
  _Bool low = y <= x * 0.414213562f, middle = y < x * 2.41421356f;
  float n = low ? y : middle ? y - x : -x, d = low ? x : middle ? y + x : y;
  float base = low ? 0.0f : middle ? 0.785398163f : 1.57079633f;
  float base_low = low ? 0.0f : middle ? -2.18556941e-8f : -4.37113883e-8f;
  float t = n / d, z = t * t;
  return base + (t + mad_f32(t * z, VG_POLY_F32(z, VG_ATAN_F32), base_low));
}
VG_IN double atan_ratio_f64(double y, double x) {
  _Bool low = y <= x * 0.41421356237309504880, middle = y < x * 2.41421356237309504880;
  double n = low ? y : middle ? y - x : -x, d = low ? x : middle ? y + x : y;
  double base = low ? 0.0 : middle ? VG_PI / 4 : VG_PI / 2;
  double base_low = low ? 0.0 : middle ? VG_PI_LO / 4 : VG_PI_LO / 2;
  double t = n / d, z = t * t;
  return base + (t + mad_f64(t * z, VG_POLY_F64(z, VG_ATAN_F64), base_low));
}

VG_API float __vg_atan_f32(float x) { return sign_f32(atan_ratio_f32(abs_f32(x), 1.0f), x); }
VG_API double __vg_atan_f64(double x) { return sign_f64(atan_ratio_f64(abs_f64(x), 1.0), x); }

// Both zero and both infinite become a ratio of numbers; the largest are scaled so that y + x is finite, the smallest
// so that their products keep all bits.
VG_API float __vg_atan2_f32(float y, float x) {
  float a = abs_f32(y), b = abs_f32(x), top = a > b ? a : b;
  float unit = top > 0x1p100f ? 0x1p-4f : top < 0x1p-100f ? 0x1p48f : 1.0f;
  _Bool infinite = a == VG_INF && b == VG_INF, zero = a == 0.0f && b == 0.0f;
  a = infinite ? 1.0f : a * unit;
  b = infinite || zero ? 1.0f : b * unit;
  float r = atan_ratio_f32(a, b);
  r = bits_f32(x) >> 31 ? 3.14159274f - (r + 8.74227766e-8f) : r;
  return x != x || y != y ? VG_NAN : sign_f32(r, y);
}
VG_API double __vg_atan2_f64(double y, double x) {
  double a = abs_f64(y), b = abs_f64(x), top = a > b ? a : b;
  double unit = top > 0x1p1000 ? 0x1p-4 : top < 0x1p-960 ? 0x1p108 : 1.0;
  _Bool infinite = a == VG_INF && b == VG_INF, zero = a == 0.0 && b == 0.0;
  a = infinite ? 1.0 : a * unit;
  b = infinite || zero ? 1.0 : b * unit;
  double r = atan_ratio_f64(a, b);
  r = bits_f64(x) >> 63 ? VG_PI - (r - VG_PI_LO) : r;
  return x != x || y != y ? VG_NAN : sign_f64(r, y);
}

// asin(s) for s <= 1/2 where z = s^2; beyond, asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
VG_IN float asin_poly_f32(float s, float z) {
  return mad_f32(s * z, VG_POLY_F32(z, VG_ASIN_F32), s);
}
VG_IN double asin_poly_f64(double s, double z) {
  return mad_f64(s * z, VG_POLY_F64(z, VG_ASIN_F64), s);
}
VG_API float __vg_asin_f32(float x) {
  float a = abs_f32(x);
  _Bool big = a > 0.5f;
  float z = big ? 0.5f - 0.5f * a : a * a, s = big ? sqrt_f32(z) : a, p = asin_poly_f32(s, z);
  return sign_f32(big ? 1.57079637f - mad_f32(2.0f, p, 4.37113883e-8f) : p, x);
}
VG_API double __vg_asin_f64(double x) {
  double a = abs_f64(x);
  _Bool big = a > 0.5;
  double z = big ? 0.5 - 0.5 * a : a * a, s = big ? sqrt_f64(z) : a, p = asin_poly_f64(s, z);
  return sign_f64(big ? VG_PI / 2 - mad_f64(2.0, p, -VG_PI_LO / 2) : p, x);
}
VG_API float __vg_acos_f32(float x) {
  float a = abs_f32(x);
  _Bool big = a > 0.5f;
  float z = big ? 0.5f - 0.5f * a : a * a, s = big ? sqrt_f32(z) : a, p = asin_poly_f32(s, z);
  float far = x < 0.0f ? 3.14159274f - mad_f32(2.0f, p, 8.74227766e-8f) : 2.0f * p;
  return big ? far : 1.57079637f - (sign_f32(p, x) + 4.37113883e-8f);
}
VG_API double __vg_acos_f64(double x) {
  double a = abs_f64(x);
  _Bool big = a > 0.5;
  double z = big ? 0.5 - 0.5 * a : a * a, s = big ? sqrt_f64(z) : a, p = asin_poly_f64(s, z);
  double far = x < 0.0 ? VG_PI - mad_f64(2.0, p, -VG_PI_LO) : 2.0 * p;
  return big ? far : VG_PI / 2 - (sign_f64(p, x) - VG_PI_LO / 2);
}

#define VG_OVER_PI_F32 0.318309886f
#define VG_OVER_PI_F64 0.31830988618379067154
VG_API float __vg_asinpi_f32(float x) { return __vg_asin_f32(x) * VG_OVER_PI_F32; }
VG_API double __vg_asinpi_f64(double x) { return __vg_asin_f64(x) * VG_OVER_PI_F64; }
VG_API float __vg_acospi_f32(float x) { return __vg_acos_f32(x) * VG_OVER_PI_F32; }
VG_API double __vg_acospi_f64(double x) { return __vg_acos_f64(x) * VG_OVER_PI_F64; }
VG_API float __vg_atanpi_f32(float x) { return __vg_atan_f32(x) * VG_OVER_PI_F32; }
VG_API double __vg_atanpi_f64(double x) { return __vg_atan_f64(x) * VG_OVER_PI_F64; }
VG_API float __vg_atan2pi_f32(float y, float x) { return __vg_atan2_f32(y, x) * VG_OVER_PI_F32; }
VG_API double __vg_atan2pi_f64(double y, double x) { return __vg_atan2_f64(y, x) * VG_OVER_PI_F64; }
