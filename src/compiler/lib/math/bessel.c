// Bessel functions: j0 j1 jn, y0 y1 yn, and the modified i0 i1.
//
// Below 8 polynomials in x^2/32 - 1 (for y with the logarithm taken out), beyond Hankel's amplitude and phase.
// Errors are absolute, as usual for functions with many zeros: about 1e-15; floats are computed in double.
// SPDX-License-Identifier: MIT
#include "math/exp.h"

double __vg_sincos_f64(double, double*);
double __vg_log_f64(double);

typedef struct {
  double j, y;
} Bessel;

// sqrt(2 / (pi x)) (p cos(phase) - q sin(phase)) and its partner, phase = x - (2 order + 1) pi/4.
VG_IN Bessel far_bessel(double x, double p, double q, int order) {
  double c, s = __vg_sincos_f64(x, &c), root = sqrt_f64(0.63661977236758134308 / x);
  // sin and cos of x - pi/4 and x - 3 pi/4, with sqrt(1/2) taken out.
  double cosine = order == 0 ? c + s : s - c, sine = order == 0 ? s - c : -(s + c);
  double unit = root * 0.70710678118654752440;
  return (Bessel){unit * (p * cosine - q * sine), unit * (p * sine + q * cosine)};
}

VG_IN Bessel bessel0(double x) {
  double u = mad_f64(x, x * 0.03125, -1.0), v = 8.0 / (x > 8.0 ? x : 8.0), w = v * v;
  double p = VG_POLY_F64(w, VG_BESSEL_P0_F64), q = v * VG_POLY_F64(w, VG_BESSEL_Q0_F64);
  Bessel far = far_bessel(x > 8.0 ? x : 8.0, p, q, 0);
  double j = VG_POLY_F64(u, VG_BESSEL_J0_F64);
  double y = mad_f64(0.63661977236758134308 * __vg_log_f64(x), j, VG_POLY_F64(u, VG_BESSEL_Y0_F64));
  return x < 8.0 ? (Bessel){j, y} : far;
}
VG_IN Bessel bessel1(double x) {
  double u = mad_f64(x, x * 0.03125, -1.0), v = 8.0 / (x > 8.0 ? x : 8.0), w = v * v;
  double p = VG_POLY_F64(w, VG_BESSEL_P1_F64), q = v * VG_POLY_F64(w, VG_BESSEL_Q1_F64);
  Bessel far = far_bessel(x > 8.0 ? x : 8.0, p, q, 1);
  double j = x * VG_POLY_F64(u, VG_BESSEL_J1_F64);
  double pole = mad_f64(__vg_log_f64(x), j, -1.0 / x);
  double y = mad_f64(0.63661977236758134308, pole, x * VG_POLY_F64(u, VG_BESSEL_Y1_F64));
  return x < 8.0 ? (Bessel){j, y} : far;
}

VG_API double __vg_j0_f64(double x) {
  double a = abs_f64(x), r = bessel0(a).j;
  return a == VG_INF ? 0.0 : r;
}
VG_API double __vg_j1_f64(double x) {
  double a = abs_f64(x), r = bessel1(a).j;
  r = bits_f64(x) >> 63 ? -r : r;
  return a == VG_INF ? sign_f64(0.0, x) : r;
}
VG_IN double finish_y(double x, double r) {
  r = x == 0.0 ? -VG_INF : x == VG_INF ? 0.0 : r;
  return x < 0.0 ? VG_NAN : r;
}
VG_API double __vg_y0_f64(double x) { return finish_y(x, bessel0(x).y); }
VG_API double __vg_y1_f64(double x) { return finish_y(x, bessel1(x).y); }

