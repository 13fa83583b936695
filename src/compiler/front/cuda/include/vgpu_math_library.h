// Declarations of the device library's scalar math functions.
//
// Accuracies are those of the OpenCL specification, which are CUDA's or better. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_MATH_LIBRARY_H
#define VG_VGPU_MATH_LIBRARY_H

#include "vgpu_attributes.h"

#define VG_PURE extern "C" __device__ __attribute__((const))
#define VG_UNARY(name)                    \
  VG_PURE float __vg_##name##_f32(float); \
  VG_PURE double __vg_##name##_f64(double);
#define VG_BINARY(name)                          \
  VG_PURE float __vg_##name##_f32(float, float); \
  VG_PURE double __vg_##name##_f64(double, double);

VG_UNARY(sin)
VG_UNARY(cos)
VG_UNARY(tan)
VG_UNARY(sinpi)
VG_UNARY(cospi)
VG_UNARY(asin)
VG_UNARY(acos)
VG_UNARY(atan)
VG_UNARY(sinh)
VG_UNARY(cosh)
VG_UNARY(tanh)
VG_UNARY(asinh)
VG_UNARY(acosh)
VG_UNARY(atanh)
VG_UNARY(exp)
VG_UNARY(exp2)
VG_UNARY(exp10)
VG_UNARY(expm1)
VG_UNARY(log)
VG_UNARY(log2)
VG_UNARY(log10)
VG_UNARY(log1p)
VG_UNARY(logb)
VG_UNARY(cbrt)
VG_UNARY(erf)
VG_UNARY(erfc)
VG_UNARY(tgamma)
VG_UNARY(lgamma)
VG_UNARY(rsqrt)
VG_UNARY(erfinv)
VG_UNARY(erfcinv)
VG_UNARY(erfcx)
VG_UNARY(normcdfinv)
VG_UNARY(round)
VG_UNARY(j0)
VG_UNARY(j1)
VG_UNARY(y0)
VG_UNARY(y1)
VG_UNARY(cyl_bessel_i0)
VG_UNARY(cyl_bessel_i1)
VG_BINARY(pow)
VG_BINARY(atan2)
VG_BINARY(hypot)
VG_BINARY(fmod)
VG_BINARY(remainder)
VG_BINARY(nextafter)
VG_BINARY(fdim)
VG_PURE float __vg_ldexp_f32(float, int);
VG_PURE double __vg_ldexp_f64(double, int);
VG_PURE float __vg_jn_f32(int, float);
VG_PURE double __vg_jn_f64(int, double);
VG_PURE float __vg_yn_f32(int, float);
VG_PURE double __vg_yn_f64(int, double);
VG_PURE int __vg_ilogb_f32(float);
VG_PURE int __vg_ilogb_f64(double);
VG_PURE float __vg_fast_exp_f32(float);
VG_PURE float __vg_fast_exp2_f32(float);
VG_PURE float __vg_fast_exp10_f32(float);
VG_PURE float __vg_fast_log_f32(float);
VG_PURE float __vg_fast_log2_f32(float);
VG_PURE float __vg_fast_log10_f32(float);
VG_PURE float __vg_fast_sin_f32(float);
VG_PURE float __vg_fast_cos_f32(float);
#undef VG_UNARY
#undef VG_BINARY
#undef VG_PURE

#endif
