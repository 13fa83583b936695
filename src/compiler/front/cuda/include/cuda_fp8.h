// Numbers of eight bits: e4m3 (no infinity, up to 448) and e5m2 (the upper half of a half).
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_FP8_H
#define VG_CUDA_FP8_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __CUDA__
#define VG_FP8 VG_FN_BOTH
#define VG_FP8_MEMBER VG_BOTH
#else
#define VG_FP8 static inline
#define VG_FP8_MEMBER
#endif

// The bits of the nearest number, to the even one of two: `digits` behind the point, exponents from `least` on.
VG_FP8 unsigned __vg_fp8_bits(double size, int digits, int least) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, size);
  const int exponent = (int)(bits >> 52) - 1023;
  // One unit in the last place: of the smallest numbers for all that are smaller.
  const int unit = (exponent < least ? least : exponent) - digits;
  const double scale =
      __builtin_bit_cast(double, (unsigned long long)(1023 - unit) << 52);  // 2^-unit
  const unsigned count = (unsigned)__builtin_rint(size * scale);
  // Numbers that are not the smallest have a leading one, which is the exponent's first step.
  const int steps = exponent < least ? 0 : exponent - least;
  return ((unsigned)steps << digits) + count;
}
VG_FP8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                 __nv_fp8_interpretation_t kind) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned sign = (unsigned)(bits >> 63) << 7;
  const double size = __builtin_bit_cast(double, bits & ~0ull >> 1);
  const bool e4 = kind == __NV_E4M3;
  if (x != x) return (__nv_fp8_storage_t)0x7f;
  const unsigned most = e4 ? 0x7e : 0x7b, beyond = e4 ? 0x7f : 0x7c;
  const unsigned number = size >= 1e6 ? beyond
                          : e4        ? __vg_fp8_bits(size, 3, -6)
                                      : __vg_fp8_bits(size, 2, -14);
  if (number <= most) return (__nv_fp8_storage_t)(sign | number);
  return (__nv_fp8_storage_t)(sign | (saturation == __NV_SATFINITE ? most : beyond));
}
VG_FP8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8((double)x, saturation, kind);
}
VG_FP8 float __vg_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  const bool e4 = kind == __NV_E4M3;
  const unsigned size = x & 0x7fu, sign = (unsigned)(x & 0x80u) << 24;
  const int digits = e4 ? 3 : 2, least = e4 ? -6 : -14;
  const unsigned fraction = size & ((1u << digits) - 1), step = size >> digits;
  const bool none = e4 ? size == 0x7f : size > 0x7c;
  unsigned bits = (step + (unsigned)(127 + least - 1)) << 23 | fraction << (23 - digits);
  if (step == 0)
    bits = __builtin_bit_cast(unsigned, (float)fraction*(e4 ? 1.953125e-3f : 1.52587890625e-5f));
  if (!e4 && size == 0x7c) bits = 0x7f800000u;
  return __builtin_bit_cast(float, none ? 0x7fffffffu : sign | bits);
}

#ifdef __CUDA__
#include "vgpu_fp8_pairs.h"
#endif

#ifdef __cplusplus
#define VG_FP8_INTO(type) \
  VG_FP8_MEMBER explicit operator type() const { return (type)(float)*this; }
#define VG_FP8_OUT_OF(name, kind, type) \
  VG_FP8_MEMBER explicit name(type x)   \
      : __x(__nv_cvt_double_to_fp8((double)x, __NV_SATFINITE, kind)) {}
#define VG_FP8_TYPE(name, kind)                                                            \
  struct name {                                                                            \
    __nv_fp8_storage_t __x;                                                                \
    name() = default;                                                                      \
    VG_FP8_OUT_OF(name, kind, float)                                                       \
    VG_FP8_OUT_OF(name, kind, double)                                                      \
    VG_FP8_OUT_OF(name, kind, short)                                                       \
    VG_FP8_OUT_OF(name, kind, unsigned short)                                              \
    VG_FP8_OUT_OF(name, kind, int)                                                         \
    VG_FP8_OUT_OF(name, kind, unsigned)                                                    \
    VG_FP8_OUT_OF(name, kind, long)                                                        \
    VG_FP8_OUT_OF(name, kind, unsigned long)                                               \
    VG_FP8_OUT_OF(name, kind, long long)                                                   \
    VG_FP8_OUT_OF(name, kind, unsigned long long)                                          \
    VG_FP8_MEMBER explicit name(__half x) : name((float)x) {}                              \
    VG_FP8_MEMBER explicit name(__nv_bfloat16 x) : name((float)x) {}                       \
    VG_FP8_MEMBER explicit operator float() const { return __vg_fp8_to_float(__x, kind); } \
    VG_FP8_INTO(double)                                                                    \
    VG_FP8_INTO(__half)                                                                    \
    VG_FP8_INTO(__nv_bfloat16)                                                             \
    VG_FP8_INTO(int)                                                                       \
    VG_FP8_INTO(unsigned)                                                                  \
    VG_FP8_INTO(short)                                                                     \
    VG_FP8_INTO(unsigned short)                                                            \
    VG_FP8_INTO(char)                                                                      \
    VG_FP8_INTO(signed char)                                                               \
    VG_FP8_INTO(unsigned char)                                                             \
    VG_FP8_INTO(long)                                                                      \
    VG_FP8_INTO(unsigned long)                                                             \
    VG_FP8_INTO(long long)                                                                 \
    VG_FP8_INTO(unsigned long long)                                                        \
    VG_FP8_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }             \
  };
VG_FP8_TYPE(__nv_fp8_e4m3, __NV_E4M3)
VG_FP8_TYPE(__nv_fp8_e5m2, __NV_E5M2)
#undef VG_FP8_TYPE
#undef VG_FP8_INTO
#undef VG_FP8_OUT_OF

#include "vgpu_fp8_vectors.h"
#endif

#undef VG_FP8
#undef VG_FP8_MEMBER

#endif
