// erf, erfc, erfcx.
//
// erf is a polynomial up to 1; beyond, erfc(a) = exp(-a^2) G(t) / (1 + 2a) with t = (a - 4) / (a + 4).
// SPDX-License-Identifier: MIT
#include "math/exp.h"

// erf's absolute error counts from 1 on, so a polynomial does there too.
VG_API float __vg_erf_f32(float x) {
  float a = abs_f32(x), z = a * a, u = (a > 4.0f ? 4.0f : a) - 2.5f;
  float near = a * VG_POLY_F32(z, VG_ERF_F32), far = VG_POLY_F32(u, VG_ERF_TAIL_F32);
  return sign_f32(a < 1.0f ? near : a >= 3.95f ? 1.0f : far, x);
}

// exp(a^2) erfc(a) for a >= 0.9.
VG_IN float erfcx_f32(float a) {
  float t = (a - 4.0f) / (a + 4.0f);
  return VG_POLY_F32(t, VG_ERFC_F32) / mad_f32(2.0f, a, 1.0f);
}
VG_IN double erfcx_f64(double a) {
  double t = (a - 4.0) / (a + 4.0);
  return VG_POLY_F64(t, VG_ERFC_F64) / mad_f64(2.0, a, 1.0);
}
// a^2 is split: the square of the upper half of the bits is exact.
VG_IN float tail_f32(float a) {
  a = a > 11.0f ? 11.0f : a;
  float high = from_f32(bits_f32(a) & 0xfffff000u), low = (a - high) * (a + high);
  return exp_scaled_f32(-high * high, -low, 0) * erfcx_f32(a);
}
VG_IN double tail_f64(double a) {
  a = a > 28.0 ? 28.0 : a;
  double high = from_f64(bits_f64(a) & 0xfffffffff8000000u), low = (a - high) * (a + high);
  return exp_scaled_f64(-high * high, -low, 0) * erfcx_f64(a);
}

VG_API double __vg_erf_f64(double x) {
  double a = abs_f64(x), z = a * a;
  double y = a < 1.0 ? a * VG_POLY_F64(z, VG_ERF_F64) : 1.0 - tail_f64(a);
  return sign_f64(y, x);
}
VG_API float __vg_erfc_f32(float x) {
  float a = abs_f32(x), z = a * a, tail = tail_f32(a);
  float far = x < 0.0f ? 2.0f - tail : tail;
  return a < 1.0f ? 1.0f - x * VG_POLY_F32(z, VG_ERF_F32) : far;
}
VG_API double __vg_erfc_f64(double x) {
  double a = abs_f64(x), z = a * a, tail = tail_f64(a);
  double far = x < 0.0 ? 2.0 - tail : tail;
  return a < 1.0 ? 1.0 - x * VG_POLY_F64(z, VG_ERF_F64) : far;
}

// Far out the asymptotic series; below 1, exp(x^2) times erfc.
VG_API double __vg_erfcx_f64(double x) {
  double a = abs_f64(x), w = 1.0 / (x * x), high = from_f64(bits_f64(a) & 0xfffffffff8000000u);
  double series =
      VG_POLY_F64(w, 1.0, -0.5, 0.75, -1.875, 6.5625, -29.53125, 162.421875, -1055.7421875);
  double far = 0.56418958354775628695 / x * series;
  double square = exp_scaled_f64(high * high, (a - high) * (a + high), 0);
  double near = square * __vg_erfc_f64(x);
  double y = x < 0.95 ? near : x > 28.0 ? far : erfcx_f64(x);
  return x < -27.0 ? VG_INF : y;
}
VG_API float __vg_erfcx_f32(float x) { return (float)__vg_erfcx_f64(x); }
