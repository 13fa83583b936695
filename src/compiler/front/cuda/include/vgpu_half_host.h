// half and bfloat16 in files without kernels: the types, conversions and arithmetic by way of float, for any compiler.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_HALF_HOST_H
#define VG_VGPU_HALF_HOST_H

#include <string.h>

#include "vgpu_vector_types.h"

static inline unsigned __vg_float_bits(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float __vg_bits_float(unsigned bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// To the nearest half, to the even one of two.
static inline unsigned short __vg_to_half(float x) {
  const unsigned bits = __vg_float_bits(x), sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return (unsigned short)(sign | 0x7e00u);
  if (size >= 0x477ff000u) return (unsigned short)(sign | 0x7c00u);
  if (size < 0x38800000u) {
    // The sum's last bits are the half's, as a step of 0.5f is that of the smallest halves.
    const float sum = __vg_bits_float(size) + 0.5f;
    return (unsigned short)(sign | (__vg_float_bits(sum) - 0x3f000000u));
  }
  return (unsigned short)(sign | ((size - 0x38000000u + 0xfffu + (size >> 13 & 1u)) >> 13));
}
static inline float __vg_from_half(unsigned short half) {
  const unsigned sign = (half & 0x8000u) << 16, size = half & 0x7fffu;
  if (size >= 0x7c00u) return __vg_bits_float(sign | 0x7f800000u | (size & 0x3ffu) << 13);
  if (size < 0x400u)
    return __vg_bits_float(sign | __vg_float_bits((float)size * 5.9604644775390625e-08f));
  return __vg_bits_float(sign | ((size << 13) + 0x38000000u));
}
static inline unsigned short __vg_to_bfloat16(float x) {
  const unsigned bits = __vg_float_bits(x);
  if (x != x) return (unsigned short)(bits >> 16 | 0x40u);
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
static inline float __vg_from_bfloat16(unsigned short x) {
  return __vg_bits_float((unsigned)x << 16);
}

#ifdef __cplusplus
#define VG_HOST_HALF(name, pair, to, from)                                     \
  struct __align__(2) name {                                                   \
    unsigned short bits;                                                       \
    name() = default;                                                          \
    name(float x) : bits(to(x)) {}                                             \
    name(double x) : bits(to((float)x)) {}                                     \
    name(int x) : bits(to((float)x)) {}                                        \
    operator float() const { return from(bits); }                              \
    name& operator+=(name x) { return *this = name((float)*this + (float)x); } \
    name& operator-=(name x) { return *this = name((float)*this - (float)x); } \
    name& operator*=(name x) { return *this = name((float)*this * (float)x); } \
    name& operator/=(name x) { return *this = name((float)*this / (float)x); } \
  };                                                                           \
  struct __align__(4) pair {                                                   \
    name x, y;                                                                 \
  };
VG_HOST_HALF(__half, __half2, __vg_to_half, __vg_from_half)
VG_HOST_HALF(__nv_bfloat16, __nv_bfloat162, __vg_to_bfloat16, __vg_from_bfloat16)
#undef VG_HOST_HALF
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
static inline __half __float2half(float x) { return __half(x); }
static inline __half __float2half_rn(float x) { return __half(x); }
static inline __half __double2half(double x) { return __half(x); }
static inline float __half2float(__half x) { return (float)x; }
static inline __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
static inline float2 __half22float2(__half2 a) { return {(float)a.x, (float)a.y}; }
static inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
static inline float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
#endif

#endif
