// Conversions of half and bfloat16 with a direction, and those from and to integers.
//
// Included by cuda_fp16.h and cuda_bf16.h with VG_H (the type), VG_NAME (its name in functions), VG_FROM, VG_TO
// (conversions), VG_DIGITS (bits of its significand) and VG_MOST (its greatest number); it has no guard on purpose.
// SPDX-License-Identifier: MIT

#ifndef VG_HALF_INTEGERS
#define VG_HALF_INTEGERS
// Numbers beyond an integer's range become its end, none at all 0.
template <class To>
VG_FN_BOTH To __vg_saturated(float x) {
  constexpr bool has_sign = (To)-1 < (To)0;
  constexpr int digits = sizeof(To) * 8 - has_sign;
  constexpr To most = (To)(~0ull >> (64 - digits));
  constexpr float end = 2.0f * (float)(1ull << (digits - 1));
  if (x != x) return 0;
  return x >= end ? most : x < (has_sign ? -end : 0.0f) ? (To)(has_sign ? -most - 1 : 0) : (To)x;
}
// A float that rounds as the integer does: its leading digits, the last one set if anything was cut off.
VG_FN_BOTH float __vg_sticky_float(unsigned long long size, bool negative) {
  const int extra = size == 0 ? 0 : 64 - __builtin_clzll(size) - 20;
  if (extra > 0)
    size = (size >> extra << extra) | (unsigned long long)((size << (64 - extra)) != 0) << extra;
  return negative ? -(float)size : (float)size;
}
#endif

#define VG_JOIN5_(a, b, c, d, e) a##b##c##d##e
#define VG_JOIN5(a, b, c, d, e) VG_JOIN5_(a, b, c, d, e)
#define VG_INTO(type, rounding) VG_JOIN5(__, type, 2, VG_NAME, rounding)
#define VG_OUT(type, rounding) VG_JOIN5(__, VG_NAME, 2, type, rounding)

// The next number up or down.
VG_FN_BOTH VG_H __vg_half_step(VG_H h, int step) {
  const short bits = __builtin_bit_cast(short, h);
  if ((bits & 0x7fff) == 0) return __builtin_bit_cast(VG_H, (short)(step > 0 ? 1 : 0x8001));
  return __builtin_bit_cast(VG_H, (short)(bits + ((bits < 0) == (step < 0) ? 1 : -1)));
}
// The nearest one, then a step if it lies on the wrong side.
VG_FN_BOTH VG_H VG_INTO(float, _rd)(float x) {
  const VG_H h = VG_FROM(x);
  return VG_TO(h) > x ? __vg_half_step(h, -1) : h;
}
VG_FN_BOTH VG_H VG_INTO(float, _ru)(float x) {
  const VG_H h = VG_FROM(x);
  return VG_TO(h) < x ? __vg_half_step(h, 1) : h;
}
VG_FN_BOTH VG_H VG_INTO(float, _rz)(float x) {
  return x < 0 ? VG_INTO(float, _ru)(x) : VG_INTO(float, _rd)(x);
}

// An integer's leading digits, and what is cut off goes in the direction asked for: -1 down, 1 up, 0 to zero.
VG_FN_BOTH VG_H VG_JOIN5(__vg_integer, _to_, VG_NAME, , )(unsigned long long size, bool negative,
                                                          int direction) {
  const int extra = size == 0 ? 0 : 64 - __builtin_clzll(size) - VG_DIGITS;
  const unsigned long long kept = extra > 0 ? size >> extra << extra : size;
  const bool fits = (float)kept <= VG_MOST;
  const float magnitude = fits ? (float)kept : VG_MOST;
  const VG_H h = VG_FROM(negative ? -magnitude : magnitude);
  const bool exact = fits && kept == size;
  return exact || direction != (negative ? -1 : 1) ? h : __vg_half_step(h, direction);
}
#define VG_INTEGER_INTO(type, name, rounding, value)                     \
  VG_FN_BOTH VG_H VG_INTO(name, rounding)(type x) {                      \
    const bool negative = x < (type)0;                                   \
    const unsigned long long size =                                      \
        negative ? 0ull - (unsigned long long)x : (unsigned long long)x; \
    return value;                                                        \
  }
#define VG_CUT(direction) VG_JOIN5(__vg_integer, _to_, VG_NAME, , )(size, negative, direction)
#define VG_H_INTEGER(type, name)                                                               \
  VG_INTEGER_INTO(type, name, _rn, VG_FROM(__vg_sticky_float(size, negative)))                 \
  VG_INTEGER_INTO(type, name, _rz, VG_CUT(0))                                                  \
  VG_INTEGER_INTO(type, name, _rd, VG_CUT(-1))                                                 \
  VG_INTEGER_INTO(type, name, _ru, VG_CUT(1))                                                  \
  VG_FN_BOTH type VG_OUT(name, _rn)(VG_H x) { return __vg_saturated<type>(rintf(VG_TO(x))); }  \
  VG_FN_BOTH type VG_OUT(name, _rz)(VG_H x) { return __vg_saturated<type>(truncf(VG_TO(x))); } \
  VG_FN_BOTH type VG_OUT(name, _ru)(VG_H x) { return __vg_saturated<type>(ceilf(VG_TO(x))); }  \
  VG_FN_BOTH type VG_OUT(name, _rd)(VG_H x) { return __vg_saturated<type>(floorf(VG_TO(x))); }
VG_H_INTEGER(int, int)
VG_H_INTEGER(unsigned, uint)
VG_H_INTEGER(short, short)
VG_H_INTEGER(unsigned short, ushort)
VG_H_INTEGER(long long, ll)
VG_H_INTEGER(unsigned long long, ull)
#undef VG_H_INTEGER
#undef VG_INTEGER_INTO
#undef VG_CUT
VG_FN_BOTH signed char VG_OUT(char, _rz)(VG_H x) {
  return __vg_saturated<signed char>(truncf(VG_TO(x)));
}
VG_FN_BOTH unsigned char VG_OUT(uchar, _rz)(VG_H x) {
  return __vg_saturated<unsigned char>(truncf(VG_TO(x)));
}
