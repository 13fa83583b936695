// Pairs and fours of numbers of eight bits, the first in the lowest byte. Included by cuda_fp8.h.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_FP8_VECTORS_H
#define VG_VGPU_FP8_VECTORS_H

#define VG_FP8_VECTORS(one, two, four, kind)                                              \
  struct two {                                                                            \
    __nv_fp8x2_storage_t __x;                                                             \
    two() = default;                                                                      \
    VG_FP8_MEMBER explicit two(float2 v)                                                  \
        : __x((__nv_fp8x2_storage_t)(one(v.x).__x | one(v.y).__x << 8)) {}                \
    VG_FP8_MEMBER explicit two(double2 v)                                                 \
        : __x((__nv_fp8x2_storage_t)(one(v.x).__x | one(v.y).__x << 8)) {}                \
    VG_FP8_MEMBER explicit two(__half2 v) : two(float2{(float)v.x, (float)v.y}) {}        \
    VG_FP8_MEMBER explicit two(__nv_bfloat162 v) : two(float2{(float)v.x, (float)v.y}) {} \
    VG_FP8_MEMBER explicit operator float2() const {                                      \
      return {__vg_fp8_to_float((__nv_fp8_storage_t)__x, kind),                           \
              __vg_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), kind)};                   \
    }                                                                                     \
    VG_FP8_MEMBER explicit operator __half2() const {                                     \
      const float2 v = (float2) * this;                                                   \
      return {__half(v.x), __half(v.y)};                                                  \
    }                                                                                     \
  };                                                                                      \
  struct four {                                                                           \
    __nv_fp8x4_storage_t __x;                                                             \
    four() = default;                                                                     \
    VG_FP8_MEMBER explicit four(float4 v)                                                 \
        : __x(two(float2{v.x, v.y}).__x | (unsigned)two(float2{v.z, v.w}).__x << 16) {}   \
    VG_FP8_MEMBER explicit four(double4 v)                                                \
        : __x(two(double2{v.x, v.y}).__x | (unsigned)two(double2{v.z, v.w}).__x << 16) {} \
    VG_FP8_MEMBER explicit four(__half2 a, __half2 b)                                     \
        : __x(two(a).__x | (unsigned)two(b).__x << 16) {}                                 \
    VG_FP8_MEMBER explicit four(__nv_bfloat162 a, __nv_bfloat162 b)                       \
        : __x(two(a).__x | (unsigned)two(b).__x << 16) {}                                 \
    VG_FP8_MEMBER explicit operator float4() const {                                      \
      two low, high;                                                                      \
      low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);  \
      const float2 a = (float2)low, b = (float2)high;                                     \
      return {a.x, a.y, b.x, b.y};                                                        \
    }                                                                                     \
  };
VG_FP8_VECTORS(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
VG_FP8_VECTORS(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef VG_FP8_VECTORS

#endif
