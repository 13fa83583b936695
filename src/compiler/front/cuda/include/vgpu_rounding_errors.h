// The sign of what rounding to nearest lost, exactly: for sums, products, quotients, roots and fused products.
//
// Errors of float results are computed in double, where nothing overflows or underflows. Those of double results are
// computed on numbers scaled by powers of two where they would.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ROUNDING_ERRORS_H
#define VG_VGPU_ROUNDING_ERRORS_H

#include "vgpu_bits.h"

template <class T>
VG_FN T __vg_sum_error(T a, T b, T sum) {
#pragma clang fp contract(off) reassociate(off)
  T back = sum - a;
  return (a - (sum - back)) + (b - back);
}

VG_FN float __vg_sign(double x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f; }
VG_FN float __vg_product_error(float a, float b, float product) {
#pragma clang fp contract(off)
  return __vg_sign((double)a * (double)b - (double)product);
}
VG_FN float __vg_quotient_error(float a, float b, float quotient) {
  return __vg_sign(__builtin_elementwise_fma(-(double)quotient, (double)b, (double)a));
}
VG_FN float __vg_root_error(float a, float root) {
  return __vg_sign(__builtin_elementwise_fma(-(double)root, (double)root, (double)a));
}
VG_FN float __vg_fma_error(float a, float b, float c, float result) {
#pragma clang fp contract(off)
  double product = (double)a * (double)b, sum = product + (double)c;
  double error = __vg_sum_error(product, (double)c, sum), rest = sum - (double)result;
  return __vg_sign(rest != 0 ? rest : error);
}

VG_FN double __vg_product_error(double a, double b, double product) {
#pragma clang fp contract(off)
  if (__builtin_elementwise_abs(product) < 0x1p-900)
    return __builtin_elementwise_fma(a * 0x1p600, b * 0x1p600, -(product * 0x1p600 * 0x1p600));
  return __builtin_elementwise_fma(a, b, -product);
}
VG_FN double __vg_quotient_error(double a, double b, double quotient) {
#pragma clang fp contract(off)
  double scale = __builtin_elementwise_abs(a) < 0x1p-900 ? 0x1p200 : 1.0;
  return __builtin_elementwise_fma(-(quotient * scale), b, a * scale);
}
VG_FN double __vg_root_error(double a, double root) {
#pragma clang fp contract(off)
  bool small = a < 0x1p-900;
  root *= small ? 0x1p200 : 1.0;
  return __builtin_elementwise_fma(-root, root, a * (small ? 0x1p400 : 1.0));
}

// The exponent of x, and x with exponent 0; x is not zero.
VG_FN int __vg_split_exponent(double& x) {
  int extra = __builtin_elementwise_abs(x) < 0x1p-1022 ? 60 : 0;
  if (extra) x *= 0x1p60;
  long long bits = __builtin_bit_cast(long long, x);
  x = __builtin_bit_cast(double, (bits & ~0x7ff0000000000000ll) | 0x3ff0000000000000ll);
  return (int)(bits >> 52 & 0x7ff) - 1023 - extra;
}
VG_FN double __vg_power_of_two(int n) {
  return __builtin_bit_cast(double, (long long)(n + 1023) << 52);
}
// Three parts whose exact sum is wanted: what is far below the largest counts by its sign only, so that -800 is as good as
// any smaller exponent.
VG_FN double __vg_fma_error(double a, double b, double c, double result) {
#pragma clang fp contract(off) reassociate(off)
  if (a == 0 || b == 0 || __builtin_isinf(result) || result != result) return 0;
  int product_exponent = __vg_split_exponent(a) + __vg_split_exponent(b);
  int c_exponent = c == 0 ? product_exponent : __vg_split_exponent(c);
  int top = product_exponent > c_exponent ? product_exponent : c_exponent;
  int below = product_exponent - top, c_below = c_exponent - top;
  a *= __vg_power_of_two(below < -800 ? -800 : below);
  c *= __vg_power_of_two(c_below < -800 ? -800 : c_below);
  double third = __vg_power_of_two(-top / 3);
  result = result * third * third * __vg_power_of_two(-top - -top / 3 * 2);
  double high = a * b, low = __builtin_elementwise_fma(a, b, -high);
  double part = c + low, part_error = __vg_sum_error(c, low, part);
  double sum = high + part, sum_error = __vg_sum_error(high, part, sum);
  return ((sum - result) + sum_error) + part_error;
}

#endif
