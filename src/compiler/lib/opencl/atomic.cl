// The atomics of C11 for one address space VG_SPACE (defined by the build): atomic_fetch_add_explicit and the like.
//
// x86 makes every read-modify-write sequentially consistent anyway; what the order decides is what the compiler may
// move, so there are two forms, relaxed and not. Scopes are all the same: memory is one.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define VG_ORDERED(order, operation, ...)                                     \
  ((order) == memory_order_relaxed ? operation(__VA_ARGS__, __ATOMIC_RELAXED) \
                                   : operation(__VA_ARGS__, __ATOMIC_SEQ_CST))

// name(p, v), name_explicit(p, v, order), name_explicit(p, v, order, scope).
#define VG_UPDATE(name, operation, A, T, M)                                                      \
  VG_FN T name(volatile VG_SPACE A* p, M v) {                                                    \
    return operation((VG_SPACE T*)p, (T)v, __ATOMIC_SEQ_CST);                                    \
  }                                                                                              \
  VG_FN T name##_explicit(volatile VG_SPACE A* p, M v, memory_order order) {                     \
    return VG_ORDERED(order, operation, (VG_SPACE T*)p, (T)v);                                   \
  }                                                                                              \
  VG_FN T name##_explicit(volatile VG_SPACE A* p, M v, memory_order order, memory_scope scope) { \
    return VG_ORDERED(order, operation, (VG_SPACE T*)p, (T)v);                                   \
  }
#define VG_INTEGER_ATOMICS(A, T)                           \
  VG_UPDATE(atomic_fetch_add, __atomic_fetch_add, A, T, T) \
  VG_UPDATE(atomic_fetch_sub, __atomic_fetch_sub, A, T, T) \
  VG_UPDATE(atomic_fetch_or, __atomic_fetch_or, A, T, T)   \
  VG_UPDATE(atomic_fetch_xor, __atomic_fetch_xor, A, T, T) \
  VG_UPDATE(atomic_fetch_and, __atomic_fetch_and, A, T, T) \
  VG_UPDATE(atomic_fetch_min, __atomic_fetch_min, A, T, T) \
  VG_UPDATE(atomic_fetch_max, __atomic_fetch_max, A, T, T)
VG_INTEGER_ATOMICS(atomic_int, int)
VG_INTEGER_ATOMICS(atomic_uint, uint)
VG_INTEGER_ATOMICS(atomic_long, long)
VG_INTEGER_ATOMICS(atomic_ulong, ulong)
// atomic_uintptr_t takes differences and atomic_intptr_t unsigned masks: the integer types mixed.
VG_UPDATE(atomic_fetch_add, __atomic_fetch_add, atomic_ulong, ulong, long)
VG_UPDATE(atomic_fetch_sub, __atomic_fetch_sub, atomic_ulong, ulong, long)
#define VG_MIXED(A, T, M)                                  \
  VG_UPDATE(atomic_fetch_or, __atomic_fetch_or, A, T, M)   \
  VG_UPDATE(atomic_fetch_xor, __atomic_fetch_xor, A, T, M) \
  VG_UPDATE(atomic_fetch_and, __atomic_fetch_and, A, T, M) \
  VG_UPDATE(atomic_fetch_min, __atomic_fetch_min, A, T, M) \
  VG_UPDATE(atomic_fetch_max, __atomic_fetch_max, A, T, M)
VG_MIXED(atomic_long, long, ulong)
VG_MIXED(atomic_ulong, ulong, long)

// Floating-point sums, minima and maxima (cl_ext_float_atomics).
#define VG_FLOAT_UPDATE(name, operation, A, T)                                                   \
  VG_FN T name(volatile VG_SPACE A* p, T v) {                                                    \
    return operation((VG_SPACE A*)p, v, __ATOMIC_SEQ_CST);                                       \
  }                                                                                              \
  VG_FN T name##_explicit(volatile VG_SPACE A* p, T v, memory_order order) {                     \
    return VG_ORDERED(order, operation, (VG_SPACE A*)p, v);                                      \
  }                                                                                              \
  VG_FN T name##_explicit(volatile VG_SPACE A* p, T v, memory_order order, memory_scope scope) { \
    return VG_ORDERED(order, operation, (VG_SPACE A*)p, v);                                      \
  }
#define VG_FLOAT_ATOMICS(A, T)                                    \
  VG_FLOAT_UPDATE(atomic_fetch_add, __c11_atomic_fetch_add, A, T) \
  VG_FLOAT_UPDATE(atomic_fetch_sub, __c11_atomic_fetch_sub, A, T) \
  VG_FLOAT_UPDATE(atomic_fetch_min, __c11_atomic_fetch_min, A, T) \
  VG_FLOAT_UPDATE(atomic_fetch_max, __c11_atomic_fetch_max, A, T)
VG_FLOAT_ATOMICS(atomic_float, float)
VG_FLOAT_ATOMICS(atomic_double, double)
VG_FLOAT_ATOMICS(atomic_half, half)

#define VG_ORDERED_STORE(order, p, v)           \
  if ((order) == memory_order_relaxed) {        \
    __c11_atomic_store(p, v, __ATOMIC_RELAXED); \
  } else {                                      \
    __c11_atomic_store(p, v, __ATOMIC_SEQ_CST); \
  }
