// vloadn and vstoren: all types, sizes and address spaces.
//
// Elements, not vectors, are read and written: the address need only be aligned for an element.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_PACKED(T, n)                      \
  typedef T VG_CAT(VG_CAT(T, n), _unaligned) \
      __attribute__((ext_vector_type(n), aligned(sizeof(T))));

#define VG_LOAD(T, n, space)                            \
  VG_FN T##n vload##n(size_t i, const space T* p) {     \
    return *(const space T##n##_unaligned*)(p + i * n); \
  }
#define VG_LOAD3(T, space)                        \
  VG_FN T##3 vload3(size_t i, const space T* p) { \
    p += i * 3;                                   \
    return (T##3)(p[0], p[1], p[2]);              \
  }
#define VG_STORE(T, n, space) \
  VG_FN void vstore##n(T##n x, size_t i, space T* p) { *(space T##n##_unaligned*)(p + i * n) = x; }
#define VG_STORE3(T, space)                          \
  VG_FN void vstore3(T##3 x, size_t i, space T* p) { \
    p += i * 3;                                      \
    p[0] = x.x;                                      \
    p[1] = x.y;                                      \
    p[2] = x.z;                                      \
  }
#define VG_LOADS(T, space) \
  VG_LOAD(T, 2, space)     \
  VG_LOAD3(T, space) VG_LOAD(T, 4, space) VG_LOAD(T, 8, space) VG_LOAD(T, 16, space)
#define VG_STORES(T, space) \
  VG_STORE(T, 2, space)     \
  VG_STORE3(T, space) VG_STORE(T, 4, space) VG_STORE(T, 8, space) VG_STORE(T, 16, space)
#define VG_MEMORY(T)                                                                              \
  VG_PACKED(T, 2)                                                                                 \
  VG_PACKED(T, 4)                                                                                 \
  VG_PACKED(T, 8)                                                                                 \
  VG_PACKED(T, 16)                                                                                \
  VG_LOADS(T, __global) VG_LOADS(T, __local) VG_LOADS(T, __private) VG_LOADS(T, __constant)       \
      VG_LOADS(T, __generic) VG_STORES(T, __global) VG_STORES(T, __local) VG_STORES(T, __private) \
          VG_STORES(T, __generic)

VG_MEMORY(char)
VG_MEMORY(uchar)
VG_MEMORY(short)
VG_MEMORY(ushort)
VG_MEMORY(int)
VG_MEMORY(uint)
VG_MEMORY(long)
VG_MEMORY(ulong)
VG_MEMORY(float)
VG_MEMORY(double)
VG_MEMORY(half)
