// Inverse trigonometric and hyperbolic functions for all types and sizes.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

VG_MATH1(asin)
VG_MATH1(acos)
VG_MATH1(atan)
VG_MATH1(asinpi)
VG_MATH1(acospi)
VG_MATH1(atanpi)
VG_MATH2(atan2)
VG_MATH2(atan2pi)
VG_MATH1(sinh)
VG_MATH1(cosh)
VG_MATH1(tanh)
VG_MATH1(asinh)
VG_MATH1(acosh)
VG_MATH1(atanh)
