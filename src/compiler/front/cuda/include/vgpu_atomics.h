// Atomic functions for every type and scope.
//
// A block's scope and the system's are the same memory here, so the three forms of a name are one function.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ATOMICS_H
#define VG_VGPU_ATOMICS_H

#include "vgpu_attributes.h"

#define VG_RELAXED __ATOMIC_RELAXED

// The three scopes of one function.
#define VG_SCOPES(type, name, parameters, body)                        \
  VG_FN type name parameters{body} VG_FN type name##_block parameters{ \
      body} VG_FN type name##_system parameters {                      \
    body                                                               \
  }

#define VG_FETCH(type, name, fetch) \
  VG_SCOPES(type, name, (type * p, type v), return __atomic_fetch_##fetch(p, v, VG_RELAXED);)

#define VG_FETCH_INTEGER(type)   \
  VG_FETCH(type, atomicAdd, add) \
  VG_FETCH(type, atomicSub, sub) \
  VG_FETCH(type, atomicMin, min) \
  VG_FETCH(type, atomicMax, max) \
  VG_FETCH(type, atomicAnd, and) \
  VG_FETCH(type, atomicOr, or)   \
  VG_FETCH(type, atomicXor, xor) \
  VG_SCOPES(type, atomicExch, (type * p, type v), return __atomic_exchange_n(p, v, VG_RELAXED);)

VG_FETCH_INTEGER(int)
VG_FETCH_INTEGER(unsigned)
VG_FETCH_INTEGER(long)
VG_FETCH_INTEGER(unsigned long)
VG_FETCH_INTEGER(long long)
VG_FETCH_INTEGER(unsigned long long)
VG_FETCH(float, atomicAdd, add)
VG_FETCH(double, atomicAdd, add)
VG_FETCH(float, atomicSub, sub)
VG_FETCH(double, atomicSub, sub)

VG_SCOPES(float, atomicExch, (float* p, float v), float old;
          __atomic_exchange(p, &v, &old, VG_RELAXED); return old;)
VG_SCOPES(double, atomicExch, (double* p, double v), double old;
          __atomic_exchange(p, &v, &old, VG_RELAXED); return old;)

#define VG_CAS(type)                                                                    \
  VG_SCOPES(type, atomicCAS, (type * p, type expected, type desired),                   \
            __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, \
                                        __ATOMIC_SEQ_CST);                              \
            return expected;)
VG_CAS(unsigned short)
VG_CAS(int)
VG_CAS(unsigned)
VG_CAS(long)
VG_CAS(unsigned long)
VG_CAS(long long)
VG_CAS(unsigned long long)

VG_SCOPES(float, atomicCAS, (float* p, float expected, float desired),
          int old = __builtin_bit_cast(int, expected);
          __atomic_compare_exchange_n((int*)p, &old, __builtin_bit_cast(int, desired), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
          return __builtin_bit_cast(float, old);)

// For what the hardware has no instruction: try until nobody was faster.
template <class Bits, class T, class Change>
VG_FN T __vg_atomic_update(T* p, Change change) {
  Bits old = __atomic_load_n((Bits*)p, VG_RELAXED);
  while (!__atomic_compare_exchange_n(
      (Bits*)p, &old, __builtin_bit_cast(Bits, (T)change(__builtin_bit_cast(T, old))), false,
      VG_RELAXED, VG_RELAXED)) {
  }
  return __builtin_bit_cast(T, old);
}

VG_SCOPES(unsigned, atomicInc, (unsigned* p, unsigned limit),
          return __vg_atomic_update<unsigned>(p, [=] __attribute__((device)) (unsigned old) {
            return old >= limit ? 0u : old + 1;
          });)
VG_SCOPES(unsigned, atomicDec, (unsigned* p, unsigned limit),
          return __vg_atomic_update<unsigned>(p, [=] __attribute__((device)) (unsigned old) {
            return old == 0 || old > limit ? limit : old - 1;
          });)
VG_SCOPES(float, atomicMin, (float* p, float v),
          return __vg_atomic_update<int>(p, [=] __attribute__((device)) (float old) {
            return __builtin_fminf(old, v);
          });)
VG_SCOPES(float, atomicMax, (float* p, float v),
          return __vg_atomic_update<int>(p, [=] __attribute__((device)) (float old) {
            return __builtin_fmaxf(old, v);
          });)
VG_SCOPES(double, atomicMin, (double* p, double v),
          return __vg_atomic_update<long>(p, [=] __attribute__((device)) (double old) {
            return __builtin_fmin(old, v);
          });)
VG_SCOPES(double, atomicMax, (double* p, double v),
          return __vg_atomic_update<long>(p, [=] __attribute__((device)) (double old) {
            return __builtin_fmax(old, v);
          });)

#endif
