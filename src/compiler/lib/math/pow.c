// pow, powr, pown, rootn.
//
// The cores take |x| and give |x|^y; what zeros, infinities, NaN and signs do is selected here.
// SPDX-License-Identifier: MIT
#include "math/pow.h"

VG_IN float plain_f32(float a, float y) { return power_f32(a, y); }
VG_IN double plain_f64(double a, double y) { return power_f64(a, y, 0.0); }
// The exponent as a number: exact for an int; 1/n as a pair, because log(x)/n must be as exact as log(x).
VG_IN float pown_f32(float a, i32 n) { return power_f32(a, (double)n); }
VG_IN double pown_f64(double a, i32 n) { return power_f64(a, (double)n, 0.0); }
VG_IN float root_f32(float a, i32 n) { return power_f32(a, 1.0 / (double)n); }
VG_IN double root_f64(double a, i32 n) {
  double d = (double)n, y = 1.0 / d;
  return power_f64(a, y, fma_f64(-y, d, 1.0) / d);
}

// The family for one type F with suffix S.
#define VG_POW_FAMILY(F, S)                                                     \
  VG_IN F magnitude_##S(F a, F y) {                                             \
    F r = plain_##S(a == 0 || a == VG_INF ? (F)1 : a, y);                       \
    r = a == 0 ? (y < 0 ? (F)VG_INF : (F)0) : r;                                \
    return a == VG_INF ? (y < 0 ? (F)0 : (F)VG_INF) : r;                        \
  }                                                                             \
  VG_IN _Bool is_whole_##S(F y) { return __builtin_elementwise_trunc(y) == y; } \
  VG_API F __vg_pow_##S(F x, F y) {                                             \
    F a = __builtin_elementwise_abs(x), r = magnitude_##S(a, y);                \
    _Bool whole = is_whole_##S(y), odd = whole && !is_whole_##S(y * (F)0.5);    \
    _Bool minus = __builtin_elementwise_copysign((F)1, x) < 0;                  \
    r = x < 0 && a < (F)VG_INF && !whole ? (F)VG_NAN : r;                       \
    r = minus && odd ? -r : r;                                                  \
    r = x != x || y != y ? (F)VG_NAN : r;                                       \
    return y == 0 || x == 1 ? (F)1 : r;                                         \
  }                                                                             \
  VG_API F __vg_powr_##S(F x, F y) {                                            \
    F a = __builtin_elementwise_abs(x), r = magnitude_##S(a, y);                \
    _Bool no_limit = y == 0 && (a == 0 || a == (F)VG_INF);                      \
    no_limit |= a == 1 && (y == (F)VG_INF || y == -(F)VG_INF);                  \
    r = y == 0 ? (F)1 : r;                                                      \
    return x < 0 || no_limit || x != x || y != y ? (F)VG_NAN : r;               \
  }                                                                             \
  VG_API F __vg_pown_##S(F x, i32 n) {                                          \
    F a = __builtin_elementwise_abs(x);                                         \
    F r = pown_##S(a == 0 || a == VG_INF ? (F)1 : a, n);                        \
    r = a == 0 ? (n < 0 ? (F)VG_INF : (F)0) : r;                                \
    r = a == VG_INF ? (n < 0 ? (F)0 : (F)VG_INF) : r;                           \
    r = n & 1 ? __builtin_elementwise_copysign(r, x) : r;                       \
    r = x != x ? (F)VG_NAN : r;                                                 \
    return n == 0 ? (F)1 : r;                                                   \
  }                                                                             \
  VG_API F __vg_rootn_##S(F x, i32 n) {                                         \
    F a = __builtin_elementwise_abs(x);                                         \
    F r = root_##S(a == 0 || a == VG_INF ? (F)1 : a, n == 0 ? 1 : n);           \
    r = a == 0 ? (n < 0 ? (F)VG_INF : (F)0) : r;                                \
    r = a == VG_INF ? (n < 0 ? (F)0 : (F)VG_INF) : r;                           \
    r = n & 1 ? __builtin_elementwise_copysign(r, x) : r;                       \
    _Bool bad = n == 0 || x != x || (x < 0 && !(n & 1));                        \
    return bad ? (F)VG_NAN : r;                                                 \
  }

VG_POW_FAMILY(float, f32)
VG_POW_FAMILY(double, f64)
