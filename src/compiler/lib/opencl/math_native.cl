// native_* and half_*: faster forms for floats, with OpenCL's freedom in accuracy.
//
// The native ones may flush denormals; of the half_* ones nothing is asked but 8192 units in the last place, which
// the full functions keep for denormals and infinities, and near the zeros of sine and cosine, too.
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

#define VG_FAST1(name, expression)                 \
  VG_FN float name(float x) { return expression; } \
  VG_VECTORS1(float, name, float)
#define VG_FAST2(name, expression)                          \
  VG_FN float name(float x, float y) { return expression; } \
  VG_VECTORS2(float, name, float, float)
#define VG_NATIVE1(name, expression)  \
  VG_FAST1(native_##name, expression) \
  VG_FAST1(half_##name, expression)
#define VG_NATIVE2(name, expression)  \
  VG_FAST2(native_##name, expression) \
  VG_FAST2(half_##name, expression)

#define VG_FULL1(name)                               \
  float __vg_##name##_f32(float);                    \
  VG_FAST1(native_##name, __vg_fast_##name##_f32(x)) \
  VG_FAST1(half_##name, __vg_##name##_f32(x))
VG_FULL1(exp)
VG_FULL1(exp2)
VG_FULL1(exp10)
VG_FULL1(log)
VG_FULL1(log2)
VG_FULL1(log10)
VG_FULL1(sin)
VG_FULL1(cos)
float __vg_tan_f32(float);
VG_FAST1(native_tan, __vg_fast_sin_f32(x) / __vg_fast_cos_f32(x))
VG_FAST1(half_tan, __vg_tan_f32(x))
VG_NATIVE1(sqrt, __builtin_elementwise_sqrt(x))
VG_NATIVE1(rsqrt, 1.0f / __builtin_elementwise_sqrt(x))
VG_NATIVE1(recip, 1.0f / x)
VG_NATIVE2(divide, x / y)
float __vg_powr_f32(float, float);
VG_FAST2(native_powr, __vg_fast_exp2_f32(y* __vg_fast_log2_f32(x)))
VG_FAST2(half_powr, __vg_powr_f32(x, y))
