// Math functions by their C names, in float and double, and overloaded as C++ has them.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_MATH_H
#define VG_VGPU_MATH_H

#include "vgpu_math_library.h"

// name(double), namef(float) and name(float).
#define VG_MATH(name, arguments, call64, call32, ...)                      \
  VG_FN double name(VG_PARAMETERS_##arguments(double)) { return call64; }  \
  VG_FN float name##f(VG_PARAMETERS_##arguments(float)) { return call32; } \
  VG_FN float name(VG_PARAMETERS_##arguments(float)) { return call32; }
#define VG_PARAMETERS_1(type) type x
#define VG_PARAMETERS_2(type) type x, type y
#define VG_PARAMETERS_3(type) type x, type y, type z
#define VG_LIBRARY_1(name) VG_MATH(name, 1, __vg_##name##_f64(x), __vg_##name##_f32(x))
#define VG_LIBRARY_2(name) VG_MATH(name, 2, __vg_##name##_f64(x, y), __vg_##name##_f32(x, y))
#define VG_ELEMENTWISE(name, builtin) VG_MATH(name, 1, builtin(x), builtin(x))

VG_LIBRARY_1(tan)
VG_LIBRARY_1(sinpi)
VG_LIBRARY_1(cospi)
VG_LIBRARY_1(asin)
VG_LIBRARY_1(acos)
VG_LIBRARY_1(atan)
VG_LIBRARY_1(sinh)
VG_LIBRARY_1(cosh)
VG_LIBRARY_1(tanh)
VG_LIBRARY_1(asinh)
VG_LIBRARY_1(acosh)
VG_LIBRARY_1(atanh)
VG_LIBRARY_1(expm1)
VG_LIBRARY_1(log1p)
VG_LIBRARY_1(logb)
VG_LIBRARY_1(cbrt)
VG_LIBRARY_1(erf)
VG_LIBRARY_1(erfc)
VG_LIBRARY_1(tgamma)
VG_LIBRARY_1(lgamma)
VG_LIBRARY_1(rsqrt)
VG_LIBRARY_1(erfinv)
VG_LIBRARY_1(erfcinv)
VG_LIBRARY_1(erfcx)
VG_LIBRARY_1(normcdfinv)
VG_LIBRARY_1(round)
VG_LIBRARY_1(j0)
VG_LIBRARY_1(j1)
VG_LIBRARY_1(y0)
VG_LIBRARY_1(y1)
VG_LIBRARY_1(cyl_bessel_i0)
VG_LIBRARY_1(cyl_bessel_i1)
VG_FN double jn(int n, double x) { return __vg_jn_f64(n, x); }
VG_FN float jnf(int n, float x) { return __vg_jn_f32(n, x); }
VG_FN double yn(int n, double x) { return __vg_yn_f64(n, x); }
VG_FN float ynf(int n, float x) { return __vg_yn_f32(n, x); }
VG_LIBRARY_2(atan2)
VG_LIBRARY_2(hypot)
VG_LIBRARY_2(fmod)
VG_LIBRARY_2(remainder)
VG_LIBRARY_2(nextafter)
VG_LIBRARY_2(fdim)
// Squares and the like are products, as nvcc makes them of exponents that it knows (inline_calls.cpp asks).
#define VG_KNOWN(exponent) (__builtin_constant_p(y) && y == exponent)
#define VG_POWER(library) \
  VG_KNOWN(2) ? x* x : VG_KNOWN(3) ? x* x* x : VG_KNOWN(4) ? (x * x) * (x * x) : library
#ifdef __USE_FAST_MATH__
#define VG_FAST_1(name) VG_MATH(name, 1, __vg_##name##_f64(x), __vg_fast_##name##_f32(x))
VG_MATH(pow, 2, VG_POWER(__vg_pow_f64(x, y)),
        VG_POWER(__vg_fast_exp2_f32(y* __vg_fast_log2_f32(x))))
#else
#define VG_FAST_1(name) VG_LIBRARY_1(name)
VG_MATH(pow, 2, VG_POWER(__vg_pow_f64(x, y)), VG_POWER(__vg_pow_f32(x, y)))
#endif
#undef VG_POWER
#undef VG_KNOWN
VG_FAST_1(sin)
VG_FAST_1(cos)
VG_FAST_1(exp)
VG_FAST_1(exp2)
VG_FAST_1(exp10)
VG_FAST_1(log)
VG_FAST_1(log2)
VG_FAST_1(log10)

VG_ELEMENTWISE(sqrt, __builtin_elementwise_sqrt)
VG_ELEMENTWISE(fabs, __builtin_elementwise_abs)
VG_ELEMENTWISE(floor, __builtin_elementwise_floor)
VG_ELEMENTWISE(ceil, __builtin_elementwise_ceil)
VG_ELEMENTWISE(trunc, __builtin_elementwise_trunc)
VG_ELEMENTWISE(rint, __builtin_elementwise_rint)
VG_ELEMENTWISE(nearbyint, __builtin_elementwise_rint)
VG_MATH(copysign, 2, __builtin_elementwise_copysign(x, y), __builtin_elementwise_copysign(x, y))
VG_MATH(fmin, 2, __builtin_fmin(x, y), __builtin_fminf(x, y))
VG_MATH(fmax, 2, __builtin_fmax(x, y), __builtin_fmaxf(x, y))
VG_MATH(fma, 3, __builtin_elementwise_fma(x, y, z), __builtin_elementwise_fma(x, y, z))
VG_MATH(rcbrt, 1, 1.0 / __vg_cbrt_f64(x), 1.0f / __vg_cbrt_f32(x))
VG_MATH(rhypot, 2, 1.0 / __vg_hypot_f64(x, y), 1.0f / __vg_hypot_f32(x, y))
VG_MATH(fdivide, 2, x / y, x / y)
VG_MATH(normcdf, 1, 0.5 * __vg_erfc_f64(-x * 0.70710678118654752440),
        0.5f * __vg_erfc_f32(-x * 0.70710678f))
VG_MATH(norm3d, 3, __vg_hypot_f64(__vg_hypot_f64(x, y), z),
        (float)__builtin_elementwise_sqrt((double)x* x + (double)y * y + (double)z * z))
VG_MATH(rnorm3d, 3, 1.0 / norm3d(x, y, z), 1.0f / norm3df(x, y, z))

#endif
