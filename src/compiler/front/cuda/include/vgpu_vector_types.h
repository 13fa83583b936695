// float4 and its kin, dim3 and the make_ functions; also for C and for files without kernels.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_VECTOR_TYPES_H
#define VG_VGPU_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ 1

#include "vgpu_attributes.h"

#define VG_MAKE(name, arguments, ...)                \
  VG_BOTH static inline name make_##name arguments { \
    name made = __VA_ARGS__;                         \
    return made;                                     \
  }
#define VG_VECTORS(name, type, size)                                                       \
  typedef struct name##1 { type x; }                                                       \
  name##1;                                                                                 \
  typedef struct __align__(2 * size) name##2 { type x, y; }                                \
  name##2;                                                                                 \
  typedef struct name##3 { type x, y, z; }                                                 \
  name##3;                                                                                 \
  typedef struct __align__((4 * size) > 16 ? 16 : (4 * size)) name##4 { type x, y, z, w; } \
  name##4;                                                                                 \
  VG_MAKE(name##1, (type x), {x})                                                          \
  VG_MAKE(name##2, (type x, type y), {x, y})                                               \
  VG_MAKE(name##3, (type x, type y, type z), {x, y, z})                                    \
  VG_MAKE(name##4, (type x, type y, type z, type w), {x, y, z, w})

VG_VECTORS(char, signed char, 1)
VG_VECTORS(uchar, unsigned char, 1)
VG_VECTORS(short, short, 2)
VG_VECTORS(ushort, unsigned short, 2)
VG_VECTORS(int, int, 4)
VG_VECTORS(uint, unsigned int, 4)
VG_VECTORS(long, long, 8)
VG_VECTORS(ulong, unsigned long, 8)
VG_VECTORS(longlong, long long, 8)
VG_VECTORS(ulonglong, unsigned long long, 8)
VG_VECTORS(float, float, 4)
VG_VECTORS(double, double, 8)
#undef VG_VECTORS

// Four wide numbers by an alignment that the name tells, as CUDA 13 has them.
#define VG_ALIGNED(name, type, align)                                     \
  typedef struct __align__(align) name##4_##align##a { type x, y, z, w; } \
  name##4_##align##a;                                                     \
  VG_MAKE(name##4_##align##a, (type x, type y, type z, type w), {x, y, z, w})
#define VG_BOTH_ALIGNMENTS(name, type) VG_ALIGNED(name, type, 16) VG_ALIGNED(name, type, 32)
VG_BOTH_ALIGNMENTS(long, long)
VG_BOTH_ALIGNMENTS(ulong, unsigned long)
VG_BOTH_ALIGNMENTS(longlong, long long)
VG_BOTH_ALIGNMENTS(ulonglong, unsigned long long)
VG_BOTH_ALIGNMENTS(double, double)
#undef VG_BOTH_ALIGNMENTS
#undef VG_ALIGNED
#undef VG_MAKE

typedef struct dim3 {
  unsigned x, y, z;
#ifdef __cplusplus
  VG_BOTH constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  VG_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  VG_BOTH constexpr operator uint3() const { return {x, y, z}; }
#endif
} dim3;

#endif
