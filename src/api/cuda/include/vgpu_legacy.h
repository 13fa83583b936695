// Names from before CUDA 9 that programs still use, and device math that host code may call too.
//
// A shuffle without a mask takes all lanes that are there. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_LEGACY_H
#define VG_VGPU_LEGACY_H

#include "vgpu_cuda.h"

#define VG_OLD_SHUFFLE(name)                             \
  template <class T, class Lane>                         \
  VG_FN T name(T value, Lane lane, int width = 32) {     \
    return name##_sync(0xffffffffu, value, lane, width); \
  }
VG_OLD_SHUFFLE(__shfl)
VG_OLD_SHUFFLE(__shfl_up)
VG_OLD_SHUFFLE(__shfl_down)
VG_OLD_SHUFFLE(__shfl_xor)
#undef VG_OLD_SHUFFLE
VG_FN int __any(int predicate) { return __any_sync(0xffffffffu, predicate); }
VG_FN int __all(int predicate) { return __all_sync(__activemask(), predicate); }
VG_FN unsigned __ballot(int predicate) { return __ballot_sync(0xffffffffu, predicate); }

// Host code has the C library; these are CUDA's own.
#define VG_HOST_MATH static __inline__ __attribute__((host, unused))
VG_HOST_MATH float rsqrtf(float x) { return 1.0f / sqrtf(x); }
VG_HOST_MATH double rsqrt(double x) { return 1.0 / sqrt(x); }
VG_HOST_MATH float rcbrtf(float x) { return 1.0f / cbrtf(x); }
VG_HOST_MATH double rcbrt(double x) { return 1.0 / cbrt(x); }
VG_HOST_MATH float sinpif(float x) { return (float)sin(3.14159265358979323846 * x); }
VG_HOST_MATH double sinpi(double x) { return sin(3.14159265358979323846 * x); }
VG_HOST_MATH float cospif(float x) { return (float)cos(3.14159265358979323846 * x); }
VG_HOST_MATH double cospi(double x) { return cos(3.14159265358979323846 * x); }
VG_HOST_MATH float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
VG_HOST_MATH double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
VG_HOST_MATH float fdividef(float x, float y) { return x / y; }
#undef VG_HOST_MATH

#endif
