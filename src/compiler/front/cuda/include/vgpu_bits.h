// Reinterpreting bits, cached loads and stores, and predicates on addresses.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_BITS_H
#define VG_VGPU_BITS_H

#include "vgpu_attributes.h"

VG_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
VG_FN unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
VG_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
VG_FN float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
VG_FN long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
VG_FN double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
VG_FN int __double2hiint(double x) { return (int)(__builtin_bit_cast(long long, x) >> 32); }
VG_FN int __double2loint(double x) { return (int)__builtin_bit_cast(long long, x); }
VG_FN double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (long long)high << 32 | (unsigned)low);
}

// Caches are the processor's own business; these are plain loads and stores.
#define VG_LOAD(name)        \
  template <class T>         \
  VG_FN T name(const T* p) { \
    return *p;               \
  }
VG_LOAD(__ldg)
VG_LOAD(__ldca)
VG_LOAD(__ldcs)
VG_LOAD(__ldlu)
#undef VG_LOAD

// Programs wait in loops for what another block writes, so these read memory at every call.
template <class T>
VG_FN T __vg_load_again(const T* p) {
  if constexpr (__is_scalar(T))
    return *(const volatile T*)p;
  else
    return *p;
}
template <class T>
VG_FN T __ldcv(const T* p) {
  return __vg_load_again(p);
}
template <class T>
VG_FN T __ldcg(const T* p) {
  return __vg_load_again(p);
}

#define VG_STORE(name)             \
  template <class T>               \
  VG_FN void name(T* p, T value) { \
    *p = value;                    \
  }
VG_STORE(__stwb)
VG_STORE(__stcg)
VG_STORE(__stcs)
VG_STORE(__stwt)
#undef VG_STORE

VG_FN size_t __cvta_generic_to_global(const void* p) { return (size_t)p; }
VG_FN size_t __cvta_generic_to_shared(const void* p) { return (size_t)p; }
VG_FN size_t __cvta_generic_to_constant(const void* p) { return (size_t)p; }
VG_FN size_t __cvta_generic_to_local(const void* p) { return (size_t)p; }
VG_FN void* __cvta_global_to_generic(size_t p) { return (void*)p; }
VG_FN void* __cvta_shared_to_generic(size_t p) { return (void*)p; }
VG_FN void* __cvta_constant_to_generic(size_t p) { return (void*)p; }
VG_FN void* __cvta_local_to_generic(size_t p) { return (void*)p; }

// Which memory an address lies in; the compiler finds out (ptx_memory.cpp).
#define VG_SPACE(name, space)                                                        \
  VG_FN unsigned name(const void* p) {                                               \
    unsigned holds;                                                                  \
    asm volatile("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" \
                 : "=r"(holds)                                                       \
                 : "l"(p));                                                          \
    return holds;                                                                    \
  }
VG_SPACE(__isGlobal, "global")
VG_SPACE(__isShared, "shared")
VG_SPACE(__isConstant, "const")
VG_SPACE(__isLocal, "local")
#undef VG_SPACE
VG_FN unsigned __isGridConstant(const void*) { return 0; }  // parameters are not read in place

#endif
