// exp, exp2, exp10, expm1 and their fast forms.
//
// SPDX-License-Identifier: MIT
#include "math/exp.h"

VG_API float __vg_exp_f32(float x) { return exp_scaled_f32(x, -0.0f, 0); }
VG_API double __vg_exp_f64(double x) { return exp_scaled_f64(x, -0.0, 0); }

VG_API float __vg_exp2_f32(float x) {
  x = clamp_exp_f32(x, -180.0f, 160.0f);
  float shifted = x + VG_MAGIC_F32;
  float r = (x - (shifted - VG_MAGIC_F32)) * 0.693147181f;
  i32 n = (i32)(bits_f32(shifted) - bits_f32(VG_MAGIC_F32));
  return scale_f32(expm1_poly_f32(r) + 1.0f, n);
}
VG_API double __vg_exp2_f64(double x) {
  x = clamp_exp_f64(x, -1200.0, 1100.0);
  double shifted = x + VG_MAGIC_F64;
  double r = (x - (shifted - VG_MAGIC_F64)) * 0.69314718055994530942;
  i64 n = (i64)(bits_f64(shifted) - bits_f64(VG_MAGIC_F64));
  return scale_f64(expm1_poly_f64(r) + 1.0, n);
}

// r = x - n log10(2) is exact to the last bit, then 10^r = e^(r ln10).
VG_API float __vg_exp10_f32(float x) {
  x = clamp_exp_f32(x, -50.0f, 45.0f);
  float shifted = mad_f32(x, 3.32192809f, VG_MAGIC_F32);
  float n = shifted - VG_MAGIC_F32;
  float r = mad_f32(n, -0.301025391f, x);
  r = mad_f32(n, -4.60503907e-6f, r) * 2.30258509f;
  i32 exponent = (i32)(bits_f32(shifted) - bits_f32(VG_MAGIC_F32));
  return scale_f32(expm1_poly_f32(r) + 1.0f, exponent);
}
VG_API double __vg_exp10_f64(double x) {
  x = clamp_exp_f64(x, -350.0, 320.0);
  double shifted = mad_f64(x, 3.32192809488736234787, VG_MAGIC_F64);
  double n = shifted - VG_MAGIC_F64;
  double r = mad_f64(n, -0.3010299956638391449814662, x);
  r = mad_f64(n, -1.4205023227266099418e-13, r) * 2.30258509299404568402;
  i64 exponent = (i64)(bits_f64(shifted) - bits_f64(VG_MAGIC_F64));
  return scale_f64(expm1_poly_f64(r) + 1.0, exponent);
}

// 2^n ((1 - 2^-n) + (e^r - 1)): exact where n = 0, so small arguments keep their accuracy.
VG_API float __vg_expm1_f32(float x) {
  float c = clamp_exp_f32(x, -30.0f, 100.0f);
  float shifted = mad_f32(c, 1.44269504f, VG_MAGIC_F32);
  float n = shifted - VG_MAGIC_F32;
  float r = mad_f32(n, -1.42860677e-6f, mad_f32(n, -0.693145752f, c));
  i32 exponent = (i32)(bits_f32(shifted) - bits_f32(VG_MAGIC_F32));
  i32 safe = exponent > 60 ? 60 : exponent;
  float y = scale_f32((1.0f - power2_f32(-safe)) + expm1_poly_f32(r), exponent);
  return x == 0.0f ? x : y;
}
VG_API double __vg_expm1_f64(double x) {
  double c = clamp_exp_f64(x, -60.0, 760.0);
  double shifted = mad_f64(c, VG_LOG2E, VG_MAGIC_F64);
  double n = shifted - VG_MAGIC_F64;
  double r = mad_f64(n, -VG_LN2_LO, mad_f64(n, -VG_LN2_HI, c));
  i64 exponent = (i64)(bits_f64(shifted) - bits_f64(VG_MAGIC_F64));
  i64 safe = exponent > 100 ? 100 : exponent;
  double y = scale_f64((1.0 - power2_f64(-safe)) + expm1_poly_f64(r), exponent);
  return x == 0.0 ? x : y;
}

// Without the guard for denormal results and with one multiplication less; infinities and NaN stay right.
VG_API float __vg_fast_exp2_f32(float x) {
  x = clamp_exp_f32(x, -126.5f, 128.0f);
  float shifted = x + VG_MAGIC_F32;
  float r = (x - (shifted - VG_MAGIC_F32)) * 0.693147181f;
  u32 n = bits_f32(shifted) - bits_f32(VG_MAGIC_F32);
  float y = expm1_poly_f32(r) + 1.0f;
  y = from_f32(bits_f32(y) + (n << 23));
  y = x < -126.0f ? 0.0f : y;
  y = x >= 128.0f ? VG_INF : y;
  return x == x ? y : x;
}
VG_API float __vg_fast_exp_f32(float x) { return __vg_fast_exp2_f32(x * 1.44269504f); }
VG_API float __vg_fast_exp10_f32(float x) { return __vg_fast_exp2_f32(x * 3.32192809f); }
