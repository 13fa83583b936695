// Conversions between numbers of eight bits and the raw forms of half, bfloat16 and pairs. Included by cuda_fp8.h.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_FP8_PAIRS_H
#define VG_VGPU_FP8_PAIRS_H

VG_FP8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)__half(x), saturation, kind);
}
VG_FP8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                      __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturation, kind);
}
VG_FP8 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half(__vg_fp8_to_float(x, kind));
}
VG_FP8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                              __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
          __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

// Pairs, the first one in the lower byte.
#define VG_FP8_PAIR(name, type, one)                                     \
  VG_FP8 __nv_fp8x2_storage_t name(type v, __nv_saturation_t saturation, \
                                   __nv_fp8_interpretation_t kind) {     \
    return (__nv_fp8x2_storage_t)(one(v.x) | one(v.y) << 8);             \
  }
#define VG_ONE_FLOAT(part) __nv_cvt_float_to_fp8(part, saturation, kind)
#define VG_ONE_DOUBLE(part) __nv_cvt_double_to_fp8(part, saturation, kind)
#define VG_ONE_HALF(part) __nv_cvt_halfraw_to_fp8(__half_raw{part}, saturation, kind)
#define VG_ONE_BFLOAT16(part) __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{part}, saturation, kind)
VG_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, VG_ONE_FLOAT)
VG_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, VG_ONE_DOUBLE)
VG_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, VG_ONE_HALF)
VG_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, VG_ONE_BFLOAT16)
#undef VG_FP8_PAIR
#undef VG_ONE_FLOAT
#undef VG_ONE_DOUBLE
#undef VG_ONE_HALF
#undef VG_ONE_BFLOAT16

#endif
