// trig functions for all types and sizes.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

VG_MATH1(sin)
VG_MATH1(cos)
VG_MATH1(tan)
VG_MATH1(sinpi)
VG_MATH1(cospi)
VG_MATH1(tanpi)
