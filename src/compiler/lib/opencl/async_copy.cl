// async_work_group_copy and its kin, prefetch, address-space questions.
//
// The items of the group share the copy at once, each every size-th element; waiting is a barrier.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

void __attribute__((convergent, nothrow)) __vg_barrier(void);
VG_FN size_t get_local_linear_id(void);
ulong __attribute__((const, nothrow)) __vg_local_size(uint dimension);

VG_IN size_t group_items(void) {
  return __vg_local_size(0) * __vg_local_size(1) * __vg_local_size(2);
}

#define VG_COPY(N, T)                                                                            \
  VG_FN event_t async_work_group_copy(__local T##N* to, const __global T##N* from, size_t count, \
                                      event_t event) {                                           \
    for (size_t i = get_local_linear_id(); i < count; i += group_items()) to[i] = from[i];       \
    return event;                                                                                \
  }                                                                                              \
  VG_FN event_t async_work_group_copy(__global T##N* to, const __local T##N* from, size_t count, \
                                      event_t event) {                                           \
    for (size_t i = get_local_linear_id(); i < count; i += group_items()) to[i] = from[i];       \
    return event;                                                                                \
  }                                                                                              \
  VG_FN event_t async_work_group_strided_copy(__local T##N* to, const __global T##N* from,       \
                                              size_t count, size_t stride, event_t event) {      \
    for (size_t i = get_local_linear_id(); i < count; i += group_items())                        \
      to[i] = from[i * stride];                                                                  \
    return event;                                                                                \
  }                                                                                              \
  VG_FN event_t async_work_group_strided_copy(__global T##N* to, const __local T##N* from,       \
                                              size_t count, size_t stride, event_t event) {      \
    for (size_t i = get_local_linear_id(); i < count; i += group_items())                        \
      to[i * stride] = from[i];                                                                  \
    return event;                                                                                \
  }                                                                                              \
  VG_FN void prefetch(const __global T##N* p, size_t count) {}
#define VG_COPIES(T, unused) VG_SIZES(VG_COPY, T)
VG_INTEGERS(VG_COPIES, )
VG_COPIES(float, )
VG_COPIES(double, )
VG_COPIES(half, )

VG_FN void wait_group_events(int count, __private event_t* events) { __vg_barrier(); }
VG_FN void wait_group_events(int count, __local event_t* events) { __vg_barrier(); }
VG_FN void wait_group_events(int count, __global event_t* events) { __vg_barrier(); }
VG_FN void wait_group_events(int count, __generic event_t* events) { __vg_barrier(); }
