// Arithmetic with a chosen rounding: __fadd_rz and so on.
//
// The result rounded to nearest and the sign of its exact error (vgpu_rounding_errors.h) give the three other roundings
// by at most one step.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ROUNDING_H
#define VG_VGPU_ROUNDING_H

#include "vgpu_rounding_errors.h"

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

// `error` has the sign of the exact result minus `nearest`; `finite` says that the operands were.
template <__vg_mode mode, class T>
VG_FN T __vg_round(T nearest, T error, bool finite) {
  bool up = mode == __vg_ru || (mode == __vg_rz && nearest < 0);
  if (__builtin_isinf(nearest) && finite)
    return (nearest > 0) == up ? nearest : (nearest > 0 ? T(1) : T(-1)) * __vg_real<T>::largest;
  if (__builtin_isinf(nearest) || nearest != nearest || error == 0 || error != error ||
      (mode == __vg_rz && nearest == 0))
    return nearest;
  if (up) return error > 0 ? __vg_step(nearest, true) : nearest;
  return error < 0 ? __vg_step(nearest, false) : nearest;
}

template <class T>
VG_FN bool __vg_finite(T a, T b, T c = 0) {
  return __builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c);
}
template <class T>
VG_FN bool __vg_is_minus(T x) {
  return __builtin_bit_cast(typename __vg_real<T>::bits, x) < 0;
}
// A sum that is exactly zero is -0 when rounded down, unless both parts are +0.
template <__vg_mode mode, class T>
VG_FN bool __vg_zero_is_minus(T a, T b) {
  return mode == __vg_rd && !(a == 0 && b == 0 && !__vg_is_minus(a) && !__vg_is_minus(b));
}

template <__vg_mode mode, class T>
VG_FN T __vg_add_round(T a, T b) {
#pragma clang fp contract(off)
  T sum = a + b, error = __vg_sum_error(a, b, sum);
  if (sum == 0 && error == 0 && __vg_zero_is_minus<mode>(a, b)) return -T(0);
  return __vg_round<mode>(sum, error, __vg_finite(a, b));
}
template <__vg_mode mode, class T>
VG_FN T __vg_mul_round(T a, T b) {
#pragma clang fp contract(off)
  T product = a * b;
  return __vg_round<mode>(product, __vg_product_error(a, b, product), __vg_finite(a, b));
}
template <__vg_mode mode, class T>
VG_FN T __vg_div_round(T a, T b) {
#pragma clang fp contract(off)
  T quotient = a / b, rest = __vg_quotient_error(a, b, quotient);
  return __vg_round<mode>(quotient, __vg_is_minus(b) ? -rest : rest, __vg_finite(a, b) && b != 0);
}
template <__vg_mode mode, class T>
VG_FN T __vg_sqrt_round(T a) {
  T root = __builtin_elementwise_sqrt(a);
  return __vg_round<mode>(root, __vg_root_error(a, root), __vg_finite(a, a));
}
template <__vg_mode mode, class T>
VG_FN T __vg_fma_round(T a, T b, T c) {
#pragma clang fp contract(off)
  T result = __builtin_elementwise_fma(a, b, c), error = __vg_fma_error(a, b, c, result);
  if (result == 0 && error == 0) {
    bool minus = __vg_is_minus(a) != __vg_is_minus(b);
    T product = a == 0 || b == 0 ? T(0) : T(1);
    return __vg_zero_is_minus<mode>(minus ? -product : product, c) ? -T(0) : result;
  }
  return __vg_round<mode>(result, error, __vg_finite(a, b, c));
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
  }                                                                                                \
  VG_FN float __fmaf_ieee_##suffix(float a, float b, float c) { return __fmaf_##suffix(a, b, c); }
VG_FUSED(rz, __vg_rz)
VG_FUSED(ru, __vg_ru)
VG_FUSED(rd, __vg_rd)
#undef VG_FUSED

#endif
