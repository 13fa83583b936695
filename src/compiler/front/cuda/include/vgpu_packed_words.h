// Arithmetic on the halves or bytes of a word: __vadd4, __vmaxs2, __vcmpgtu4 and so on.
//
// Every function is one operation on two ints, applied to each part; the vectoriser turns words of many items into
// vectors, so parts need no tricks here.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_PACKED_WORDS_H
#define VG_VGPU_PACKED_WORDS_H

#include "vgpu_attributes.h"

// Part `i` of a word as a number; T is the type of a part and says how many there are.
template <class T>
VG_FN int __vg_part(unsigned word, int i) {
  return (T)(word >> i * 8 * (int)sizeof(T));
}
template <class T, class Operation>
VG_FN unsigned __vg_each_part(unsigned a, unsigned b, Operation operation) {
  constexpr unsigned mask = sizeof(T) == 1 ? 0xffu : 0xffffu;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 4 / (int)sizeof(T); ++i) {
    unsigned part = (unsigned)operation(__vg_part<T>(a, i), __vg_part<T>(b, i)) & mask;
    result |= part << i * 8 * (int)sizeof(T);
  }
  return result;
}
template <class T>
VG_FN unsigned __vg_part_distances(unsigned a, unsigned b) {
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < 4 / (int)sizeof(T); ++i) {
    int x = __vg_part<T>(a, i), y = __vg_part<T>(b, i);
    sum += (unsigned)(x > y ? x - y : y - x);
  }
  return sum;
}
template <class T>
VG_FN int __vg_part_clamp(int x) {
  constexpr bool is_signed = T(-1) < T(0);
  constexpr int most = (1 << (8 * (int)sizeof(T) - (is_signed ? 1 : 0))) - 1;
  constexpr int least = is_signed ? -most - 1 : 0;
  return x < least ? least : x > most ? most : x;
}

#define VG_PARTS2(name, T2, T4, value)                                         \
  VG_FN unsigned name##2(unsigned a, unsigned b) {                             \
    typedef T2 T;                                                              \
    return __vg_each_part<T>(a, b, [](int x, int y) -> int { return value; }); \
  }                                                                            \
  VG_FN unsigned name##4(unsigned a, unsigned b) {                             \
    typedef T4 T;                                                              \
    return __vg_each_part<T>(a, b, [](int x, int y) -> int { return value; }); \
  }
#define VG_PARTS1(name, value)                                                      \
  VG_FN unsigned name##2(unsigned a) {                                              \
    typedef short T;                                                                \
    return __vg_each_part<T>(a, 0, [](int x, int) -> int { return (int)(value); }); \
  }                                                                                 \
  VG_FN unsigned name##4(unsigned a) {                                              \
    typedef signed char T;                                                          \
    return __vg_each_part<T>(a, 0, [](int x, int) -> int { return (int)(value); }); \
  }
#define VG_PARTS_S(name, value) VG_PARTS2(name, short, signed char, value)
#define VG_PARTS_U(name, value) VG_PARTS2(name, unsigned short, unsigned char, value)

VG_PARTS1(__vabs, x < 0 ? -x : x)
VG_PARTS1(__vabsss, __vg_part_clamp<T>(x < 0 ? -x : x))
VG_PARTS1(__vneg, -x)
VG_PARTS1(__vnegss, __vg_part_clamp<T>(-x))
VG_PARTS_S(__vadd, x + y)
VG_PARTS_S(__vaddss, __vg_part_clamp<T>(x + y))
VG_PARTS_U(__vaddus, __vg_part_clamp<T>(x + y))
VG_PARTS_S(__vsub, x - y)
VG_PARTS_S(__vsubss, __vg_part_clamp<T>(x - y))
VG_PARTS_U(__vsubus, __vg_part_clamp<T>(x - y))
VG_PARTS_S(__vabsdiffs, x > y ? x - y : y - x)
VG_PARTS_U(__vabsdiffu, x > y ? x - y : y - x)
VG_PARTS_S(__vavgs, (x + y + (x + y >= 0)) >> 1)  // halves go away from zero
VG_PARTS_U(__vavgu, (x + y + 1) >> 1)
VG_PARTS_U(__vhaddu, (x + y) >> 1)
VG_PARTS_S(__vmaxs, x > y ? x : y)
VG_PARTS_U(__vmaxu, x > y ? x : y)
VG_PARTS_S(__vmins, x < y ? x : y)
VG_PARTS_U(__vminu, x < y ? x : y)

// __vcmp gives all ones for true, __vset a one.
#define VG_PARTS_COMPARE(name, operation)       \
  VG_PARTS_S(__vcmp##name##s, -(x operation y)) \
  VG_PARTS_U(__vcmp##name##u, -(x operation y)) \
  VG_PARTS_S(__vset##name##s, x operation y)    \
  VG_PARTS_U(__vset##name##u, x operation y)
VG_PARTS_COMPARE(ge, >=)
VG_PARTS_COMPARE(gt, >)
VG_PARTS_COMPARE(le, <=)
VG_PARTS_COMPARE(lt, <)
VG_PARTS_S(__vcmpeq, -(x == y))
VG_PARTS_S(__vcmpne, -(x != y))
VG_PARTS_S(__vseteq, x == y)
VG_PARTS_S(__vsetne, x != y)
#undef VG_PARTS_COMPARE
#undef VG_PARTS1

VG_FN unsigned __vsads2(unsigned a, unsigned b) { return __vg_part_distances<short>(a, b); }
VG_FN unsigned __vsadu2(unsigned a, unsigned b) {
  return __vg_part_distances<unsigned short>(a, b);
}
VG_FN unsigned __vsads4(unsigned a, unsigned b) { return __vg_part_distances<signed char>(a, b); }
VG_FN unsigned __vsadu4(unsigned a, unsigned b) { return __vg_part_distances<unsigned char>(a, b); }
#undef VG_PARTS_U
#undef VG_PARTS_S
#undef VG_PARTS2

#endif
