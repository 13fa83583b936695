// native_* and half_*: faster forms for floats, with OpenCL's freedom in accuracy.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

float __vg_fast_exp_f32(float);
float __vg_fast_exp2_f32(float);
float __vg_fast_exp10_f32(float);
float __vg_fast_log_f32(float);
float __vg_fast_log2_f32(float);
float __vg_fast_log10_f32(float);
float __vg_fast_sin_f32(float);
float __vg_fast_cos_f32(float);

#define VG_NATIVE1(name, expression)                        \
  VG_FN float native_##name(float x) { return expression; } \
  VG_FN float half_##name(float x) { return expression; }   \
  VG_VECTORS1(float, native_##name, float)                  \
  VG_VECTORS1(float, half_##name, float)
#define VG_NATIVE2(name, expression)                                 \
  VG_FN float native_##name(float x, float y) { return expression; } \
  VG_FN float half_##name(float x, float y) { return expression; }   \
  VG_VECTORS2(float, native_##name, float, float)                    \
  VG_VECTORS2(float, half_##name, float, float)

VG_NATIVE1(exp, __vg_fast_exp_f32(x))
VG_NATIVE1(exp2, __vg_fast_exp2_f32(x))
VG_NATIVE1(exp10, __vg_fast_exp10_f32(x))
VG_NATIVE1(log, __vg_fast_log_f32(x))
VG_NATIVE1(log2, __vg_fast_log2_f32(x))
VG_NATIVE1(log10, __vg_fast_log10_f32(x))
VG_NATIVE1(sin, __vg_fast_sin_f32(x))
VG_NATIVE1(cos, __vg_fast_cos_f32(x))
VG_NATIVE1(tan, __vg_fast_sin_f32(x) / __vg_fast_cos_f32(x))
VG_NATIVE1(sqrt, __builtin_elementwise_sqrt(x))
VG_NATIVE1(rsqrt, 1.0f / __builtin_elementwise_sqrt(x))
VG_NATIVE1(recip, 1.0f / x)
VG_NATIVE2(divide, x / y)
VG_NATIVE2(powr, __vg_fast_exp2_f32(y* __vg_fast_log2_f32(x)))
