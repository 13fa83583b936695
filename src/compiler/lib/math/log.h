// The logarithm's core, shared by log, the inverse hyperbolic functions, pow and gamma.
//
// x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).
// SPDX-License-Identifier: MIT
#pragma once

#include "math/core.h"

// Returns f and gives e; denormals are scaled up first. Only for x > 0, anything else gives some number.
VG_IN float split_f32(float x, float* e) {
  _Bool small = x < 1.17549435e-38f;
  u32 bits = bits_f32(small ? x * 8388608.0f : x);
  u32 exponent = (bits - 0x3f3504f3u + 0x3f800000u) >> 23;
  *e = (float)(i32)exponent - (small ? 150.0f : 127.0f);
  return from_f32(bits - (exponent << 23) + 0x3f800000u) - 1.0f;
}
VG_IN double split_f64(double x, double* e) {
  _Bool small = x < 0x1p-1022;
  u64 bits = bits_f64(small ? x * 0x1p54 : x);
  u64 exponent = (bits - 0x3fe6a09e667f3bcdu + 0x3ff0000000000000u) >> 52;
  *e = number_f64(exponent) - (small ? 1077.0 : 1023.0);
  return from_f64(bits - (exponent << 52) + 0x3ff0000000000000u) - 1.0;
}

// The logarithm's values at 0, infinity, NaN and below 0, whatever the core made of them.
VG_IN float finish_log_f32(float x, float y) {
  y = x < VG_INF ? y : x;
  y = x < 0.0f ? VG_NAN : y;
  return x == 0.0f ? -VG_INF : y;
}
VG_IN double finish_log_f64(double x, double y) {
  y = x < VG_INF ? y : x;
  y = x < 0.0 ? VG_NAN : y;
  return x == 0.0 ? -VG_INF : y;
}

// log(1 + f) - f, for f as split gives it.
VG_IN float log_rest_f32(float f) {
  float square = f * f;
  return mad_f32(-0.5f, square, square * f * VG_POLY_F32(f, VG_LOG1_F32));
}
VG_IN double log_rest_f64(double f) {
  double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
  return mad_f64(s, mad_f64(z, VG_POLY_F64(z, VG_LOG_F64), half), -half);
}

// log(2^e (1 + f) + small), where `small` is relative to the result's last places.
VG_IN double log_sum_f64(double e, double f, double small) {
  return mad_f64(e, VG_LN2_HI, f + (log_rest_f64(f) + mad_f64(e, VG_LN2_LO, small)));
}
VG_IN float log_core_f32(float x) {
  float e, f = split_f32(x, &e);
  return mad_f32(e, 0.693359375f, f + mad_f32(e, -2.12194440e-4f, log_rest_f32(f)));
}
VG_IN double log_core_f64(double x) {
  double e, f = split_f64(x, &e);
  return log_sum_f64(e, f, 0.0);
}
