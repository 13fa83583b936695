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

struct __align__(2) __half {
  _Float16 value;
  __half() = default;
  VG_BOTH __half(_Float16 v) : value(v) {}
  VG_BOTH __half(float v) : value((_Float16)v) {}
  VG_BOTH __half(double v) : value((_Float16)v) {}
  VG_BOTH __half(int v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned v) : value((_Float16)v) {}
  VG_BOTH __half(long long v) : value((_Float16)v) {}
  VG_BOTH __half(unsigned long long v) : value((_Float16)v) {}
  VG_BOTH __half(__half_raw r) : value(__builtin_bit_cast(_Float16, r.x)) {}
  VG_BOTH operator float() const { return (float)value; }
  VG_BOTH explicit operator double() const { return (double)value; }
  VG_BOTH explicit operator int() const { return (int)value; }
  VG_BOTH explicit operator unsigned() const { return (unsigned)value; }
  VG_BOTH explicit operator bool() const { return value != 0; }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  VG_BOTH __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half2 half2;

VG_FN_BOTH __half __float2half(float x) { return __half(x); }
VG_FN_BOTH __half __float2half_rn(float x) { return __half(x); }
VG_FN_BOTH __half __double2half(double x) { return __half(x); }
VG_FN_BOTH float __half2float(__half x) { return (float)x.value; }

// The other roundings: the nearest one, then a step if it lies on the wrong side.
VG_FN_BOTH __half __vg_half_step(__half h, int step) {
  short bits = __builtin_bit_cast(short, h);
  if ((bits & 0x7fff) == 0) return __builtin_bit_cast(__half, (short)(step > 0 ? 1 : 0x8001));
  return __builtin_bit_cast(__half, (short)(bits + ((bits < 0) == (step < 0) ? 1 : -1)));
}
VG_FN_BOTH __half __float2half_rd(float x) {
  __half h(x);
  return (float)h.value > x ? __vg_half_step(h, -1) : h;
}
VG_FN_BOTH __half __float2half_ru(float x) {
  __half h(x);
  return (float)h.value < x ? __vg_half_step(h, 1) : h;
}
VG_FN_BOTH __half __float2half_rz(float x) {
  return x < 0 ? __float2half_ru(x) : __float2half_rd(x);
}

#define VG_H __half
#define VG_H2 __half2
#define VG_FROM(x) __half(x)
#define VG_TO(x) ((float)(x).value)
#include "vgpu_half_arithmetic.h"
#undef VG_H
#undef VG_H2
#undef VG_FROM
#undef VG_TO

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

#define VG_H_INTEGER(type, name)                                                         \
  VG_FN_BOTH __half __##name##2half_rn(type x) { return __half((float)x); }              \
  VG_FN_BOTH type __half2##name##_rn(__half x) { return (type)rintf(__half2float(x)); }  \
  VG_FN_BOTH type __half2##name##_rz(__half x) { return (type)truncf(__half2float(x)); } \
  VG_FN_BOTH type __half2##name##_ru(__half x) { return (type)ceilf(__half2float(x)); }  \
  VG_FN_BOTH type __half2##name##_rd(__half x) { return (type)floorf(__half2float(x)); }
VG_H_INTEGER(int, int)
VG_H_INTEGER(unsigned, uint)
VG_H_INTEGER(short, short)
VG_H_INTEGER(unsigned short, ushort)
VG_H_INTEGER(long long, ll)
VG_H_INTEGER(unsigned long long, ull)
#undef VG_H_INTEGER

#endif
#endif
