// Conversions between numbers with a chosen rounding: __float2int_rz, __double2float_ru and so on.
//
// Values beyond the target's range give its limits, NaN gives 0, as on the hardware.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_CONVERSIONS_H
#define VG_VGPU_CONVERSIONS_H

#include "vgpu_rounding.h"

template <class To, class From>
VG_FN To __vg_saturate(From x, From low, From high, To least, To most) {
  if (x != x) return To(0);
  return x <= low ? least : x >= high ? most : To(x);
}
#define VG_TO_INTEGER(from, prefix, suffix, round)                                                \
  VG_FN int __##prefix##2int_##suffix(from x) {                                                   \
    return __vg_saturate<int, from>(round(x), -2147483648.0f, 2147483648.0f, -2147483647 - 1,     \
                                    2147483647);                                                  \
  }                                                                                               \
  VG_FN unsigned __##prefix##2uint_##suffix(from x) {                                             \
    return __vg_saturate<unsigned, from>(round(x), 0.0f, 4294967296.0f, 0u, 4294967295u);         \
  }                                                                                               \
  VG_FN long long __##prefix##2ll_##suffix(from x) {                                              \
    return __vg_saturate<long long, from>(round(x), -9223372036854775808.0f,                      \
                                          9223372036854775808.0f, -9223372036854775807ll - 1,     \
                                          9223372036854775807ll);                                 \
  }                                                                                               \
  VG_FN unsigned long long __##prefix##2ull_##suffix(from x) {                                    \
    return __vg_saturate<unsigned long long, from>(round(x), 0.0f, 18446744073709551616.0f, 0ull, \
                                                   18446744073709551615ull);                      \
  }
#define VG_TO_INTEGERS(from, prefix)                               \
  VG_TO_INTEGER(from, prefix, rn, __builtin_elementwise_roundeven) \
  VG_TO_INTEGER(from, prefix, rz, __builtin_elementwise_trunc)     \
  VG_TO_INTEGER(from, prefix, ru, __builtin_elementwise_ceil)      \
  VG_TO_INTEGER(from, prefix, rd, __builtin_elementwise_floor)
VG_TO_INTEGERS(float, float)
VG_TO_INTEGERS(double, double)
#undef VG_TO_INTEGERS
#undef VG_TO_INTEGER

// The sign of x minus y. A 64-bit integer is cut in two, so that every difference below is exact.
template <class T>
VG_FN T __vg_difference(double x, T y) {
  return x > (double)y ? T(1) : x < (double)y ? T(-1) : T(0);
}
template <class T>
VG_FN T __vg_difference(long long x, T y) {
  double high = (double)(x >> 32) * 4294967296.0 - (double)y, low = (double)(unsigned)x;
  return high > -low ? T(1) : high < -low ? T(-1) : T(0);
}
template <class T>
VG_FN T __vg_difference(unsigned long long x, T y) {
  double high = (double)(x >> 32) * 4294967296.0 - (double)y, low = (double)(unsigned)x;
  return high > -low ? T(1) : high < -low ? T(-1) : T(0);
}
template <__vg_mode mode, class T, class Wide, class From>
VG_FN T __vg_narrow(From x) {
  T nearest = (T)x;
  return __vg_round<mode, T>(nearest, __vg_difference((Wide)x, nearest), x - x == From(0));
}
#define VG_TO_REAL(from, name, to, type, wide)                                            \
  VG_FN type __##name##2##to##_rn(from x) { return (type)x; }                             \
  VG_FN type __##name##2##to##_rz(from x) { return __vg_narrow<__vg_rz, type, wide>(x); } \
  VG_FN type __##name##2##to##_ru(from x) { return __vg_narrow<__vg_ru, type, wide>(x); } \
  VG_FN type __##name##2##to##_rd(from x) { return __vg_narrow<__vg_rd, type, wide>(x); }
VG_TO_REAL(int, int, float, float, double)
VG_TO_REAL(unsigned, uint, float, float, double)
VG_TO_REAL(double, double, float, float, double)
VG_TO_REAL(long long, ll, float, float, long long)
VG_TO_REAL(unsigned long long, ull, float, float, unsigned long long)
VG_TO_REAL(long long, ll, double, double, long long)
VG_TO_REAL(unsigned long long, ull, double, double, unsigned long long)
#undef VG_TO_REAL
VG_FN double __int2double_rn(int x) { return (double)x; }
VG_FN double __uint2double_rn(unsigned x) { return (double)x; }

#endif
