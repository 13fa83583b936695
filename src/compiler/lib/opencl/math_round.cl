// Rounding, absolute value, minimum and maximum, fused multiply-add, sqrt: single instructions of LLVM.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

VG_ELEMENT1(floor, __builtin_elementwise_floor)
VG_ELEMENT1(ceil, __builtin_elementwise_ceil)
VG_ELEMENT1(trunc, __builtin_elementwise_trunc)
VG_ELEMENT1(rint, __builtin_elementwise_rint)
VG_ELEMENT1(fabs, __builtin_elementwise_abs)
VG_ELEMENT1(sqrt, __builtin_elementwise_sqrt)

VG_ELEMENT1(round, __builtin_elementwise_round)

#define VG_ELEMENT2(N, name, builtin)                                      \
  VG_FN float##N name(float##N x, float##N y) { return builtin(x, y); }    \
  VG_FN double##N name(double##N x, double##N y) { return builtin(x, y); } \
  VG_FN half##N name(half##N x, half##N y) { return builtin(x, y); }
VG_SIZES(VG_ELEMENT2, fmin, __builtin_elementwise_min)
VG_SIZES(VG_ELEMENT2, fmax, __builtin_elementwise_max)
VG_SIZES(VG_ELEMENT2, copysign, __builtin_elementwise_copysign)

#define VG_WITH_SCALAR(N, name)                                                 \
  VG_FN float##N name(float##N x, float y) { return name(x, (float##N)y); }     \
  VG_FN double##N name(double##N x, double y) { return name(x, (double##N)y); } \
  VG_FN half##N name(half##N x, half y) { return name(x, (half##N)y); }
VG_VECTOR_SIZES(VG_WITH_SCALAR, fmin)
VG_VECTOR_SIZES(VG_WITH_SCALAR, fmax)

// fma is exact; mad may be either, so it is what the target does fastest.
#define VG_FUSED(N, T)                                                                  \
  VG_FN T##N fma(T##N x, T##N y, T##N z) { return __builtin_elementwise_fma(x, y, z); } \
  VG_FN T##N mad(T##N x, T##N y, T##N z) { _Pragma("clang fp contract(on)") return x * y + z; }
VG_SIZES(VG_FUSED, float)
VG_SIZES(VG_FUSED, double)
VG_SIZES(VG_FUSED, half)
