// Complex numbers by CUDA's names (cuComplex.h): plain pairs and the functions on them, for host and device.
//
// Quotients and absolute values scale, so that they overflow only where the result does.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_COMPLEX_H
#define VG_VGPU_COMPLEX_H

#include <math.h>

#include "cuda_runtime.h"

#define VG_COMPLEX static __inline__ __host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define VG_COMPLEX_FUNCTIONS(number, real, letter, root, absolute)                    \
  VG_COMPLEX number make_##number(real x, real y) {                                   \
    number z = {x, y};                                                                \
    return z;                                                                         \
  }                                                                                   \
  VG_COMPLEX real cuCreal##letter(number z) { return z.x; }                           \
  VG_COMPLEX real cuCimag##letter(number z) { return z.y; }                           \
  VG_COMPLEX number cuConj##letter(number z) { return make_##number(z.x, -z.y); }     \
  VG_COMPLEX number cuCadd##letter(number a, number b) {                              \
    return make_##number(a.x + b.x, a.y + b.y);                                       \
  }                                                                                   \
  VG_COMPLEX number cuCsub##letter(number a, number b) {                              \
    return make_##number(a.x - b.x, a.y - b.y);                                       \
  }                                                                                   \
  VG_COMPLEX number cuCmul##letter(number a, number b) {                              \
    return make_##number(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);               \
  }                                                                                   \
  VG_COMPLEX number cuCdiv##letter(number a, number b) {                              \
    real scale = (real)1 / (absolute(b.x) + absolute(b.y));                           \
    real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;      \
    real length = (real)1 / (bx * bx + by * by);                                      \
    return make_##number((ax * bx + ay * by) * length, (ay * bx - ax * by) * length); \
  }                                                                                   \
  VG_COMPLEX real cuCabs##letter(number z) {                                          \
    real a = absolute(z.x), b = absolute(z.y);                                        \
    real large = a > b ? a : b, small = a > b ? b : a;                                \
    if (large == (real)0 || large > (real)3.402823466e38f) return large + small;      \
    real ratio = small / large;                                                       \
    return large * root((real)1 + ratio * ratio);                                     \
  }                                                                                   \
  VG_COMPLEX number cuCfma##letter(number a, number b, number c) {                    \
    return make_##number(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y);   \
  }
VG_COMPLEX_FUNCTIONS(cuFloatComplex, float, f, sqrtf, fabsf)
VG_COMPLEX_FUNCTIONS(cuDoubleComplex, double, , sqrt, fabs)
#undef VG_COMPLEX_FUNCTIONS

VG_COMPLEX cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
VG_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}
VG_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)z.x, (float)z.y);
}
#undef VG_COMPLEX

#endif
