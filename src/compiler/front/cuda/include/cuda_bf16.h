// bfloat16: the upper half of a float.
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_BF16_H
#define VG_CUDA_BF16_H

#ifndef __CUDA__
#include "vgpu_half_host.h"
#else
#include "vgpu_cuda.h"

VG_BOTH static inline unsigned short __vg_bf16_bits(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x);
  if (x != x) return (unsigned short)(bits >> 16 | 0x40u);
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

struct __align__(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  VG_BOTH __nv_bfloat16(float v) : bits(__vg_bf16_bits(v)) {}
  VG_BOTH __nv_bfloat16(double v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(int v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(unsigned v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH float to_float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
  VG_BOTH operator float() const { return to_float(); }
  VG_BOTH explicit operator int() const { return (int)to_float(); }
  VG_BOTH explicit operator bool() const { return to_float() != 0; }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  VG_BOTH __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

VG_FN_BOTH __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
VG_FN_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
VG_FN_BOTH __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)(__builtin_bit_cast(unsigned, x) >> 16));
}
VG_FN_BOTH __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16((float)x); }
VG_FN_BOTH float __bfloat162float(__nv_bfloat16 x) { return x.to_float(); }

#define VG_H __nv_bfloat16
#define VG_H2 __nv_bfloat162
#define VG_FROM(x) __nv_bfloat16(x)
#define VG_TO(x) ((x).to_float())
#include "vgpu_half_arithmetic.h"
#undef VG_H
#undef VG_H2
#undef VG_FROM
#undef VG_TO

VG_FN_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
VG_FN_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
VG_FN_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
VG_FN_BOTH __nv_bfloat162 __float2bfloat162_rn(float a) {
  return {__nv_bfloat16(a), __nv_bfloat16(a)};
}
VG_FN_BOTH __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return {__nv_bfloat16(a), __nv_bfloat16(b)};
}
VG_FN_BOTH float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x.to_float(), a.y.to_float()}; }
VG_FN_BOTH float __low2float(__nv_bfloat162 a) { return a.x.to_float(); }
VG_FN_BOTH float __high2float(__nv_bfloat162 a) { return a.y.to_float(); }
VG_FN_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
VG_FN_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
VG_FN_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
VG_FN_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  return __builtin_bit_cast(__nv_bfloat16, a);
}

#endif
#endif
