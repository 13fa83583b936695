// Work-group collectives: all, any, broadcast, reduce, scans.
//
// Each sub-group scans its own items, its last item leaves the total in the group's scratch memory (128 places of
// 8 bytes: one for each sub-group), and after a barrier every item adds the totals before it.
// SPDX-License-Identifier: MIT
#include "opencl/subgroup.h"

#define VG_GROUP(name, T, operation, neutral)                                             \
  VG_SCAN_LANES(name, T, operation)                                                       \
  VG_IN T group_##name(T x, bool whole, bool exclusive) {                                 \
    __local T* totals = (__local T*)__vg_group_scratch();                                 \
    uint count = (group_items() + 31) / 32, mine = linear_id() / 32;                      \
    T own = scan_##name(x);                                                               \
    T before = from_lane(own, lane_id() - 1);                                             \
    if (lane_id() + 1 == lane_count()) totals[mine] = own;                                \
    __vg_barrier();                                                                       \
    T sum = (T)(neutral), prefix = (T)(neutral);                                          \
    for (uint i = 0; i < count; i++) {                                                    \
      prefix = i == mine ? sum : prefix;                                                  \
      sum = (T)operation(sum, totals[i]);                                                 \
    }                                                                                     \
    __vg_barrier();                                                                       \
    T within = exclusive ? (lane_id() == 0 ? (T)(neutral) : before) : own;                \
    return whole ? sum : (T)operation(prefix, within);                                    \
  }                                                                                       \
  VG_FN T work_group_reduce_##name(T x) { return group_##name(x, true, false); }          \
  VG_FN T work_group_scan_inclusive_##name(T x) { return group_##name(x, false, false); } \
  VG_FN T work_group_scan_exclusive_##name(T x) { return group_##name(x, false, true); }

#define VG_BROADCAST(T)                                                                           \
  VG_IN T broadcast(T x, bool me) {                                                               \
    __local T* place = (__local T*)__vg_group_scratch();                                          \
    if (me) *place = x;                                                                           \
    __vg_barrier();                                                                               \
    T result = *place;                                                                            \
    __vg_barrier();                                                                               \
    return result;                                                                                \
  }                                                                                               \
  VG_FN T work_group_broadcast(T a, size_t x) { return broadcast(a, __vg_local_id(0) == x); }     \
  VG_FN T work_group_broadcast(T a, size_t x, size_t y) {                                         \
    return broadcast(a, __vg_local_id(0) == x && __vg_local_id(1) == y);                          \
  }                                                                                               \
  VG_FN T work_group_broadcast(T a, size_t x, size_t y, size_t z) {                               \
    return broadcast(a, __vg_local_id(0) == x && __vg_local_id(1) == y && __vg_local_id(2) == z); \
  }
#define VG_NUMBER(T)                    \
  VG_GROUP(add, T, VG_ADD, 0)           \
  VG_GROUP(min, T, VG_MIN, VG_HIGH_##T) \
  VG_GROUP(max, T, VG_MAX, VG_LOW_##T)  \
  VG_BROADCAST(T)
VG_NUMBER(int)
VG_NUMBER(uint)
VG_NUMBER(long)
VG_NUMBER(ulong)
VG_NUMBER(float)
VG_NUMBER(double)
VG_NUMBER(half)

VG_FN int work_group_all(int x) { return work_group_reduce_min(x != 0 ? 1 : 0); }
VG_FN int work_group_any(int x) { return work_group_reduce_max(x != 0 ? 1 : 0); }
