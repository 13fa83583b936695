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
// What is no number is told from 0, other than in CUDA.
VG_FN int ilogb(float x) { return x == x ? __vg_ilogb_f32(x) : FP_ILOGBNAN; }
VG_FN int ilogb(double x) { return x == x ? __vg_ilogb_f64(x) : FP_ILOGBNAN; }
VG_FN int ilogb(half x) { return x == x ? __vg_ilogb_f32((float)x) : FP_ILOGBNAN; }
VG_VECTORS1(int, ilogb, float)
VG_VECTORS1(int, ilogb, double)
VG_VECTORS1(int, ilogb, half)
