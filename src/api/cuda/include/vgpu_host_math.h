// CUDA's own math functions for host code, which has only those of the C library.
//
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_HOST_MATH_H
#define VG_VGPU_HOST_MATH_H

#include <math.h>

#include "vgpu_attributes.h"

#define VG_HOST_MATH static __inline__ __attribute__((host, unused))
// name(double), and namef(float) by way of it.
#define VG_HOST_1(name, value)                         \
  VG_HOST_MATH double name(double x) { return value; } \
  VG_HOST_MATH float name##f(float x) { return (float)name((double)x); }

// sin(pi x) and cos(pi x) by the distance to the nearest half: whole numbers give exact zeros.
VG_HOST_MATH void __vg_host_turn(double x, double* s, double* c) {
  const double rest = remainder(x, 2.0), half = nearbyint(2.0 * rest);
  const double a = 3.14159265358979323846 * (rest - 0.5 * half);
  const double sine = sin(a), cosine = cos(a);
  const int quarter = (int)half & 3;
  *s = quarter == 0 ? sine : quarter == 1 ? cosine : quarter == 2 ? -sine : -cosine;
  *c = quarter == 0 ? cosine : quarter == 1 ? -sine : quarter == 2 ? -cosine : sine;
  if (*s == 0) *s = copysign(0.0, x);
  if (*c == 0) *c = 0.0;
}
VG_HOST_MATH double __vg_host_sinpi(double x) {
  double s, c;
  __vg_host_turn(x, &s, &c);
  return s;
}
VG_HOST_MATH double __vg_host_cospi(double x) {
  double s, c;
  __vg_host_turn(x, &s, &c);
  return c;
}
VG_HOST_1(sinpi, __vg_host_sinpi(x))
VG_HOST_1(cospi, __vg_host_cospi(x))
VG_HOST_MATH void sincospi(double x, double* s, double* c) { __vg_host_turn(x, s, c); }
VG_HOST_MATH void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
VG_HOST_MATH void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }

// y with erfc(y) = q, for 0 < q <= 1: a start from the logarithm, then Halley's steps, which triple the digits.
VG_HOST_MATH double __vg_host_tail_inverse(double q) {
  if (q == 0) return INFINITY;
  const double t = sqrt(-2.0 * log(q * 0.5));
  double y =
      (t - (2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481))) * 0.70710678118654752440;
  for (int i = 0; i < 4; ++i) {
    const double error = erfc(y) - q;
    y += error / (1.12837916709551257390 * exp(-y * y) - y * error);
  }
  return y;
}
// For |x| < 0.5 the same on erf itself, where erfc would lose the small digits.
VG_HOST_MATH double __vg_host_erfinv(double x) {
  const double a = fabs(x);
  if (!(a <= 1.0)) return NAN;
  if (a >= 0.5) return copysign(__vg_host_tail_inverse(1.0 - a), x);
  double y = a * 0.88622692545275801365;
  for (int i = 0; i < 4; ++i) {
    const double error = erf(y) - a;
    y -= error / (1.12837916709551257390 * exp(-y * y) + y * error);
  }
  return copysign(y, x);
}
VG_HOST_MATH double __vg_host_erfcinv(double x) {
  if (!(x >= 0.0 && x <= 2.0)) return NAN;
  if (x > 0.5 && x < 1.5) return __vg_host_erfinv(1.0 - x);
  return x <= 1.0 ? __vg_host_tail_inverse(x) : -__vg_host_tail_inverse(2.0 - x);
}
// exp(x^2) erfc(x): as it stands while both factors are numbers, then by a continued fraction.
VG_HOST_MATH double __vg_host_erfcx(double x) {
  if (x < 25.0) return exp(x * x) * erfc(x);
  double below = x;
  for (int k = 12; k > 0; --k) below = x + 0.5 * k / below;
  return 0.56418958354775628695 / below;
}
VG_HOST_1(erfinv, __vg_host_erfinv(x))
VG_HOST_1(erfcinv, __vg_host_erfcinv(x))
VG_HOST_1(erfcx, __vg_host_erfcx(x))
VG_HOST_1(normcdf, 0.5 * erfc(-x * 0.70710678118654752440))
VG_HOST_1(normcdfinv, -1.41421356237309504880 * __vg_host_erfcinv(2.0 * x))

// Modified Bessel functions: the power series, whose terms are all positive, and far out the one in 1 / x.
VG_HOST_MATH double __vg_host_bessel_i(double x, int order) {
  const double a = fabs(x), quarter = 0.25 * a * a;
  double sum = 1.0, term = 1.0;
  if (a < 40.0) {
    for (int k = 1; term > sum * 1e-17; ++k) sum += term *= quarter / (k * (double)(k + order));
    sum *= order ? 0.5 * a : 1.0;
  } else {
    for (int k = 1; k < 30; ++k) {
      const double odd = 2.0 * k - 1.0;
      term *= -(4.0 * order - odd * odd) / (8.0 * k * a);
      sum += term;
    }
    sum *= exp(0.5 * a) / sqrt(6.28318530717958647693 * a) * exp(0.5 * a);
  }
  return order && x < 0 ? -sum : sum;
}
VG_HOST_1(cyl_bessel_i0, __vg_host_bessel_i(x, 0))
VG_HOST_1(cyl_bessel_i1, __vg_host_bessel_i(x, 1))

VG_HOST_1(rsqrt, 1.0 / sqrt(x))
VG_HOST_1(rcbrt, 1.0 / cbrt(x))
VG_HOST_MATH float fdividef(float x, float y) { return x / y; }

// Lengths of vectors, in double or with long double between, so that nothing overflows on the way.
#define VG_HOST_LENGTHS(type, f, wide, root)                                              \
  VG_HOST_MATH type norm##f(int count, const type* p) {                                   \
    wide sum = 0;                                                                         \
    for (int i = 0; i < count; ++i) sum += (wide)p[i] * p[i];                             \
    return (type)root(sum);                                                               \
  }                                                                                       \
  VG_HOST_MATH type rnorm##f(int count, const type* p) { return 1 / norm##f(count, p); }  \
  VG_HOST_MATH type norm3d##f(type a, type b, type c) {                                   \
    const type all[] = {a, b, c};                                                         \
    return norm##f(3, all);                                                               \
  }                                                                                       \
  VG_HOST_MATH type norm4d##f(type a, type b, type c, type d) {                           \
    const type all[] = {a, b, c, d};                                                      \
    return norm##f(4, all);                                                               \
  }                                                                                       \
  VG_HOST_MATH type rnorm3d##f(type a, type b, type c) { return 1 / norm3d##f(a, b, c); } \
  VG_HOST_MATH type rnorm4d##f(type a, type b, type c, type d) {                          \
    return 1 / norm4d##f(a, b, c, d);                                                     \
  }                                                                                       \
  VG_HOST_MATH type rhypot##f(type a, type b) { return 1 / hypot##f(a, b); }
VG_HOST_LENGTHS(double, , long double, sqrtl)
VG_HOST_LENGTHS(float, f, double, sqrt)
#undef VG_HOST_LENGTHS
#undef VG_HOST_1
#undef VG_HOST_MATH

#endif
