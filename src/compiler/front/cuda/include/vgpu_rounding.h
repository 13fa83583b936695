// Arithmetic with a chosen rounding: __fadd_rz and so on.
//
// The result rounded to nearest and the sign of its exact error give the three other roundings by at most one step.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ROUNDING_H
#define VG_VGPU_ROUNDING_H

#include "vgpu_bits.h"

template <class T>
struct __vg_real;
template <>
struct __vg_real<float> {
  typedef int bits;
  static constexpr float largest = 3.402823466e+38f;
};
template <>
struct __vg_real<double> {
  typedef long long bits;
  static constexpr double largest = 1.7976931348623157e+308;
};

// The neighbour of x towards +infinity or -infinity; x is finite.
template <class T>
VG_FN T __vg_step(T x, bool up) {
  typedef typename __vg_real<T>::bits Bits;
  if (x == 0) return __builtin_bit_cast(T, (Bits)1) * (up ? T(1) : T(-1));
  Bits b = __builtin_bit_cast(Bits, x);
  return __builtin_bit_cast(T, (Bits)(b + ((x > 0) == up ? 1 : -1)));
}

enum __vg_mode { __vg_rz, __vg_ru, __vg_rd };

// `nearest` is exact minus `error`; `finite` says that the operands were.
template <__vg_mode mode, class T>
VG_FN T __vg_round(T nearest, T error, bool finite) {
  bool up = mode == __vg_ru || (mode == __vg_rz && nearest < 0);
  if (__builtin_isinf(nearest) && finite)
    return (nearest > 0) == up ? nearest : (nearest > 0 ? T(1) : T(-1)) * __vg_real<T>::largest;
  if (__builtin_isinf(nearest) || nearest != nearest || error == 0 || error != error)
    return nearest;
  if (up) return error > 0 ? __vg_step(nearest, true) : nearest;
  return error < 0 ? __vg_step(nearest, false) : nearest;
}

template <class T>
VG_FN bool __vg_finite(T a, T b, T c = 0) {
  return __builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c);
}
template <class T>
VG_FN T __vg_sum_error(T a, T b, T sum) {
#pragma clang fp contract(off) reassociate(off)
  T back = sum - a;
  return (a - (sum - back)) + (b - back);
}
template <__vg_mode mode, class T>
VG_FN T __vg_add_round(T a, T b) {
#pragma clang fp contract(off)
  T sum = a + b, error = __vg_sum_error(a, b, sum);
  if (mode == __vg_rd && sum == 0 && error == 0 && !(a == 0 && b == 0 && 1 / a > 0 && 1 / b > 0))
    return -T(0);
  return __vg_round<mode>(sum, error, __vg_finite(a, b));
}
template <__vg_mode mode, class T>
VG_FN T __vg_mul_round(T a, T b) {
#pragma clang fp contract(off)
  T product = a * b;
  return __vg_round<mode>(product, __builtin_elementwise_fma(a, b, -product), __vg_finite(a, b));
}
template <__vg_mode mode, class T>
VG_FN T __vg_div_round(T a, T b) {
#pragma clang fp contract(off)
  T quotient = a / b, rest = __builtin_elementwise_fma(-quotient, b, a);
  return __vg_round<mode>(quotient, b < 0 ? -rest : rest, __vg_finite(a, b) && b != 0);
}
template <__vg_mode mode, class T>
VG_FN T __vg_sqrt_round(T a) {
#pragma clang fp contract(off)
  T root = __builtin_elementwise_sqrt(a);
  return __vg_round<mode>(root, __builtin_elementwise_fma(-root, root, a), __vg_finite(a, a));
}
template <__vg_mode mode, class T>
VG_FN T __vg_fma_round(T a, T b, T c) {
#pragma clang fp contract(off)
  T result = __builtin_elementwise_fma(a, b, c);
  T high = a * b, low = __builtin_elementwise_fma(a, b, -high);
  T part = c + low, part_error = __vg_sum_error(c, low, part);
  T sum = high + part, sum_error = __vg_sum_error(high, part, sum);
  return __vg_round<mode>(result, ((sum - result) + sum_error) + part_error, __vg_finite(a, b, c));
}

#define VG_ROUNDED(type, prefix, suffix, mode)                                                \
  VG_FN type __##prefix##add_##suffix(type a, type b) { return __vg_add_round<mode>(a, b); }  \
  VG_FN type __##prefix##sub_##suffix(type a, type b) { return __vg_add_round<mode>(a, -b); } \
  VG_FN type __##prefix##mul_##suffix(type a, type b) { return __vg_mul_round<mode>(a, b); }  \
  VG_FN type __##prefix##div_##suffix(type a, type b) { return __vg_div_round<mode>(a, b); }  \
  VG_FN type __##prefix##rcp_##suffix(type a) { return __vg_div_round<mode>(type(1), a); }    \
  VG_FN type __##prefix##sqrt_##suffix(type a) { return __vg_sqrt_round<mode>(a); }
VG_ROUNDED(float, f, rz, __vg_rz)
VG_ROUNDED(float, f, ru, __vg_ru)
VG_ROUNDED(float, f, rd, __vg_rd)
VG_ROUNDED(double, d, rz, __vg_rz)
VG_ROUNDED(double, d, ru, __vg_ru)
VG_ROUNDED(double, d, rd, __vg_rd)
#undef VG_ROUNDED

#define VG_FUSED(suffix, mode)                                                                     \
  VG_FN float __fmaf_##suffix(float a, float b, float c) { return __vg_fma_round<mode>(a, b, c); } \
  VG_FN double __fma_##suffix(double a, double b, double c) {                                      \
    return __vg_fma_round<mode>(a, b, c);                                                          \
  }
VG_FUSED(rz, __vg_rz)
VG_FUSED(ru, __vg_ru)
VG_FUSED(rd, __vg_rd)
#undef VG_FUSED

#endif