// Upwards, r(k+1) = 2k/x r(k) - r(k-1), is stable for y, and for j while k < x.
VG_IN double climb(double x, double below, double here, i32 n) {
  for (i32 k = 1; k < n; k++) {
    double next = mad_f64(2.0 * k / x, here, -below);
    below = here;
    here = next;
  }
  return n == 0 ? below : here;
}
// Downwards from a start far above n, scaled afterwards by j0 or j1, whichever is larger.
VG_IN double descend(double x, double j0, double j1, i32 n) {
  i32 top = n + (i32)sqrt_f64(60.0 * n) + 20;
  double above = 0.0, here = 0x1p-900, wanted = 0.0;
  for (i32 k = top; k > 0; k--) {
    double next = mad_f64(2.0 * k / x, here, -above);
    above = here;
    here = next;
    _Bool large = abs_f64(here) > 0x1p900;
    double unit = large ? 0x1p-900 : 1.0;
    here *= unit;
    above *= unit;
    wanted = (k - 1 == n ? here : wanted * unit);
  }
  return abs_f64(j0) > abs_f64(j1) ? wanted * (j0 / here) : wanted * (j1 / above);
}
VG_API double __vg_jn_f64(i32 n, double x) {
  double a = abs_f64(x), j0 = bessel0(a).j, j1 = bessel1(a).j, r;
  i32 order = n < 0 ? -n : n;
  if (a == 0.0 || a == VG_INF || a != a) {
    r = a != a ? a : order == 0 && a == 0.0 ? 1.0 : 0.0;
  } else if (order <= 1) {
    r = order == 0 ? j0 : j1;
  } else if (a > order) {
    r = climb(a, j0, j1, order);
  } else {
    r = descend(a, j0, j1, order);
  }
  return (order & 1) && ((x < 0.0) != (n < 0)) ? -r : r;
}
VG_API double __vg_yn_f64(i32 n, double x) {
  i32 order = n < 0 ? -n : n;
  double r = climb(x, bessel0(x).y, bessel1(x).y, order);
  r = r != r && x > 0.0 ? -VG_INF : r;  // infinity - infinity on the way up
  return finish_y(x, (order & 1) && n < 0 ? -r : r);
}

// e^-x I(x) by polynomials, in x/4 - 1 below 8 and in 8/x beyond.
VG_API double __vg_cyl_bessel_i0_f64(double x) {
  double a = abs_f64(x), v = 8.0 / (a > 8.0 ? a : 8.0);
  double near = VG_POLY_F64(mad_f64(a, 0.25, -1.0), VG_BESSEL_I0_F64);
  double far = VG_POLY_F64(v, VG_BESSEL_I0_TAIL_F64) / sqrt_f64(a);
  double r = exp_scaled_f64(a, -0.0, -20) * (a < 8.0 ? near : far) * 0x1p20;
  return a == VG_INF ? VG_INF : r;
}
VG_API double __vg_cyl_bessel_i1_f64(double x) {
  double a = abs_f64(x), v = 8.0 / (a > 8.0 ? a : 8.0);
  double near = a * VG_POLY_F64(mad_f64(a, 0.25, -1.0), VG_BESSEL_I1_F64);
  double far = VG_POLY_F64(v, VG_BESSEL_I1_TAIL_F64) / sqrt_f64(a);
  double r = exp_scaled_f64(a, -0.0, -20) * (a < 8.0 ? near : far) * 0x1p20;
  return sign_f64(a == VG_INF ? VG_INF : r, x);
}

VG_API float __vg_j0_f32(float x) { return (float)__vg_j0_f64(x); }
VG_API float __vg_j1_f32(float x) { return (float)__vg_j1_f64(x); }
VG_API float __vg_jn_f32(i32 n, float x) { return (float)__vg_jn_f64(n, x); }
VG_API float __vg_y0_f32(float x) { return (float)__vg_y0_f64(x); }
VG_API float __vg_y1_f32(float x) { return (float)__vg_y1_f64(x); }
VG_API float __vg_yn_f32(i32 n, float x) { return (float)__vg_yn_f64(n, x); }
VG_API float __vg_cyl_bessel_i0_f32(float x) { return (float)__vg_cyl_bessel_i0_f64(x); }
VG_API float __vg_cyl_bessel_i1_f32(float x) { return (float)__vg_cyl_bessel_i1_f64(x); }
