// The functions that the compiler itself knows: all other headers are written on them.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_CONVENTION_H
#define VG_VGPU_CONVENTION_H

#include "vgpu_attributes.h"

extern "C" {
__device__ __attribute__((const)) unsigned long __vg_local_id(int dimension);
__device__ __attribute__((const)) unsigned long __vg_group_id(int dimension);
__device__ __attribute__((const)) unsigned long __vg_local_size(int dimension);
__device__ __attribute__((const)) unsigned long __vg_enqueued_size(int dimension);
__device__ __attribute__((const)) unsigned long __vg_group_count(int dimension);
__device__ __attribute__((const)) unsigned long __vg_global_offset(int dimension);  // clusters

__device__ void __vg_barrier();
__device__ void __vg_grid_barrier();
__device__ void __vg_warp_barrier();
__device__ void __vg_yield();  // in loops that wait for another thread
__device__ int __vg_ballot(int predicate);
__device__ int __vg_active_mask();
__device__ int __vg_shuffle32(int value, int lane);
__device__ long __vg_shuffle64(long value, int lane);
__device__ __attribute__((const)) __attribute__((address_space(3))) void* __vg_group_scratch();
__device__ __attribute__((const)) __attribute__((address_space(3))) void* __vg_local_begin();

__device__ void __vg_assert_fail(const char* expression, const char* file, int line,
                                 const char* function);
__device__ void __vg_trap();
__device__ void* __vg_malloc(size_t bytes);
__device__ void __vg_free(void* pointer);
__device__ long __vg_clock();
__device__ long __vg_timer_ns();

__device__ void* malloc(size_t bytes);
__device__ void free(void* pointer);
__device__ __attribute__((format(printf, 1, 2))) int printf(const char* format, ...);
}

VG_FN void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
VG_FN void* memmove(void* to, const void* from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
VG_FN void* memset(void* to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
VG_FN int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  for (size_t i = 0; i < bytes; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

#endif
