// |x|^y for pow, powr, pown, rootn and gamma: a logarithm of about 68 bits times y, then the exponential.
//
// The last bits of y log(x) become leading bits of the result's error (it may be 745), hence the pairs of doubles.
// For floats a plain double holds enough.
// SPDX-License-Identifier: MIT
#pragma once

#include "math/exp.h"
#include "math/log.h"

typedef struct {
  double hi, lo;
} Pair;

// log(x) for finite x > 0.
VG_IN Pair log_pair(double x) {
  double e, f = split_f64(x, &e);
  double d = 2.0 + f, d_lo = (2.0 - d) + f;
  double s = f / d, s_lo = (fma_f64(-s, d, f) - s * d_lo) / d;
  double z = s * s, z_lo = fma_f64(s, s, -z) + 2.0 * s * s_lo;
  // 2/3 + z Q(z), the rest of atanh's series divided by s^3; the 2/3 with its own low part.
  double q = z * VG_POLY_F64(z, VG_LOG_REST_F64);
  double c = 0.66666666666666662966 + q;
  double c_lo = ((0.66666666666666662966 - c) + q) + 3.7007434154171882627e-17;
  double t = z * c, t_lo = fma_f64(z, c, -t) + (z * c_lo + z_lo * c);
  double u = s * t, u_lo = fma_f64(s, t, -u) + (s * t_lo + s_lo * t);
  double h = 2.0 * s + u, l = ((2.0 * s - h) + u) + (2.0 * s_lo + u_lo);
  double whole = e * VG_LN2_HI, sum = whole + h, back = sum - whole;
  double rest = (whole - (sum - back)) + (h - back);
  return (Pair){sum, rest + (l + e * VG_LN2_LO)};
}

// e^(hi + lo) * 2^k for any finite pair.
VG_IN double exp_pair(Pair p, i64 k) {
  return exp_scaled_f64(p.hi, abs_f64(p.hi) < 900.0 ? p.lo : 0.0, k);
}

// a^(y + y_lo) for a > 0 finite; y may be infinite.
VG_IN double power_f64(double a, double y, double y_lo) {
  Pair log = log_pair(a);
  y = clamp_exp_f64(y, -0x1p70, 0x1p70);
  double p = y * log.hi, lo = fma_f64(y, log.hi, -p) + (y * log.lo + y_lo * log.hi);
  return exp_pair((Pair){p, lo}, 0);
}

// a^y in double with the accuracy of a float.
VG_IN float power_f32(double a, double y) {
  double e, f = split_f64(a, &e), s = f / (2.0 + f), z = s * s;
  double log =
      mad_f64(e, 0.69314718055994530942, s * mad_f64(z, VG_POLY_F64(z, VG_LOG_SHORT_F64), 2.0));
  y = clamp_exp_f64(y, -0x1p70, 0x1p70);
  double x = clamp_exp_f64(y * log, -110.0, 95.0);
  double shifted = mad_f64(x, VG_LOG2E, VG_MAGIC_F64), n = shifted - VG_MAGIC_F64;
  double r = mad_f64(n, -0.69314718055994530942, x);
  double p = mad_f64(VG_POLY_F64(r, VG_EXP_SHORT_F64), r * r, r) + 1.0;
  return (float)from_f64(bits_f64(p) + ((bits_f64(shifted) - bits_f64(VG_MAGIC_F64)) << 52));
}
