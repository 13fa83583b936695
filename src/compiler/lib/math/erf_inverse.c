// erfinv, erfcinv and the normal distribution with its inverse.
//
// SPDX-License-Identifier: MIT
#include "math/exp.h"

double __vg_log_f64(double);
double __vg_log1p_f64(double);
double __vg_erf_f64(double);
double __vg_erfc_f64(double);
double __vg_erfcx_f64(double);

// A polynomial in -log(1 - x^2), or its root in the tail, then Newton's steps on erfc or erf.
VG_IN double inverse_start(double w) {
  double s = sqrt_f64(w < 5.0 ? 5.0 : w) - 2.23606797749978969641;
  s = s > 4.0 ? 4.0 : s;
  return w < 5.0 ? -1.0 : VG_POLY_F64(s, VG_ERFINV_TAIL_F64);
}
// erfc(y) = q for 0 < q < 1/2.
VG_IN double inverse_tail_f64(double q) {
  double w = -__vg_log_f64(q * (2.0 - q)), x = 1.0 - q;
  double y = inverse_start(w);
  y = y < 0.0 ? x * VG_POLY_F64(w > 5.0 ? 5.0 : w, VG_ERFINV_F64) : y;
  double guess =
      sqrt_f64(w > 30.0 ? w : 30.0);  // beyond the polynomials: y^2 = w - log(y sqrt(pi)) roughly
  guess = sqrt_f64(w - 0.5 * __vg_log_f64(guess * guess) - 0.572364942924700087 +
                   0.69314718055994530942);
  y = w > 38.0 ? guess : y;
  for (int i = 0; i < 3; i++) {
    double c = __vg_erfcx_f64(y), high = from_f64(bits_f64(y) & 0xfffffffff8000000u);
    double ratio = q * exp_scaled_f64(high * high, (y - high) * (y + high), 0);
    double step = (c - ratio) * 0.88622692545275801365;
    y += step / (1.0 + y * step);
  }
  return y;
}
VG_API double __vg_erfinv_f64(double x) {
  double a = abs_f64(x), w = -__vg_log1p_f64(-(a * a));
  double y = a * VG_POLY_F64(w, VG_ERFINV_F64);
  for (int i = 0; i < 2; i++) {
    double step = (__vg_erf_f64(y) - a) * 0.88622692545275801365 * exp_scaled_f64(y * y, -0.0, 0);
    y -= step / (1.0 + y * step);
  }
  double far = inverse_tail_f64(1.0 - a);
  y = a > 0.5 ? far : y;
  y = a == 1.0 ? VG_INF : a > 1.0 ? VG_NAN : y;
  return x == 0.0 ? x : sign_f64(y, x);
}
VG_API double __vg_erfcinv_f64(double x) {
  _Bool low = x < 0.5, high = x > 1.5;
  double far = inverse_tail_f64(low ? x : high ? 2.0 - x : 0.25), near = __vg_erfinv_f64(1.0 - x);
  double y = low ? far : high ? -far : near;
  y = x == 0.0 ? VG_INF : x == 2.0 ? -VG_INF : y;
  return x < 0.0 || x > 2.0 ? VG_NAN : y;
}
VG_API float __vg_erfinv_f32(float x) { return (float)__vg_erfinv_f64(x); }
VG_API float __vg_erfcinv_f32(float x) { return (float)__vg_erfcinv_f64(x); }

#define VG_SQRT_HALF 0.70710678118654752440
// x / sqrt(2) with its rounding error: in the tail the error of the argument is multiplied by x^2.
VG_API double __vg_normcdf_f64(double x) {
  double a = -x * VG_SQRT_HALF, lost = fma_f64(-x, VG_SQRT_HALF, -a) + x * 4.8336466567264567e-17;
  double y = __vg_erfc_f64(a);
  double change = a > 1.0 && a < 28.0 ? -2.0 * a * lost : 0.0;
  return 0.5 * mad_f64(y, change, y);
}
VG_API float __vg_normcdf_f32(float x) { return (float)__vg_normcdf_f64(x); }
VG_API double __vg_normcdfinv_f64(double x) {
  return -1.41421356237309504880 * __vg_erfcinv_f64(2.0 * x);
}
VG_API float __vg_normcdfinv_f32(float x) { return (float)__vg_normcdfinv_f64(x); }
