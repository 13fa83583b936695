// Reference functions made from MPFR's, with MPFR's own precision.
//
// SPDX-License-Identifier: MIT
#include "references.h"

extern "C" double __vg_erfinv_f64(double);
extern "C" double __vg_erfcinv_f64(double);

int tanpi_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  mpfr_tanpi(r, x, mode);
  return 0;
}
int rsqrt_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  if (mpfr_zero_p(x)) {  // 1 / sqrt(-0) is -infinity here as in IEEE 754
    mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
    return 0;
  }
  return mpfr_rec_sqrt(r, x, mode);
}
int rcbrt_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  mpfr_cbrt(r, x, mode);
  return mpfr_ui_div(r, 1, r, mode);
}
int lgamma_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(r, &sign, x, mode);
}
int erfcx_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  if (mpfr_cmp_si(x, 10000) > 0) {  // 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(4x^4))
    mpfr_t t, pi;
    mpfr_inits2(300, t, pi, static_cast<mpfr_ptr>(nullptr));
    mpfr_const_pi(pi, mode);
    mpfr_sqrt(pi, pi, mode);
    mpfr_ui_div(pi, 1, pi, mode);
    mpfr_div(pi, pi, x, mode);
    mpfr_sqr(t, x, mode);
    mpfr_ui_div(t, 1, t, mode);
    mpfr_set_d(r, -0.9375 * 2, mode);
    mpfr_mul(r, r, t, mode);
    mpfr_add_d(r, r, 0.75, mode);
    mpfr_mul(r, r, t, mode);
    mpfr_sub_d(r, r, 0.5, mode);
    mpfr_mul(r, r, t, mode);
    mpfr_add_ui(r, r, 1, mode);
    mpfr_mul(r, r, pi, mode);
    mpfr_clears(t, pi, static_cast<mpfr_ptr>(nullptr));
    return 0;
  }
  mpfr_t square;
  mpfr_init2(square, 400);
  mpfr_sqr(square, x, mode);
  mpfr_exp(square, square, mode);
  mpfr_erfc(r, x, mode);
  mpfr_mul(r, r, square, mode);
  mpfr_clear(square);
  return 0;
}

// Newton's steps on f(y) = x from a start that need only be near; slope is f'.
static void invert(mpfr_ptr r, mpfr_srcptr x, double start, Unary f, int slope_sign) {
  mpfr_t y, step, slope;
  mpfr_inits2(400, y, step, slope, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(y, start, MPFR_RNDN);
  for (int i = 0; i < 4; i++) {
    f(step, y, MPFR_RNDN);
    mpfr_sub(step, step, x, MPFR_RNDN);
    mpfr_sqr(slope, y, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(step, step, slope, MPFR_RNDN);
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    mpfr_mul(step, step, slope, MPFR_RNDN);
    mpfr_mul_d(step, step, -0.5 * slope_sign, MPFR_RNDN);
    mpfr_add(y, y, step, MPFR_RNDN);
  }
  mpfr_set(r, y, MPFR_RNDN);
  mpfr_clears(y, step, slope, static_cast<mpfr_ptr>(nullptr));
}
int erfinv_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  const double d = mpfr_get_d(x, mode);
  if (!(d > -1 && d < 1)) {
    if (d == 1 || d == -1)
      mpfr_set_inf(r, d > 0 ? 1 : -1);
    else
      mpfr_set_nan(r);
  } else if (d == 0) {
    mpfr_set(r, x, mode);
  } else {
    invert(r, x, __vg_erfinv_f64(d), mpfr_erf, 1);
  }
  return 0;
}
int erfcinv_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  const double d = mpfr_get_d(x, mode);
  if (!(d > 0 && d < 2)) {
    if (d == 0 || d == 2)
      mpfr_set_inf(r, d == 0 ? 1 : -1);
    else
      mpfr_set_nan(r);
  } else if (d == 1) {
    mpfr_set_zero(r, 1);
  } else {
    invert(r, x, __vg_erfcinv_f64(d), mpfr_erfc, -1);
  }
  return 0;
}
int normcdf_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  mpfr_t t;
  mpfr_init2(t, 300);
  mpfr_sqrt_ui(t, 2, mode);
  mpfr_div(t, x, t, mode);
  mpfr_neg(t, t, mode);
  mpfr_erfc(r, t, mode);
  mpfr_div_ui(r, r, 2, mode);
  mpfr_clear(t);
  return 0;
}
int floor_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_floor(r, x); }
int ceil_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_ceil(r, x); }
int trunc_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_trunc(r, x); }
int round_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_round(r, x); }
int rhypot_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
  mpfr_hypot(r, x, y, mode);
  return mpfr_ui_div(r, 1, r, mode);
}
int pown_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode) {
  return mpfr_pow_si(r, x, n, mode);
}
int rootn_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode) {
  const bool odd = n & 1;
  if (mpfr_zero_p(x) && n != 0) {
    if (n > 0)
      mpfr_set_zero(r, odd && mpfr_signbit(x) ? -1 : 1);
    else
      mpfr_set_inf(r, odd && mpfr_signbit(x) ? -1 : 1);
    return 0;
  }
  return mpfr_rootn_si(r, x, n, mode);
}
int ldexp_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode) {
  return mpfr_mul_2si(r, x, n, mode);
}
