// read_image* without a sampler: the pixel at integer coordinates.
// SPDX-License-Identifier: MIT
#include "opencl/image/read.h"

#define VG_FETCH_AS(access, kind, C, name, T)                                        \
  VG_FN T##4 name(access image##kind##_t image, C c) {                               \
    Image own = __vg_image(image);                                                   \
    return texel_##T(own, VG_AT_##kind(int, c), image_size(own, VG_SAMPLED_##kind)); \
  }
#define VG_FETCH_FROM(access, kind, C)                          \
  VG_FETCH_AS(access, kind, C, read_imagef, float)              \
  VG_FETCH_AS(access, kind, C, read_imagei, int)                \
  VG_FETCH_AS(access, kind, C, read_imageui, uint)              \
  VG_FN half4 read_imageh(access image##kind##_t image, C c) {  \
    float4 v = read_imagef(image, c);                           \
    return (half4)((half)v.x, (half)v.y, (half)v.z, (half)v.w); \
  }
#define VG_FETCH(kind, C)           \
  VG_FETCH_FROM(read_only, kind, C) \
  VG_FETCH_FROM(read_write, kind, C)
VG_FETCH(1d, int)
VG_FETCH(1d_buffer, int)
VG_FETCH(1d_array, int2)
VG_FETCH(2d, int2)
VG_FETCH(2d_array, int4)
VG_FETCH(3d, int4)
