// log, log2, log10, log1p, logb, ilogb.
//
// SPDX-License-Identifier: MIT
#include "math/log.h"

VG_API float __vg_log_f32(float x) { return finish_log_f32(x, log_core_f32(x)); }
VG_API double __vg_log_f64(double x) { return finish_log_f64(x, log_core_f64(x)); }

// log2(e) = 1 + 0.4427: the part that is 1 costs no rounding.
VG_API float __vg_log2_f32(float x) {
  float e, f = split_f32(x, &e), rest = log_rest_f32(f);
  float y = mad_f32(f, 0.442695041f, rest * 0.442695041f) + rest;
  return finish_log_f32(x, (y + f) + e);
}
VG_API double __vg_log2_f64(double x) {
  double e, f = split_f64(x, &e), rest = log_rest_f64(f);
  double y = mad_f64(f, 0.44269504088896340736, rest * 0.44269504088896340736) + rest;
  return finish_log_f64(x, (y + f) + e);
}

VG_API float __vg_log10_f32(float x) {
  float e, f = split_f32(x, &e), rest = log_rest_f32(f);
  float y = mad_f32(f, 7.00731903e-4f, mad_f32(rest, 0.434294482f, e * 4.60503907e-6f));
  return finish_log_f32(x, mad_f32(e, 0.301025391f, mad_f32(f, 0.43359375f, y)));
}
VG_API double __vg_log10_f64(double x) {
  double e, f = split_f64(x, &e), rest = log_rest_f64(f);
  double y = mad_f64(f, 0.000700731903251827651129, e * 1.4205023227266099418e-13);
  y = mad_f64(rest, 0.434294481903251827651, y);
  return finish_log_f64(x, mad_f64(e, 0.3010299956638391449814662, mad_f64(f, 0.43359375, y)));
}

// log(u) with u = 1 + x rounded, and the rounding put back; where u is in the middle binade f is x itself.
VG_API float __vg_log1p_f32(float x) {
  float u = 1.0f + x, lost = x > 1.0f ? 1.0f - (u - x) : x - (u - 1.0f);
  float e, f = split_f32(u, &e);
  _Bool middle = e == 0.0f;
  f = middle ? x : f;
  float small = middle ? 0.0f : lost / u;
  float y = mad_f32(e, -2.12194440e-4f, small) + log_rest_f32(f);
  y = mad_f32(e, 0.693359375f, f + y);
  y = finish_log_f32(u, y);
  return x == 0.0f ? x : y;
}
VG_API double __vg_log1p_f64(double x) {
  double u = 1.0 + x, lost = x > 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
  double e, f = split_f64(u, &e);
  _Bool middle = e == 0.0;
  f = middle ? x : f;
  double y = finish_log_f64(u, log_sum_f64(e, f, middle ? 0.0 : lost / u));
  return x == 0.0 ? x : y;
}

VG_IN i32 exponent_f32(float x) {
  _Bool small = abs_f32(x) < 1.17549435e-38f;
  u32 field = bits_f32(small ? x * 8388608.0f : x) >> 23 & 255;
  return (i32)field - (small ? 150 : 127);
}
VG_IN i32 exponent_f64(double x) {
  _Bool small = abs_f64(x) < 0x1p-1022;
  i32 field = (i32)(bits_f64(small ? x * 0x1p54 : x) >> 52 & 2047);
  return field - (small ? 1077 : 1023);
}
VG_API float __vg_logb_f32(float x) {
  float y = x == 0.0f ? -VG_INF : (float)exponent_f32(x);
  return abs_f32(x) < VG_INF ? y : x * x;
}
VG_API double __vg_logb_f64(double x) {
  double y = x == 0.0 ? -VG_INF : (double)exponent_f64(x);
  return abs_f64(x) < VG_INF ? y : x * x;
}
VG_API i32 __vg_ilogb_f32(float x) {
  i32 n = x == 0.0f ? -2147483647 - 1 : exponent_f32(x);
  n = abs_f32(x) == VG_INF ? 2147483647 : n;
  return x != x ? -2147483647 - 1 : n;
}
VG_API i32 __vg_ilogb_f64(double x) {
  i32 n = x == 0.0 ? -2147483647 - 1 : exponent_f64(x);
  n = abs_f64(x) == VG_INF ? 2147483647 : n;
  return x != x ? -2147483647 - 1 : n;
}

// Denormal arguments count as 0.
VG_API float __vg_fast_log2_f32(float x) {
  u32 exponent = (bits_f32(x) - 0x3f3504f3u + 0x3f800000u) >> 23;
  float f = from_f32(bits_f32(x) - (exponent << 23) + 0x3f800000u) - 1.0f;
  float y = mad_f32(f + log_rest_f32(f), VG_LOG2E, (float)((i32)exponent - 127));
  return finish_log_f32(abs_f32(x) < 1.17549435e-38f ? 0.0f : x, y);
}
VG_API float __vg_fast_log_f32(float x) { return __vg_fast_log2_f32(x) * 0.693147181f; }
VG_API float __vg_fast_log10_f32(float x) { return __vg_fast_log2_f32(x) * 0.301029996f; }
