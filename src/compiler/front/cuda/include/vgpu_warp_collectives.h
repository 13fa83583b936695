// __match_*_sync and __reduce_*_sync: loops over the lanes of a warp.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_WARP_COLLECTIVES_H
#define VG_VGPU_WARP_COLLECTIVES_H

#include "vgpu_warp.h"

template <class T>
VG_FN unsigned __vg_match(unsigned mask, T value) {
  unsigned active = (unsigned)__vg_active_mask() & mask, same = 0;
  for (int lane = 0; lane < 32; ++lane)
    same |= (unsigned)(__vg_shuffle(value, lane) == value) << lane;
  return same & active;
}

#define VG_MATCH(type)                                                                           \
  VG_FN unsigned __match_any_sync(unsigned mask, type value) { return __vg_match(mask, value); } \
  VG_FN unsigned __match_all_sync(unsigned mask, type value, int* all_same) {                    \
    unsigned active = (unsigned)__vg_active_mask() & mask;                                       \
    *all_same = __vg_match(mask, value) == active;                                               \
    return *all_same ? active : 0u;                                                              \
  }
VG_MATCH(int)
VG_MATCH(unsigned)
VG_MATCH(long)
VG_MATCH(unsigned long)
VG_MATCH(long long)
VG_MATCH(unsigned long long)
VG_MATCH(float)
VG_MATCH(double)
#undef VG_MATCH

struct __vg_add {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return a + b;
  }
};
struct __vg_min {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct __vg_max {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct __vg_and {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return a & b;
  }
};
struct __vg_or {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return a | b;
  }
};
struct __vg_xor {
  template <class T>
  VG_MEMBER T operator()(T a, T b) const {
    return a ^ b;
  }
};

// With all 32 lanes a butterfly; else every lane reads the members one after another.
template <class T, class Op>
VG_FN T __vg_reduce(unsigned mask, T value, Op op) {
  unsigned active = (unsigned)__vg_active_mask() & mask;
  int lane = (int)__vg_lane();
  if (active == 0xffffffffu) {
    for (int bit = 16; bit > 0; bit >>= 1) value = op(value, __vg_shuffle(value, lane ^ bit));
    return value;
  }
  T result = value;
  for (int other = 0; other < 32; ++other) {
    T theirs = __vg_shuffle(value, other);
    if ((active >> other & 1u) && other != lane) result = op(result, theirs);
  }
  return result;
}

VG_FN unsigned __reduce_add_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_add()); }
VG_FN unsigned __reduce_min_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_min()); }
VG_FN unsigned __reduce_max_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_max()); }
VG_FN int __reduce_add_sync(unsigned m, int v) { return __vg_reduce(m, v, __vg_add()); }
VG_FN int __reduce_min_sync(unsigned m, int v) { return __vg_reduce(m, v, __vg_min()); }
VG_FN int __reduce_max_sync(unsigned m, int v) { return __vg_reduce(m, v, __vg_max()); }
VG_FN unsigned __reduce_and_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_and()); }
VG_FN unsigned __reduce_or_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_or()); }
VG_FN unsigned __reduce_xor_sync(unsigned m, unsigned v) { return __vg_reduce(m, v, __vg_xor()); }

#endif
