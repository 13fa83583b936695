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

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  VG_BOTH __nv_bfloat16(float v) : bits(__vg_bf16_bits(v)) {}
  VG_BOTH __nv_bfloat16(double v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(int v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(unsigned v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(short v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(unsigned short v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(long v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(unsigned long v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(long long v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(unsigned long long v) : bits(__vg_bf16_bits((float)v)) {}
  VG_BOTH __nv_bfloat16(__nv_bfloat16_raw r) : bits(r.x) {}
  VG_BOTH operator __nv_bfloat16_raw() const { return {bits}; }
  VG_BOTH float to_float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
  VG_BOTH operator float() const { return to_float(); }
  VG_BOTH explicit operator int() const { return (int)to_float(); }
  VG_BOTH explicit operator bool() const { return to_float() != 0; }
  VG_BOTH explicit operator unsigned() const { return (unsigned)to_float(); }
  VG_BOTH explicit operator short() const { return (short)to_float(); }
  VG_BOTH explicit operator unsigned short() const { return (unsigned short)to_float(); }
  VG_BOTH explicit operator char() const { return (char)to_float(); }
  VG_BOTH explicit operator signed char() const { return (signed char)to_float(); }
  VG_BOTH explicit operator unsigned char() const { return (unsigned char)to_float(); }
  VG_BOTH explicit operator long() const { return (long)to_float(); }
  VG_BOTH explicit operator unsigned long() const { return (unsigned long)to_float(); }
  VG_BOTH explicit operator long long() const { return (long long)to_float(); }
  VG_BOTH explicit operator unsigned long long() const { return (unsigned long long)to_float(); }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  VG_BOTH __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
  VG_BOTH __nv_bfloat162(__nv_bfloat162_raw r)
      : x(__nv_bfloat16_raw{r.x}), y(__nv_bfloat16_raw{r.y}) {}
  VG_BOTH operator __nv_bfloat162_raw() const { return {x.bits, y.bits}; }
};
typedef __nv_bfloat162 nv_bfloat162;

VG_FN_BOTH __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
VG_FN_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
VG_FN_BOTH __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16((float)x); }
VG_FN_BOTH float __bfloat162float(__nv_bfloat16 x) { return x.to_float(); }

#define VG_H __nv_bfloat16
#define VG_H2 __nv_bfloat162
#define VG_FROM(x) __nv_bfloat16(x)
#define VG_TO(x) ((x).to_float())
#define VG_NAME bfloat16
#define VG_DIGITS 8
#define VG_MOST 3.38953138925153547590470800371487867e+38f
#include "vgpu_half_arithmetic.h"
#include "vgpu_half_compare.h"
#include "vgpu_half_roundings.h"
#include "vgpu_half_undefine.h"

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
VG_FN_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return {__nv_bfloat16(a.x), __nv_bfloat16(a.y)};
}
VG_FN_BOTH __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
VG_FN_BOTH __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
VG_FN_BOTH __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.x, b.x};
}
VG_FN_BOTH __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.y, b.y};
}
VG_FN_BOTH __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return {a.y, a.x}; }
VG_FN_BOTH short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.bits; }
VG_FN_BOTH __nv_bfloat16 __short_as_bfloat16(short a) {
  return __builtin_bit_cast(__nv_bfloat16, a);
}
VG_FN_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
VG_FN_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  return __builtin_bit_cast(__nv_bfloat16, a);
}

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

// Programs take both small floats from here.
#include "cuda_fp16.h"

#endif
#endif
