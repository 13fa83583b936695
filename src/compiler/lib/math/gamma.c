// tgamma, lgamma, lgamma_r.
//
// From 8 on Stirling's formula with a polynomial in 1/x; below, the recurrence up (tgamma) or down to [2, 3) (lgamma);
// negative arguments by reflection.
// SPDX-License-Identifier: MIT
#include "math/pow.h"

double __vg_sinpi_f64(double);
double __vg_log_f64(double);
double __vg_log1p_f64(double);

// Gamma(y + lost) 2^k for y >= 8, where lost is below y's last place; it counts by the logarithm's derivative.
VG_IN double stirling_f64(double y, double lost, i64 k) {
  Pair log = log_pair(y);
  double t = y - 0.5, v = 1.0 / y, p = t * log.hi, p_lo = fma_f64(t, log.hi, -p) + t * log.lo;
  double slope = log.hi - v * mad_f64(v, 0.083333333333333333, 0.5);
  double hi = p - y, lo = ((p - hi) - y) + mad_f64(lost, slope, p_lo);
  return exp_pair((Pair){hi, lo}, k) * VG_POLY_F64(v, VG_TGAMMA_F64) * 2.50662827463100050242;
}

VG_API double __vg_tgamma_f64(double x) {
  double a = abs_f64(x), start = a > 200.0 ? 200.0 : a, product = 1.0, steps = 0.0;
#pragma clang loop unroll(full)
  for (int i = 0; i < 8; i++) {
    double factor = start + i;
    product *= factor < 8.0 ? factor : 1.0;
    steps += factor < 8.0 ? 1.0 : 0.0;
  }
  double y = start + steps, added = y - start, lost = (start - (y - added)) + (steps - added);
  _Bool minus = x < 0.0;
  double g = stirling_f64(y, lost, minus ? -160 : 0) / product;
  double mirror = VG_PI / (a * __vg_sinpi_f64(a) * g) * -0x1p-160;
  g = minus ? mirror : g;
  g = a > 200.0 ? (minus ? sign_f64(0.0, mirror) : VG_INF) : g;
  g = minus && __builtin_elementwise_trunc(x) == x ? VG_NAN : g;
  g = a < 0x1p-60 ? 1.0 / x : g;
  g = x == -VG_INF ? VG_NAN : g;
  return x != x ? x : g;
}
VG_API float __vg_tgamma_f32(float x) { return (float)__vg_tgamma_f64(x); }

// log(Gamma(x)) for x > 0: t(t-1)Q(t) on [1, 2] in t = x - 1, which keeps the zeros at 1 and 2 exact.
VG_IN double lgamma_positive(double x) {
  double y = x, product = 1.0;
#pragma clang loop unroll(full)
  for (int i = 0; i < 5; i++) {
    _Bool high = y >= 3.0 && x < 8.0;
    y -= high ? 1.0 : 0.0;
    product *= high ? y : 1.0;
  }
  _Bool below = x < 1.0, above = y >= 2.0;
  double t = below ? y : above ? y - 2.0 : y - 1.0;
  double core = t * (t - 1.0) * VG_POLY_F64(t, VG_LGAMMA_F64);
  double extra = below     ? -__vg_log_f64(x)
                 : x < 3.0 ? __vg_log1p_f64(t)
                           : __vg_log_f64(product * (1.0 + t));
  double near = core + (below || above ? extra : 0.0);
  double v = 1.0 / x, log = __vg_log_f64(x);
  double far = mad_f64(x - 0.5, log - 1.0, 0.41893853320467274178);
  far = mad_f64(v, VG_POLY_F64(v * v, VG_STIRLING_F64), far);
  return x < 8.0 ? near : x == VG_INF ? VG_INF : far;
}

VG_API double __vg_lgamma_r_f64(double x, i32* sign) {
  double a = abs_f64(x), y = lgamma_positive(a), wave = __vg_sinpi_f64(a);
  _Bool pole = x <= 0.0 && __builtin_elementwise_trunc(x) == x;
  double mirror = __vg_log_f64(VG_PI / (a * abs_f64(wave))) - y;
  *sign = x < 0.0 && !pole && wave > 0.0 ? -1 : bits_f64(x) >> 63 && x == 0.0 ? -1 : 1;
  y = x < 0.0 ? (a < 0x1p-60 ? -__vg_log_f64(a) : mirror) : y;
  y = pole || a == VG_INF ? VG_INF : y;
  return x != x ? x : y;
}
VG_API double __vg_lgamma_f64(double x) {
  i32 sign;
  return __vg_lgamma_r_f64(x, &sign);
}
VG_API float __vg_lgamma_r_f32(float x, i32* sign) { return (float)__vg_lgamma_r_f64(x, sign); }
VG_API float __vg_lgamma_f32(float x) { return (float)__vg_lgamma_f64(x); }
