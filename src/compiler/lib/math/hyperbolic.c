// sinh, cosh, tanh and their inverses.
//
// SPDX-License-Identifier: MIT
#include "math/exp.h"
#include "math/log.h"

float __vg_expm1_f32(float);
double __vg_expm1_f64(double);
float __vg_log1p_f32(float);
double __vg_log1p_f64(double);

// e^a / 2, made with its exponent lowered so that it overflows only when the result does.
VG_API float __vg_cosh_f32(float x) {
  float h = exp_scaled_f32(abs_f32(x), -0.0f, -1);
  return h + 0.25f / h;
}
VG_API double __vg_cosh_f64(double x) {
  double h = exp_scaled_f64(abs_f64(x), -0.0, -1);
  return h + 0.25 / h;
}
VG_API float __vg_sinh_f32(float x) {
  float a = abs_f32(x), z = a * a, h = exp_scaled_f32(a, -0.0f, -1);
  float near = mad_f32(a * z, VG_POLY_F32(z, VG_SINH_F32), a);
  return sign_f32(a < 1.0f ? near : h - 0.25f / h, x);
}
VG_API double __vg_sinh_f64(double x) {
  double a = abs_f64(x), z = a * a, h = exp_scaled_f64(a, -0.0, -1);
  double near = mad_f64(a * z, VG_POLY_F64(z, VG_SINH_F64), a);
  return sign_f64(a < 1.0 ? near : h - 0.25 / h, x);
}
VG_API float __vg_tanh_f32(float x) {
  float a = abs_f32(x), e = __vg_expm1_f32(2.0f * (a > 12.0f ? 12.0f : a));
  return sign_f32(e / (e + 2.0f), x);
}
VG_API double __vg_tanh_f64(double x) {
  double a = abs_f64(x), e = __vg_expm1_f64(2.0 * (a > 24.0 ? 24.0 : a));
  return sign_f64(e / (e + 2.0), x);
}

// log(2a) where a^2 would overflow or 1 does not count any more.
VG_API float __vg_asinh_f32(float x) {
  float a = abs_f32(x), square = a * a;
  _Bool big = a > 0x1p20f;
  float t = big ? a : a + square / (1.0f + sqrt_f32(square + 1.0f));
  return sign_f32(__vg_log1p_f32(t) + (big ? 0.693147181f : 0.0f), x);
}
VG_API double __vg_asinh_f64(double x) {
  double a = abs_f64(x), square = a * a;
  _Bool big = a > 0x1p60;
  double t = big ? a : a + square / (1.0 + sqrt_f64(square + 1.0));
  return sign_f64(__vg_log1p_f64(t) + (big ? 0.69314718055994530942 : 0.0), x);
}
VG_API float __vg_acosh_f32(float x) {
  float t = x - 1.0f;
  _Bool big = x > 0x1p26f;
  float u = big ? t : t + sqrt_f32(mad_f32(t, t, 2.0f * t));
  return x < 1.0f ? VG_NAN : __vg_log1p_f32(u) + (big ? 0.693147181f : 0.0f);
}
VG_API double __vg_acosh_f64(double x) {
  double t = x - 1.0;
  _Bool big = x > 0x1p60;
  double u = big ? t : t + sqrt_f64(mad_f64(t, t, 2.0 * t));
  return x < 1.0 ? VG_NAN : __vg_log1p_f64(u) + (big ? 0.69314718055994530942 : 0.0);
}
VG_API float __vg_atanh_f32(float x) {
  float a = abs_f32(x), y = 0.5f * __vg_log1p_f32(2.0f * a / (1.0f - a));
  return a > 1.0f ? VG_NAN : sign_f32(y, x);
}
VG_API double __vg_atanh_f64(double x) {
  double a = abs_f64(x), y = 0.5 * __vg_log1p_f64(2.0 * a / (1.0 - a));
  return a > 1.0 ? VG_NAN : sign_f64(y, x);
}
