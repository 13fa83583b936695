// Powers and roots, special functions, division with remainder, for all types and sizes.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

VG_MATH2(pow)
VG_MATH2(powr)
VG_MATH1(cbrt)
VG_MATH1(rsqrt)
VG_MATH2(hypot)
VG_MATH1(erf)
VG_MATH1(erfc)
VG_MATH1(tgamma)
VG_MATH1(lgamma)
VG_MATH2(fmod)
VG_MATH2(remainder)
VG_MATH2(fdim)
VG_MATH2(maxmag)
VG_MATH2(minmag)

// Functions whose second argument is an int.
#define VG_MATH_INT(name)                                                         \
  float __vg_##name##_f32(float, int);                                            \
  double __vg_##name##_f64(double, int);                                          \
  VG_FN float name(float x, int n) { return __vg_##name##_f32(x, n); }            \
  VG_FN double name(double x, int n) { return __vg_##name##_f64(x, n); }          \
  VG_FN half name(half x, int n) { return (half)__vg_##name##_f32((float)x, n); } \
  VG_VECTORS2(float, name, float, int)                                            \
  VG_VECTORS2(double, name, double, int)                                          \
  VG_VECTORS2(half, name, half, int)
VG_MATH_INT(pown)
VG_MATH_INT(rootn)
VG_MATH_INT(ldexp)

#define VG_LDEXP_SCALAR(N, T) \
  VG_FN T##N ldexp(T##N x, int n) { return ldexp(x, (int##N)n); }
VG_VECTOR_SIZES(VG_LDEXP_SCALAR, float)
VG_VECTOR_SIZES(VG_LDEXP_SCALAR, double)
VG_VECTOR_SIZES(VG_LDEXP_SCALAR, half)

// Neighbours: a half's is not a float's.
VG_DECLARE2(nextafter)
VG_FN float nextafter(float x, float y) { return __vg_nextafter_f32(x, y); }
VG_FN double nextafter(double x, double y) { return __vg_nextafter_f64(x, y); }
VG_FN half nextafter(half x, half y) {
  short bits = as_short(x), away = (x < y) == (x > 0.0h) ? 1 : -1;
  short first = (short)((as_short(y) & 0x8000) | 1);
  short next = x == 0.0h ? first : (short)(bits + away);
  half r = x == y ? y : as_half(next);
  return x != x ? x : y != y ? y : r;
}
VG_VECTORS2(float, nextafter, float, float)
VG_VECTORS2(double, nextafter, double, double)
VG_VECTORS2(half, nextafter, half, half)

#define VG_NAN(N)                                                                       \
  VG_FN float##N nan(uint##N code) { return as_float##N(code | (uint##N)0x7fc00000u); } \
  VG_FN double##N nan(ulong##N code) { return as_double##N(code | (ulong##N)0x7ff8000000000000u); }
#define VG_NAN_HALF(N) \
  VG_FN half##N nan(ushort##N code) { return as_half##N(code | (ushort##N)0x7e00); }
VG_NAN()
VG_NAN(2)
VG_NAN(3)
VG_NAN(4)
VG_NAN(8)
VG_NAN(16)
VG_FN half nan(ushort code) {
  ushort bits = code | 0x7e00;
  return as_half(bits);
}
VG_NAN_HALF(2)
VG_NAN_HALF(3)
VG_NAN_HALF(4)
VG_NAN_HALF(8)
VG_NAN_HALF(16)
