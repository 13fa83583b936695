// Math functions of integers, and of numbers of two kinds: they are computed in double, as the standard's overloads do.
//
// Those of the host's library cannot serve in kernels: where they call the function for doubles they mean the host's.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_PROMOTIONS_H
#define VG_VGPU_PROMOTIONS_H

#include "vgpu_math_parts.h"

template <class T>
struct __vg_integer {};  // has real where T is one
template <class T>
struct __vg_number : __vg_integer<T> {};
#define VG_REAL(kind, type) \
  template <>               \
  struct kind<type> {       \
    typedef double real;    \
  };
VG_REAL(__vg_integer, bool)
VG_REAL(__vg_integer, char)
VG_REAL(__vg_integer, signed char)
VG_REAL(__vg_integer, unsigned char)
VG_REAL(__vg_integer, short)
VG_REAL(__vg_integer, unsigned short)
VG_REAL(__vg_integer, int)
VG_REAL(__vg_integer, unsigned)
VG_REAL(__vg_integer, long)
VG_REAL(__vg_integer, unsigned long)
VG_REAL(__vg_integer, long long)
VG_REAL(__vg_integer, unsigned long long)
VG_REAL(__vg_number, float)
VG_REAL(__vg_number, double)
#undef VG_REAL
template <class T, class U, class V = double>
using __vg_common_real =
    decltype(typename __vg_number<T>::real() + typename __vg_number<U>::real() +
             typename __vg_number<V>::real());

#define VG_PROMOTE(name)                           \
  template <class T>                               \
  VG_FN typename __vg_integer<T>::real name(T x) { \
    return name((double)x);                        \
  }
#define VG_PROMOTE_TWO(name)                    \
  template <class T, class U>                   \
  VG_FN __vg_common_real<T, U> name(T x, U y) { \
    return name((double)x, (double)y);          \
  }
VG_PROMOTE(sqrt)
VG_PROMOTE(cbrt)
VG_PROMOTE(rsqrt)
VG_PROMOTE(exp)
VG_PROMOTE(exp2)
VG_PROMOTE(exp10)
VG_PROMOTE(expm1)
VG_PROMOTE(log)
VG_PROMOTE(log2)
VG_PROMOTE(log10)
VG_PROMOTE(log1p)
VG_PROMOTE(logb)
VG_PROMOTE(sin)
VG_PROMOTE(cos)
VG_PROMOTE(tan)
VG_PROMOTE(asin)
VG_PROMOTE(acos)
VG_PROMOTE(atan)
VG_PROMOTE(sinh)
VG_PROMOTE(cosh)
VG_PROMOTE(tanh)
VG_PROMOTE(asinh)
VG_PROMOTE(acosh)
VG_PROMOTE(atanh)
VG_PROMOTE(erf)
VG_PROMOTE(erfc)
VG_PROMOTE(tgamma)
VG_PROMOTE(lgamma)
VG_PROMOTE(floor)
VG_PROMOTE(ceil)
VG_PROMOTE(trunc)
VG_PROMOTE(round)
VG_PROMOTE(rint)
VG_PROMOTE(nearbyint)
VG_PROMOTE(fabs)
VG_PROMOTE_TWO(pow)
VG_PROMOTE_TWO(atan2)
VG_PROMOTE_TWO(hypot)
VG_PROMOTE_TWO(fmod)
VG_PROMOTE_TWO(remainder)
VG_PROMOTE_TWO(nextafter)
VG_PROMOTE_TWO(fdim)
VG_PROMOTE_TWO(fmin)
VG_PROMOTE_TWO(fmax)
VG_PROMOTE_TWO(copysign)
#undef VG_PROMOTE
#undef VG_PROMOTE_TWO
template <class T, class U, class V>
VG_FN __vg_common_real<T, U, V> fma(T x, U y, V z) {
  return fma((double)x, (double)y, (double)z);
}

// Functions of whole numbers as well as real ones.
#define VG_OF_INTEGERS(result, name)                         \
  template <class T, class = typename __vg_integer<T>::real> \
  VG_FN result name(T x) {                                   \
    return name((double)x);                                  \
  }
VG_OF_INTEGERS(int, ilogb)
VG_OF_INTEGERS(long, lrint)
VG_OF_INTEGERS(long, lround)
VG_OF_INTEGERS(long long, llrint)
VG_OF_INTEGERS(long long, llround)
VG_OF_INTEGERS(bool, isnan)
VG_OF_INTEGERS(bool, isinf)
VG_OF_INTEGERS(bool, isfinite)
VG_OF_INTEGERS(bool, signbit)
#undef VG_OF_INTEGERS
template <class T>
VG_FN typename __vg_integer<T>::real ldexp(T x, int n) {
  return ldexp((double)x, n);
}
template <class T>
VG_FN typename __vg_integer<T>::real scalbn(T x, int n) {
  return scalbn((double)x, n);
}

#endif
