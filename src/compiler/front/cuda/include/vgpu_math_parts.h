// Math functions with an integer or pointer in their signature, and classification.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_MATH_PARTS_H
#define VG_VGPU_MATH_PARTS_H

#include "vgpu_math.h"

#define VG_BOTH_REALS(body) body(double, ) body(float, f)
#define VG_REAL(type, name) __vg_##name##_f
#define VG_PARTS(type, f, bits)                                                                    \
  VG_FN type ldexp##f(type x, int n) { return __vg_ldexp_f##bits(x, n); }                          \
  VG_FN type scalbn##f(type x, int n) { return __vg_ldexp_f##bits(x, n); }                         \
  VG_FN type scalbln##f(type x, long n) {                                                          \
    return __vg_ldexp_f##bits(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n);                \
  }                                                                                                \
  VG_FN int ilogb##f(type x) { return __vg_ilogb_f##bits(x); }                                     \
  VG_FN type frexp##f(type x, int* exponent) {                                                     \
    if (x == 0 || !__builtin_isfinite(x)) return *exponent = 0, x;                                 \
    *exponent = __vg_ilogb_f##bits(x) + 1;                                                         \
    return __vg_ldexp_f##bits(__vg_ldexp_f##bits(x, -*exponent / 2), -*exponent + *exponent / 2);  \
  }                                                                                                \
  VG_FN type modf##f(type x, type* whole) {                                                        \
    *whole = __builtin_elementwise_trunc(x);                                                       \
    return __builtin_elementwise_copysign(__builtin_isinf(x) ? type(0) : x - *whole, x);           \
  }                                                                                                \
  VG_FN type remquo##f(type x, type y, int* quotient) {                                            \
    type rest = __vg_remainder_f##bits(x, y);                                                      \
    type q = __vg_fmod_f##bits(x - rest, 8 * y) / y;                                               \
    *quotient = (int)__builtin_elementwise_rint(q);                                                \
    return rest;                                                                                   \
  }                                                                                                \
  VG_FN void sincos##f(type x, type* s, type* c) { *s = sin(x), *c = cos(x); }                     \
  VG_FN void sincospi##f(type x, type* s, type* c) { *s = sinpi(x), *c = cospi(x); }               \
  VG_FN long lrint##f(type x) { return (long)__builtin_elementwise_rint(x); }                      \
  VG_FN long long llrint##f(type x) { return (long long)__builtin_elementwise_rint(x); }           \
  VG_FN long lround##f(type x) { return (long)__vg_round_f##bits(x); }                             \
  VG_FN long long llround##f(type x) { return (long long)__vg_round_f##bits(x); }                  \
  VG_FN type norm4d##f(type a, type b, type c, type d) { return hypot(hypot(a, b), hypot(c, d)); } \
  VG_FN type rnorm4d##f(type a, type b, type c, type d) { return 1 / norm4d##f(a, b, c, d); }      \
  VG_FN type norm##f(int count, const type* p) {                                                   \
    type length = 0;                                                                               \
    for (int i = 0; i < count; ++i) length = hypot(length, p[i]);                                  \
    return length;                                                                                 \
  }                                                                                                \
  VG_FN type rnorm##f(int count, const type* p) { return 1 / norm##f(count, p); }                  \
  VG_FN type nan##f(const char*) { return (type)__builtin_nan(""); }
VG_PARTS(double, , 64)
VG_PARTS(float, f, 32)
#undef VG_PARTS
#undef VG_BOTH_REALS
#undef VG_REAL

// The float overloads that C++ adds.
VG_FN float ldexp(float x, int n) { return ldexpf(x, n); }
VG_FN float scalbn(float x, int n) { return scalbnf(x, n); }
VG_FN float frexp(float x, int* exponent) { return frexpf(x, exponent); }
VG_FN float modf(float x, float* whole) { return modff(x, whole); }
VG_FN int ilogb(float x) { return ilogbf(x); }
VG_FN void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
VG_FN void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }
VG_FN long lrint(float x) { return lrintf(x); }
VG_FN long lround(float x) { return lroundf(x); }
VG_FN long long llrint(float x) { return llrintf(x); }
VG_FN long long llround(float x) { return llroundf(x); }

#define VG_CLASS(name, value)                \
  VG_FN bool name(float x) { return value; } \
  VG_FN bool name(double x) { return value; }
VG_CLASS(isnan, x != x)
VG_CLASS(isinf, __builtin_isinf(x))
VG_CLASS(isfinite, __builtin_isfinite(x))
VG_CLASS(isnormal, __builtin_isnormal(x))
VG_CLASS(signbit, __builtin_signbit(x))
#undef VG_CLASS

// The same by the names that the host's library has for them.
#define VG_CLASS_NAMES(single, plain, wide, value) \
  VG_FN int single(float x) { return value; }      \
  VG_FN int plain(double x) { return value; }      \
  VG_FN int wide(double x) { return value; }
VG_CLASS_NAMES(__isnanf, __isnan, __isnand, x != x)
VG_CLASS_NAMES(__isinff, __isinf, __isinfd, __builtin_isinf(x))
VG_CLASS_NAMES(__finitef, __finite, __isfinited, __builtin_isfinite(x))
VG_CLASS_NAMES(__signbitf, __signbit, __signbitd, __builtin_signbit(x))
VG_CLASS_NAMES(finitef, finite, __isfinite, __builtin_isfinite(x))
#undef VG_CLASS_NAMES

// Fast forms: a few units in the last place, for moderate arguments.
VG_FN float __expf(float x) { return __vg_fast_exp_f32(x); }
VG_FN float __exp10f(float x) { return __vg_fast_exp10_f32(x); }
VG_FN float __logf(float x) { return __vg_fast_log_f32(x); }
VG_FN float __log2f(float x) { return __vg_fast_log2_f32(x); }
VG_FN float __log10f(float x) { return __vg_fast_log10_f32(x); }
VG_FN float __sinf(float x) { return __vg_fast_sin_f32(x); }
VG_FN float __cosf(float x) { return __vg_fast_cos_f32(x); }
VG_FN float __tanf(float x) { return __vg_fast_sin_f32(x) / __vg_fast_cos_f32(x); }
VG_FN float __tanhf(float x) { return tanhf(x); }
VG_FN void __sincosf(float x, float* s, float* c) { *s = __sinf(x), *c = __cosf(x); }
VG_FN float __powf(float x, float y) { return __vg_fast_exp2_f32(y * __vg_fast_log2_f32(x)); }
VG_FN float __fdividef(float x, float y) { return x / y; }

#endif
