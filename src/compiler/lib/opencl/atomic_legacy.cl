// The atomics of OpenCL 1.x: atomic_add and the like, atom_add and the like, on int, uint, long, ulong and float.
//
// Relaxed, as those versions define them.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_RMW(prefix, name, operation, space, T)       \
  VG_FN T prefix##name(volatile space T* p, T v) {      \
    return operation((space T*)p, v, __ATOMIC_RELAXED); \
  }
#define VG_RMW_ALL(prefix, space, T)                                                  \
  VG_RMW(prefix, add, __atomic_fetch_add, space, T)                                   \
  VG_RMW(prefix, sub, __atomic_fetch_sub, space, T)                                   \
  VG_RMW(prefix, min, __atomic_fetch_min, space, T)                                   \
  VG_RMW(prefix, max, __atomic_fetch_max, space, T)                                   \
  VG_RMW(prefix, and, __atomic_fetch_and, space, T)                                   \
  VG_RMW(prefix, or, __atomic_fetch_or, space, T)                                     \
  VG_RMW(prefix, xor, __atomic_fetch_xor, space, T)                                   \
  VG_RMW(prefix, xchg, __atomic_exchange_n, space, T)                                 \
  VG_FN T prefix##inc(volatile space T* p) {                                          \
    return __atomic_fetch_add((space T*)p, (T)1, __ATOMIC_RELAXED);                   \
  }                                                                                   \
  VG_FN T prefix##dec(volatile space T* p) {                                          \
    return __atomic_fetch_sub((space T*)p, (T)1, __ATOMIC_RELAXED);                   \
  }                                                                                   \
  VG_FN T prefix##cmpxchg(volatile space T* p, T expected, T desired) {               \
    __atomic_compare_exchange_n((space T*)p, &expected, desired, 0, __ATOMIC_RELAXED, \
                                __ATOMIC_RELAXED);                                    \
    return expected;                                                                  \
  }
#define VG_SPACES(prefix, T) VG_RMW_ALL(prefix, __global, T) VG_RMW_ALL(prefix, __local, T)

VG_SPACES(atomic_, int)
VG_SPACES(atomic_, uint)
VG_SPACES(atom_, int)
VG_SPACES(atom_, uint)
VG_SPACES(atom_, long)
VG_SPACES(atom_, ulong)

VG_FN float atomic_xchg(volatile __global float* p, float v) {
  return as_float(__atomic_exchange_n((__global int*)p, as_int(v), __ATOMIC_RELAXED));
}
VG_FN float atomic_xchg(volatile __local float* p, float v) {
  return as_float(__atomic_exchange_n((__local int*)p, as_int(v), __ATOMIC_RELAXED));
}