// I is the integer of T's width, in which values are compared and exchanged.
#define VG_ACCESS(A, T, I)                                                                         \
  VG_FN void atomic_init(volatile VG_SPACE A* p, T v) {                                            \
    __c11_atomic_store(p, v, __ATOMIC_RELAXED);                                                    \
  }                                                                                                \
  VG_FN void atomic_store(volatile VG_SPACE A* p, T v) {                                           \
    __c11_atomic_store(p, v, __ATOMIC_SEQ_CST);                                                    \
  }                                                                                                \
  VG_FN void atomic_store_explicit(volatile VG_SPACE A* p, T v, memory_order order){               \
      VG_ORDERED_STORE(order, p, v)} VG_FN void atomic_store_explicit(volatile VG_SPACE A* p, T v, \
                                                                      memory_order order,          \
                                                                      memory_scope scope){         \
      VG_ORDERED_STORE(order, p, v)} VG_FN T atomic_load(volatile VG_SPACE A* p) {                 \
    return __c11_atomic_load(p, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                \
  VG_FN T atomic_load_explicit(volatile VG_SPACE A* p, memory_order order) {                       \
    return VG_ORDERED(order, __c11_atomic_load, p);                                                \
  }                                                                                                \
  VG_FN T atomic_load_explicit(volatile VG_SPACE A* p, memory_order order, memory_scope scope) {   \
    return VG_ORDERED(order, __c11_atomic_load, p);                                                \
  }                                                                                                \
  VG_FN T atomic_exchange(volatile VG_SPACE A* p, T v) {                                           \
    return __builtin_astype(                                                                       \
        __atomic_exchange_n((VG_SPACE I*)p, __builtin_astype(v, I), __ATOMIC_SEQ_CST), T);         \
  }                                                                                                \
  VG_FN T atomic_exchange_explicit(volatile VG_SPACE A* p, T v, memory_order order) {              \
    return atomic_exchange(p, v);                                                                  \
  }                                                                                                \
  VG_FN T atomic_exchange_explicit(volatile VG_SPACE A* p, T v, memory_order order,                \
                                   memory_scope scope) {                                           \
    return atomic_exchange(p, v);                                                                  \
  }
#define VG_COMPARE(strength, A, T, I, other)                                                      \
  VG_FN bool atomic_compare_exchange_##strength(volatile VG_SPACE A* p, other T* expected, T v) { \
    I wanted = __builtin_astype(*expected, I);                                                    \
    bool done = __atomic_compare_exchange_n((VG_SPACE I*)p, &wanted, __builtin_astype(v, I),      \
                                            false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    *expected = __builtin_astype(wanted, T);                                                      \
    return done;                                                                                  \
  }                                                                                               \
  VG_FN bool atomic_compare_exchange_##strength##_explicit(                                       \
      volatile VG_SPACE A* p, other T* expected, T v, memory_order good, memory_order bad) {      \
    return atomic_compare_exchange_##strength(p, expected, v);                                    \
  }                                                                                               \
  VG_FN bool atomic_compare_exchange_##strength##_explicit(                                       \
      volatile VG_SPACE A* p, other T* expected, T v, memory_order good, memory_order bad,        \
      memory_scope scope) {                                                                       \
    return atomic_compare_exchange_##strength(p, expected, v);                                    \
  }
#define VG_COMPARES(A, T, I, other) \
  VG_COMPARE(strong, A, T, I, other) VG_COMPARE(weak, A, T, I, other)
#define VG_ALL(A, T, I)           \
  VG_ACCESS(A, T, I)              \
  VG_COMPARES(A, T, I, __global)  \
  VG_COMPARES(A, T, I, __local)   \
  VG_COMPARES(A, T, I, __private) \
  VG_COMPARES(A, T, I, __generic)
VG_ALL(atomic_int, int, int)
VG_ALL(atomic_uint, uint, uint)
VG_ALL(atomic_long, long, long)
VG_ALL(atomic_ulong, ulong, ulong)
VG_ALL(atomic_float, float, int)
VG_ALL(atomic_double, double, long)
VG_ACCESS(atomic_half, half, short)

VG_FN bool atomic_flag_test_and_set(volatile VG_SPACE atomic_flag* p) {
  return __atomic_exchange_n((VG_SPACE int*)p, 1, __ATOMIC_SEQ_CST) != 0;
}
VG_FN bool atomic_flag_test_and_set_explicit(volatile VG_SPACE atomic_flag* p, memory_order order) {
  return atomic_flag_test_and_set(p);
}
VG_FN bool atomic_flag_test_and_set_explicit(volatile VG_SPACE atomic_flag* p, memory_order order,
                                             memory_scope scope) {
  return atomic_flag_test_and_set(p);
}
VG_FN void atomic_flag_clear(volatile VG_SPACE atomic_flag* p) {
  __c11_atomic_store((volatile VG_SPACE atomic_int*)p, 0, __ATOMIC_SEQ_CST);
}
VG_FN void atomic_flag_clear_explicit(volatile VG_SPACE atomic_flag* p, memory_order order) {
  atomic_flag_clear(p);
}
VG_FN void atomic_flag_clear_explicit(volatile VG_SPACE atomic_flag* p, memory_order order,
                                      memory_scope scope) {
  atomic_flag_clear(p);
}
