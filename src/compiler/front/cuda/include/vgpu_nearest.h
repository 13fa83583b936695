// Arithmetic rounded to nearest that is never fused: __fadd_rn and so on.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_NEAREST_H
#define VG_VGPU_NEAREST_H

#include "vgpu_attributes.h"

#define VG_NEAREST(name, type, parameters, value) \
  VG_FN type name parameters { _Pragma("clang fp contract(off)") return value; }
VG_NEAREST(__fadd_rn, float, (float a, float b), a + b)
VG_NEAREST(__fsub_rn, float, (float a, float b), a - b)
VG_NEAREST(__fmul_rn, float, (float a, float b), a* b)
VG_NEAREST(__fdiv_rn, float, (float a, float b), a / b)
VG_NEAREST(__frcp_rn, float, (float a), 1.0f / a)
VG_NEAREST(__fsqrt_rn, float, (float a), __builtin_elementwise_sqrt(a))
VG_NEAREST(__frsqrt_rn, float, (float a), (float)(1.0 / __builtin_elementwise_sqrt((double)a)))
VG_NEAREST(__fmaf_rn, float, (float a, float b, float c), __builtin_elementwise_fma(a, b, c))
VG_NEAREST(__fmaf_ieee_rn, float, (float a, float b, float c), __builtin_elementwise_fma(a, b, c))
VG_NEAREST(__dadd_rn, double, (double a, double b), a + b)
VG_NEAREST(__dsub_rn, double, (double a, double b), a - b)
VG_NEAREST(__dmul_rn, double, (double a, double b), a* b)
VG_NEAREST(__ddiv_rn, double, (double a, double b), a / b)
VG_NEAREST(__drcp_rn, double, (double a), 1.0 / a)
VG_NEAREST(__dsqrt_rn, double, (double a), __builtin_elementwise_sqrt(a))
VG_NEAREST(__fma_rn, double, (double a, double b, double c), __builtin_elementwise_fma(a, b, c))
#undef VG_NEAREST
VG_FN float __saturatef(float x) { return x != x ? 0.0f : x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x; }

#endif
