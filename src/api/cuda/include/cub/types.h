// What cub tells of types: which kind of number each is, its limits, and the order of its bits as a key of radix sorts.
//
// Programs specialise these for numbers of their own. SPDX-License-Identifier: MIT
#ifndef VG_CUB_TYPES_H
#define VG_CUB_TYPES_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include "cub/operators.h"
#include "cub/words.h"

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

template <class T>
struct FpLimits;
#define VG_LIMITS(type, largest)                                          \
  template <>                                                             \
  struct FpLimits<type> {                                                 \
    static __host__ __device__ type Max() { return (type)largest; }       \
    static __host__ __device__ type Lowest() { return (type)(-largest); } \
  };
VG_LIMITS(float, 3.40282346638528859812e38f)
VG_LIMITS(double, 1.79769313486231570815e308)
VG_LIMITS(__half, 65504.0f)
VG_LIMITS(__nv_bfloat16, 3.38953138925153547590e38f)
#undef VG_LIMITS

// The bits of a key, changed so that they are ordered as unsigned numbers, and back.
template <Category category, class Bits>
struct KeyOrder {
  static constexpr Bits kSign = Bits(1) << (sizeof(Bits) * 8 - 1);
  static constexpr Bits kAll = Bits(-1);
  static __host__ __device__ Bits TwiddleIn(Bits key) {
    if (category == UNSIGNED_INTEGER) return key;
    return key ^ (category == FLOATING_POINT && (key & kSign) != 0 ? kAll : kSign);
  }
  static __host__ __device__ Bits TwiddleOut(Bits key) {
    if (category == UNSIGNED_INTEGER) return key;
    return key ^ (category == FLOATING_POINT && (key & kSign) == 0 ? kAll : kSign);
  }
};

template <Category category, bool primitive, bool null, class Bits, class T>
struct BaseTraits : KeyOrder<category, Bits> {
  typedef Bits UnsignedBits;
  static const Category CATEGORY = category;
  enum { PRIMITIVE = primitive, NULL_TYPE = null };
  static __host__ __device__ T Max() {
    if constexpr (category == FLOATING_POINT) {
      return FpLimits<T>::Max();
    } else {
      return (T)KeyOrder<category, Bits>::TwiddleOut(KeyOrder<category, Bits>::kAll);
    }
  }
  static __host__ __device__ T Lowest() {
    if constexpr (category == FLOATING_POINT) {
      return FpLimits<T>::Lowest();
    } else {
      return (T)KeyOrder<category, Bits>::TwiddleOut(0);
    }
  }
};
template <class T>
struct BaseTraits<NOT_A_NUMBER, false, false, T, T> {
  static const Category CATEGORY = NOT_A_NUMBER;
  enum { PRIMITIVE = false, NULL_TYPE = false };
};

template <class T>
struct NumericTraits : BaseTraits<NOT_A_NUMBER, false, false, T, T> {};
#define VG_TRAITS(category, type, bits) \
  template <>                           \
  struct NumericTraits<type> : BaseTraits<category, true, false, bits, type> {};
#define VG_INTEGER_TRAITS(type)                  \
  VG_TRAITS(SIGNED_INTEGER, type, unsigned type) \
  VG_TRAITS(UNSIGNED_INTEGER, unsigned type, unsigned type)
VG_TRAITS(SIGNED_INTEGER, signed char, unsigned char)
VG_TRAITS(std::is_signed<char>::value ? SIGNED_INTEGER : UNSIGNED_INTEGER, char, unsigned char)
VG_TRAITS(UNSIGNED_INTEGER, unsigned char, unsigned char)
VG_TRAITS(UNSIGNED_INTEGER, bool, unsigned char)
VG_INTEGER_TRAITS(short)
VG_INTEGER_TRAITS(int)
VG_INTEGER_TRAITS(long)
VG_INTEGER_TRAITS(long long)
VG_TRAITS(FLOATING_POINT, float, unsigned)
VG_TRAITS(FLOATING_POINT, double, unsigned long long)
VG_TRAITS(FLOATING_POINT, __half, unsigned short)
VG_TRAITS(FLOATING_POINT, __nv_bfloat16, unsigned short)
#undef VG_INTEGER_TRAITS
#undef VG_TRAITS
template <>
struct NumericTraits<NullType> {
  static const Category CATEGORY = NOT_A_NUMBER;
  enum { PRIMITIVE = false, NULL_TYPE = true };
};
template <class T>
struct Traits : NumericTraits<std::remove_cv_t<T>> {};

// Of the time before <type_traits>.
template <bool condition, class Then, class Else>
struct If {
  typedef std::conditional_t<condition, Then, Else> Type;
};
template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <class T>
struct IsPointer {
  enum { VALUE = std::is_pointer<T>::value };
};
template <class T>
struct RemoveQualifiers {
  typedef std::remove_cv_t<T> Type;
};
template <int value>
struct Int2Type {
  enum { VALUE = value };
};
template <bool condition, class T = void>
struct EnableIf : std::enable_if<condition, T> {
  typedef std::enable_if_t<condition, T> Type;
};

}  // namespace cub

#endif
