// Sub-groups: 32 consecutive items of the group, by linear local id; shared by the sub-group and work-group functions.
//
// Everything is made of three operations: which items are active, a vote, and reading another item's value.
// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/builtin.h"

ulong __attribute__((const, nothrow)) __vg_local_size(uint dimension);
ulong __attribute__((const, nothrow)) __vg_local_id(uint dimension);
ulong __attribute__((const, nothrow)) __vg_enqueued_size(uint dimension);
uint __attribute__((convergent, nothrow)) __vg_ballot(uint predicate);
uint __attribute__((convergent, nothrow)) __vg_active_mask(void);
uint __attribute__((convergent, nothrow)) __vg_shuffle32(uint value, uint lane);
ulong __attribute__((convergent, nothrow)) __vg_shuffle64(ulong value, uint lane);
void __attribute__((convergent, nothrow)) __vg_barrier(void);
__local void* __attribute__((const, nothrow)) __vg_group_scratch(void);

VG_IN uint linear_id(void) {
  ulong row = __vg_local_id(2) * __vg_local_size(1) + __vg_local_id(1);
  return (uint)(row * __vg_local_size(0) + __vg_local_id(0));
}
VG_IN uint group_items(void) {
  return (uint)(__vg_local_size(0) * __vg_local_size(1) * __vg_local_size(2));
}
VG_IN uint lane_id(void) { return linear_id() & 31; }
VG_IN uint lane_count(void) {
  uint left = group_items() - (linear_id() & ~31u);
  return left < 32 ? left : 32;
}

// The value of another lane, for every type.
#define VG_LANE32(T) \
  VG_IN T from_lane(T x, uint lane) { return (T)__vg_shuffle32((uint)x, lane & 31); }
VG_LANE32(char)
VG_LANE32(uchar)
VG_LANE32(short)
VG_LANE32(ushort)
VG_LANE32(int)
VG_LANE32(uint)
VG_IN long from_lane(long x, uint lane) { return (long)__vg_shuffle64((ulong)x, lane & 31); }
VG_IN ulong from_lane(ulong x, uint lane) { return __vg_shuffle64(x, lane & 31); }
VG_IN float from_lane(float x, uint lane) {
  return as_float(__vg_shuffle32(as_uint(x), lane & 31));
}
VG_IN double from_lane(double x, uint lane) {
  return as_double(__vg_shuffle64(as_ulong(x), lane & 31));
}
VG_IN half from_lane(half x, uint lane) {
  ushort bits = (ushort)__vg_shuffle32(as_ushort(x), lane & 31);
  return as_half(bits);
}

#define VG_ADD(a, b) ((a) + (b))
#define VG_MUL(a, b) ((a) * (b))
#define VG_MIN(a, b) __builtin_elementwise_min(a, b)
#define VG_MAX(a, b) __builtin_elementwise_max(a, b)
#define VG_AND(a, b) ((a) & (b))
#define VG_OR(a, b) ((a) | (b))
#define VG_XOR(a, b) ((a) ^ (b))

// The smallest and largest value of each type, what min and max start from.
#define VG_LOW_char CHAR_MIN
#define VG_LOW_uchar 0
#define VG_LOW_short SHRT_MIN
#define VG_LOW_ushort 0
#define VG_LOW_int INT_MIN
#define VG_LOW_uint 0
#define VG_LOW_long LONG_MIN
#define VG_LOW_ulong 0
#define VG_LOW_float (-__builtin_inff())
#define VG_LOW_double (-__builtin_inf())
#define VG_LOW_half (-(half)__builtin_inff())
#define VG_HIGH_char CHAR_MAX
#define VG_HIGH_uchar UCHAR_MAX
#define VG_HIGH_short SHRT_MAX
#define VG_HIGH_ushort USHRT_MAX
#define VG_HIGH_int INT_MAX
#define VG_HIGH_uint UINT_MAX
#define VG_HIGH_long LONG_MAX
#define VG_HIGH_ulong ULONG_MAX
#define VG_HIGH_float __builtin_inff()
#define VG_HIGH_double __builtin_inf()
#define VG_HIGH_half ((half)__builtin_inff())

// Inclusive scan over the lanes of a full (or cut off at the end) sub-group, in five steps.
#define VG_SCAN_LANES(name, T, operation)                \
  VG_IN T scan_##name(T x) {                             \
    uint lane = lane_id();                               \
    _Pragma("unroll") for (uint d = 1; d < 32; d *= 2) { \
      T other = from_lane(x, lane - d);                  \
      x = lane >= d ? (T)operation(other, x) : x;        \
    }                                                    \
    return x;                                            \
  }
