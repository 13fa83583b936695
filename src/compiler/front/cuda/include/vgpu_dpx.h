// Steps of dynamic programming (DPX): the larger or smaller of a sum and a number, of two or three numbers.
//
// On 32 bits and on the halves of a word; _relu means that results below zero are zero. __vibmax and __vibmin also say
// whether the first number was taken.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_DPX_H
#define VG_VGPU_DPX_H

#include "vgpu_packed_words.h"

VG_FN int __vg_dpx_add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
VG_FN unsigned __vg_dpx_add(unsigned a, unsigned b) { return a + b; }
template <class T>
VG_FN T __vg_dpx_max(T a, T b) {
  return a > b ? a : b;
}
template <class T>
VG_FN T __vg_dpx_min(T a, T b) {
  return a < b ? a : b;
}

#define VG_DPX(suffix, word, add, max, min)                                            \
  VG_FN word __viaddmax_##suffix(word a, word b, word c) { return max(add(a, b), c); } \
  VG_FN word __viaddmin_##suffix(word a, word b, word c) { return min(add(a, b), c); } \
  VG_FN word __vimax3_##suffix(word a, word b, word c) { return max(max(a, b), c); }   \
  VG_FN word __vimin3_##suffix(word a, word b, word c) { return min(min(a, b), c); }
#define VG_DPX_RELU(suffix, word, add, max, min)                                         \
  VG_FN word __vimax_##suffix##_relu(word a, word b) { return max(max(a, b), word(0)); } \
  VG_FN word __vimin_##suffix##_relu(word a, word b) { return max(min(a, b), word(0)); } \
  VG_FN word __viaddmax_##suffix##_relu(word a, word b, word c) {                        \
    return max(max(add(a, b), c), word(0));                                              \
  }                                                                                      \
  VG_FN word __viaddmin_##suffix##_relu(word a, word b, word c) {                        \
    return max(min(add(a, b), c), word(0));                                              \
  }                                                                                      \
  VG_FN word __vimax3_##suffix##_relu(word a, word b, word c) {                          \
    return max(max(max(a, b), c), word(0));                                              \
  }                                                                                      \
  VG_FN word __vimin3_##suffix##_relu(word a, word b, word c) {                          \
    return max(min(min(a, b), c), word(0));                                              \
  }
VG_DPX(s32, int, __vg_dpx_add, __vg_dpx_max, __vg_dpx_min)
VG_DPX(u32, unsigned, __vg_dpx_add, __vg_dpx_max, __vg_dpx_min)
VG_DPX(s16x2, unsigned, __vadd2, __vmaxs2, __vmins2)
VG_DPX(u16x2, unsigned, __vadd2, __vmaxu2, __vminu2)
VG_DPX_RELU(s32, int, __vg_dpx_add, __vg_dpx_max, __vg_dpx_min)
VG_DPX_RELU(s16x2, unsigned, __vadd2, __vmaxs2, __vmins2)
#undef VG_DPX_RELU
#undef VG_DPX

#define VG_DPX_CHOICE(name, suffix, word, part, compare)                                         \
  VG_FN word name##_##suffix##32(word a, word b, bool* first) {                                  \
    return (*first = a compare b) ? a : b;                                                       \
  }                                                                                              \
  VG_FN unsigned name##_##suffix##16x2(unsigned a, unsigned b, bool* first_hi, bool* first_lo) { \
    *first_hi = __vg_part<part>(a, 1) compare __vg_part<part>(b, 1);                             \
    *first_lo = __vg_part<part>(a, 0) compare __vg_part<part>(b, 0);                             \
    return ((*first_hi ? a : b) & 0xffff0000u) | ((*first_lo ? a : b) & 0xffffu);                \
  }
VG_DPX_CHOICE(__vibmax, s, int, short, >=)
VG_DPX_CHOICE(__vibmin, s, int, short, <=)
VG_DPX_CHOICE(__vibmax, u, unsigned, unsigned short, >=)
VG_DPX_CHOICE(__vibmin, u, unsigned, unsigned short, <=)
#undef VG_DPX_CHOICE

#endif
