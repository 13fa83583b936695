// min, max and abs for all numbers, and the std:: names of the math functions.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_MIN_MAX_H
#define VG_VGPU_MIN_MAX_H

#include "vgpu_math_parts.h"
#include "vgpu_promotions.h"

// They stand in std too, before the library's own, so they are constant expressions as those are.
#define VG_MIN_MAX(type)                                                  \
  VG_FN_BOTH constexpr type min(type a, type b) { return b < a ? b : a; } \
  VG_FN_BOTH constexpr type max(type a, type b) { return a < b ? b : a; }
VG_MIN_MAX(int)
VG_MIN_MAX(unsigned)
VG_MIN_MAX(long)
VG_MIN_MAX(unsigned long)
VG_MIN_MAX(long long)
VG_MIN_MAX(unsigned long long)
#undef VG_MIN_MAX
#define VG_MIXED(wide, a_type, b_type)                                                \
  VG_FN_BOTH constexpr wide min(a_type a, b_type b) { return min((wide)a, (wide)b); } \
  VG_FN_BOTH constexpr wide max(a_type a, b_type b) { return max((wide)a, (wide)b); }
VG_MIXED(unsigned, int, unsigned)
VG_MIXED(unsigned, unsigned, int)
VG_MIXED(unsigned long, long, unsigned long)
VG_MIXED(unsigned long, unsigned long, long)
VG_MIXED(unsigned long long, long long, unsigned long long)
VG_MIXED(unsigned long long, unsigned long long, long long)
#undef VG_MIXED
#define VG_REAL(type, a_type, b_type, least, most)                           \
  VG_FN_BOTH constexpr type min(a_type a, b_type b) {                        \
    if (__builtin_is_constant_evaluated()) return b < a ? (type)b : (type)a; \
    return least((type)a, (type)b);                                          \
  }                                                                          \
  VG_FN_BOTH constexpr type max(a_type a, b_type b) {                        \
    if (__builtin_is_constant_evaluated()) return a < b ? (type)b : (type)a; \
    return most((type)a, (type)b);                                           \
  }
VG_REAL(float, float, float, fminf, fmaxf)
VG_REAL(double, double, double, fmin, fmax)
VG_REAL(double, float, double, fmin, fmax)
VG_REAL(double, double, float, fmin, fmax)
#undef VG_REAL
VG_FN unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
VG_FN unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
VG_FN long long llmin(long long a, long long b) { return b < a ? b : a; }
VG_FN long long llmax(long long a, long long b) { return a < b ? b : a; }
VG_FN unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
VG_FN unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

VG_FN int abs(int x) { return x < 0 ? -x : x; }
VG_FN long abs(long x) { return x < 0 ? -x : x; }
VG_FN long long abs(long long x) { return x < 0 ? -x : x; }
VG_FN float abs(float x) { return fabsf(x); }
VG_FN double abs(double x) { return fabs(x); }
VG_FN long labs(long x) { return x < 0 ? -x : x; }
VG_FN long long llabs(long long x) { return x < 0 ? -x : x; }

namespace std {
using ::abs, ::acos, ::acosh, ::asin, ::asinh, ::atan, ::atan2, ::atanh, ::cbrt, ::ceil, ::copysign;
using ::cos, ::cosh, ::erf, ::erfc, ::exp, ::exp2, ::expm1, ::fabs, ::fdim, ::floor, ::fma, ::fmax;
using ::fmin, ::fmod, ::frexp, ::hypot, ::ilogb, ::isfinite, ::isinf, ::isnan, ::isnormal, ::ldexp;
using ::lgamma, ::llrint, ::llround, ::log, ::log10, ::log1p, ::log2, ::logb, ::lrint, ::lround;
using ::min, ::max;
using ::modf, ::nan, ::nanf, ::nearbyint, ::nextafter, ::pow, ::remainder, ::remquo, ::rint,
    ::round, ::scalbn;
using ::signbit, ::sin, ::sinh, ::sqrt, ::tan, ::tanh, ::tgamma, ::trunc;
using ::sqrtf, ::expf, ::logf, ::sinf, ::cosf, ::powf, ::fabsf, ::fmaxf, ::fminf, ::tanhf;
}  // namespace std

#endif
