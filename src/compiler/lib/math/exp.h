// The exponential's core, shared by exp, the hyperbolic functions, pow, erfc and gamma.
//
// x = n ln2 + r with |r| <= ln2/2; e^r = 1 + r + r^2 P(r). The parts of ln2 have trailing zeros, so that n * part
// is exact with and without fused multiply-add.
// SPDX-License-Identifier: MIT
#pragma once

#include "math/core.h"

// e^r - 1 for |r| <= ln2/2.
VG_IN float expm1_poly_f32(float r) { return mad_f32(VG_POLY_F32(r, VG_EXP_F32), r * r, r); }
VG_IN double expm1_poly_f64(double r) { return mad_f64(VG_POLY_F64(r, VG_EXP_F64), r * r, r); }

VG_IN float clamp_exp_f32(float x, float low, float high) {
  x = x < low ? low : x;  // NaN stays NaN
  return x > high ? high : x;
}
VG_IN double clamp_exp_f64(double x, double low, double high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

// e^(x + low) * 2^k where low is a small correction, -0.0 for none (adding it costs nothing), |k| <= 32.
VG_IN float exp_scaled_f32(float x, float low, i32 k) {
  x = clamp_exp_f32(x, -125.0f, 115.0f);
  float shifted = mad_f32(x, 1.44269504f, VG_MAGIC_F32);
  float n = shifted - VG_MAGIC_F32;
  float r = mad_f32(n, -0.693145752f, x);
  r = mad_f32(n, -1.42860677e-6f, r) + low;
  i32 exponent = (i32)(bits_f32(shifted) - bits_f32(VG_MAGIC_F32));
  return scale_f32(expm1_poly_f32(r) + 1.0f, exponent + k);
}

// The same, |k| <= 200.
VG_IN double exp_scaled_f64(double x, double low, i64 k) {
  x = clamp_exp_f64(x, -800.0, 800.0);
  double shifted = mad_f64(x, VG_LOG2E, VG_MAGIC_F64);
  double n = shifted - VG_MAGIC_F64;
  double r = mad_f64(n, -VG_LN2_HI, x);
  r = mad_f64(n, -VG_LN2_LO, r) + low;
  i64 exponent = (i64)(bits_f64(shifted) - bits_f64(VG_MAGIC_F64));
  return scale_f64(expm1_poly_f64(r) + 1.0, exponent + k);
}
