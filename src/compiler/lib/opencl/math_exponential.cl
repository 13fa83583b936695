// exponential functions for all types and sizes.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

VG_MATH1(exp)
VG_MATH1(exp2)
VG_MATH1(exp10)
VG_MATH1(expm1)
VG_MATH1(log)
VG_MATH1(log2)
VG_MATH1(log10)
VG_MATH1(log1p)
VG_MATH1(logb)

int __vg_ilogb_f32(float);
int __vg_ilogb_f64(double);
VG_FN int ilogb(float x) { return __vg_ilogb_f32(x); }
VG_FN int ilogb(double x) { return __vg_ilogb_f64(x); }
VG_FN int ilogb(half x) { return __vg_ilogb_f32((float)x); }
VG_VECTORS1(int, ilogb, float)
VG_VECTORS1(int, ilogb, double)
VG_VECTORS1(int, ilogb, half)
