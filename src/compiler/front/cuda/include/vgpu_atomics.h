// Atomic functions for CUDA's types and scopes, and for the other integers.
//
// A block's scope and the system's are the same memory here, so the three forms of a name are one function.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ATOMICS_H
#define VG_VGPU_ATOMICS_H

#include "vgpu_attributes.h"
#include "vgpu_vector_types.h"

#define VG_RELAXED __ATOMIC_RELAXED

// The three scopes of one function.
#define VG_SCOPES(type, name, parameters, body)                        \
  VG_FN type name parameters{body} VG_FN type name##_block parameters{ \
      body} VG_FN type name##_system parameters {                      \
    body                                                               \
  }

// For types that CUDA's function does not have on every device: programs define it themselves, as a function or as a
// template, and either is a better match than a template with a tail.
template <class T, class Wanted>
struct __vg_only {};
template <class T>
struct __vg_only<T, T> {
  typedef T type;
};
#define VG_MORE_SCOPE(wanted, name, parameters, body)         \
  template <class T, class... None>                           \
  VG_FN typename __vg_only<T, wanted>::type name parameters { \
    body                                                      \
  }
#define VG_MORE(wanted, name, parameters, body)         \
  VG_MORE_SCOPE(wanted, name, parameters, body)         \
  VG_MORE_SCOPE(wanted, name##_block, parameters, body) \
  VG_MORE_SCOPE(wanted, name##_system, parameters, body)
#define VG_ONLY(wanted) typename __vg_only<T, wanted>::type

#define VG_FETCH(type, name, fetch) \
  VG_SCOPES(type, name, (type * p, type v), return __atomic_fetch_##fetch(p, v, VG_RELAXED);)
#define VG_FETCH_MORE(type, name, fetch)                 \
  VG_MORE(type, name, (T * p, VG_ONLY(type) v, None...), \
          return __atomic_fetch_##fetch(p, v, VG_RELAXED);)
#define VG_EXCHANGE(type) \
  VG_SCOPES(type, atomicExch, (type * p, type v), return __atomic_exchange_n(p, v, VG_RELAXED);)
#define VG_EXCHANGE_MORE(type)                                 \
  VG_MORE(type, atomicExch, (T * p, VG_ONLY(type) v, None...), \
          return __atomic_exchange_n(p, v, VG_RELAXED);)

#define VG_COMMON(type, FETCH) \
  FETCH(type, atomicMin, min)  \
  FETCH(type, atomicMax, max)  \
  FETCH(type, atomicAnd, and)  \
  FETCH(type, atomicOr, or)    \
  FETCH(type, atomicXor, xor)
#define VG_SUMS(type, FETCH)  \
  FETCH(type, atomicAdd, add) \
  FETCH(type, atomicSub, sub)
VG_COMMON(int, VG_FETCH)
VG_COMMON(unsigned, VG_FETCH)
VG_COMMON(long long, VG_FETCH)
VG_COMMON(unsigned long long, VG_FETCH)
VG_COMMON(long, VG_FETCH_MORE)
VG_COMMON(unsigned long, VG_FETCH_MORE)
VG_SUMS(int, VG_FETCH)
VG_SUMS(unsigned, VG_FETCH)
VG_FETCH(unsigned long long, atomicAdd, add)
VG_FETCH_MORE(unsigned long long, atomicSub, sub)
VG_SUMS(long long, VG_FETCH_MORE)
VG_SUMS(long, VG_FETCH_MORE)
VG_SUMS(unsigned long, VG_FETCH_MORE)
VG_FETCH(float, atomicAdd, add)
VG_FETCH_MORE(double, atomicAdd, add)
// Each element by itself, as the hardware does it.
VG_MORE(float2, atomicAdd, (T * p, VG_ONLY(float2) v, None...),
        return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));)
VG_MORE(float4, atomicAdd, (T * p, VG_ONLY(float4) v, None...),
        return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                           atomicAdd(&p->w, v.w));)
VG_EXCHANGE(int)
VG_EXCHANGE(unsigned)
VG_EXCHANGE(unsigned long long)
VG_EXCHANGE_MORE(long long)
VG_EXCHANGE_MORE(long)
VG_EXCHANGE_MORE(unsigned long)
VG_SCOPES(float, atomicExch, (float* p, float v), float old;
          __atomic_exchange(p, &v, &old, VG_RELAXED); return old;)

#define VG_COMPARE_AND_SWAP                                                                      \
  __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  return expected;
#define VG_CAS(type) \
  VG_SCOPES(type, atomicCAS, (type * p, type expected, type desired), VG_COMPARE_AND_SWAP)
#define VG_CAS_MORE(type)                                                                   \
  VG_MORE(type, atomicCAS, (T * p, VG_ONLY(type) expected, VG_ONLY(type) desired, None...), \
          VG_COMPARE_AND_SWAP)
VG_CAS(unsigned short)
VG_CAS(int)
VG_CAS(unsigned)
VG_CAS(unsigned long long)
VG_CAS_MORE(long)
VG_CAS_MORE(unsigned long)
VG_CAS_MORE(long long)

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
#endif
