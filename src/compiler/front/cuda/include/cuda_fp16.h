// half and half2.
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_FP16_H
#define VG_CUDA_FP16_H

#ifndef __CUDA__
#include "vgpu_half_host.h"
#else
#include "vgpu_cuda.h"

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

// Its bits stand first, so that it goes to functions with variable arguments as CUDA's class does: printf("%x", half).
struct __align__(2) __half {
  union {
    unsigned short bits;
    _Float16 value;
  };
  __half() = default;
  VG_BOTH __half(_Float16 v) : value(v) {}
  VG_BOTH __half(float v) : value((_Float16)v) {}
  VG_BOTH __half(double v) : value((_Float16)v) {}
  VG_BOTH __half(int v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned v) : value((_Float16)v) {}
  VG_BOTH __half(short v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned short v) : value((_Float16)v) {}
  VG_BOTH __half(long v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned long v) : value((_Float16)v) {}
  VG_BOTH __half(long long v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned long long v) : value((_Float16)v) {}
  VG_BOTH __half(__half_raw r) : value(__builtin_bit_cast(_Float16, r.x)) {}
  VG_BOTH operator float() const { return (float)value; }
  VG_BOTH explicit operator double() const { return (double)value; }
  VG_BOTH explicit operator int() const { return (int)value; }
  VG_BOTH explicit operator unsigned() const { return (unsigned)value; }
  VG_BOTH explicit operator bool() const { return value != 0; }
  VG_BOTH explicit operator short() const { return (short)value; }
  VG_BOTH explicit operator unsigned short() const { return (unsigned short)value; }
  VG_BOTH explicit operator char() const { return (char)value; }
  VG_BOTH explicit operator signed char() const { return (signed char)value; }
  VG_BOTH explicit operator unsigned char() const { return (unsigned char)value; }
  VG_BOTH explicit operator long() const { return (long)value; }
  VG_BOTH explicit operator unsigned long() const { return (unsigned long)value; }
  VG_BOTH explicit operator long long() const { return (long long)value; }
  VG_BOTH explicit operator unsigned long long() const { return (unsigned long long)value; }
  VG_BOTH operator __half_raw() const { return {__builtin_bit_cast(unsigned short, value)}; }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  VG_BOTH __half2(__half a, __half b) : x(a), y(b) {}
  VG_BOTH __half2(__half2_raw r) : x(__half_raw{r.x}), y(__half_raw{r.y}) {}
  VG_BOTH operator __half2_raw() const { return {__half_raw(x).x, __half_raw(y).x}; }
};
typedef __half2 half2;

VG_FN_BOTH __half __float2half(float x) { return __half(x); }
VG_FN_BOTH __half __float2half_rn(float x) { return __half(x); }
VG_FN_BOTH __half __double2half(double x) { return __half(x); }
VG_FN_BOTH float __half2float(__half x) { return (float)x.value; }

#define VG_H __half
#define VG_H2 __half2
#define VG_FROM(x) __half(x)
#define VG_TO(x) ((float)(x).value)
#define VG_NAME half
#define VG_DIGITS 11
#define VG_MOST 65504.0f
#include "vgpu_half_arithmetic.h"
#include "vgpu_half_compare.h"
#include "vgpu_half_roundings.h"
#include "vgpu_half_undefine.h"

VG_FN_BOTH __half2 make_half2(__half a, __half b) { return {a, b}; }
VG_FN_BOTH __half2 __halves2half2(__half a, __half b) { return {a, b}; }
VG_FN_BOTH __half2 __half2half2(__half a) { return {a, a}; }
VG_FN_BOTH __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
VG_FN_BOTH __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
VG_FN_BOTH __half2 __float22half2_rn(float2 a) { return {__half(a.x), __half(a.y)}; }
VG_FN_BOTH float2 __half22float2(__half2 a) { return {__half2float(a.x), __half2float(a.y)}; }
VG_FN_BOTH float __low2float(__half2 a) { return __half2float(a.x); }
VG_FN_BOTH float __high2float(__half2 a) { return __half2float(a.y); }
VG_FN_BOTH __half __low2half(__half2 a) { return a.x; }
VG_FN_BOTH __half __high2half(__half2 a) { return a.y; }
VG_FN_BOTH __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
VG_FN_BOTH __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
VG_FN_BOTH __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
VG_FN_BOTH unsigned short __half_as_ushort(__half a) {
  return __builtin_bit_cast(unsigned short, a);
}
VG_FN_BOTH short __half_as_short(__half a) { return __builtin_bit_cast(short, a); }
VG_FN_BOTH __half __ushort_as_half(unsigned short a) { return __builtin_bit_cast(__half, a); }
VG_FN_BOTH __half __short_as_half(short a) { return __builtin_bit_cast(__half, a); }

VG_FN_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
VG_FN_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

#endif
#endif
