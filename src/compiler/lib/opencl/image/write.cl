// write_image*: a colour to the bytes of a pixel. Coordinates outside of the image write nothing.
// SPDX-License-Identifier: MIT
#include "opencl/image/image.h"

#define VG_STORE(name, T, V, convert)                           \
  VG_IN void name(__global void* pixel, int channels, V##4 v) { \
    __global T* p = (__global T*)pixel;                         \
    p[0] = convert(v.x);                                        \
    if (channels > 1) p[1] = convert(v.y);                      \
    if (channels > 2) {                                         \
      p[2] = convert(v.z);                                      \
      p[3] = convert(v.w);                                      \
    }                                                           \
  }
// A number that is none becomes 0.
VG_IN float scaled(float v, float scale, float low) {
  float bounded = __builtin_fminf(__builtin_fmaxf(v == v ? v : 0, low), 1.0f);
  return __builtin_rintf(bounded * scale);
}
VG_IN int limited(int v, int low, int high) { return between(v, low, high); }
VG_IN uint limited(uint v, uint high) { return v < high ? v : high; }
#define VG_SNORM8(v) (char)scaled(v, 127.0f, -1.0f)
#define VG_SNORM16(v) (short)scaled(v, 32767.0f, -1.0f)
#define VG_UNORM8(v) (uchar) scaled(v, 255.0f, 0.0f)
#define VG_UNORM16(v) (ushort) scaled(v, 65535.0f, 0.0f)
#define VG_INT8(v) (char)limited(v, -128, 127)
#define VG_INT16(v) (short)limited(v, -32768, 32767)
#define VG_UINT8(v) (uchar) limited(v, 255u)
#define VG_UINT16(v) (ushort) limited(v, 65535u)
#define VG_SAME(v) (v)
#define VG_HALF(v) (half)(v)
VG_STORE(store_snorm8, char, float, VG_SNORM8)
VG_STORE(store_snorm16, short, float, VG_SNORM16)
VG_STORE(store_unorm8, uchar, float, VG_UNORM8)
VG_STORE(store_unorm16, ushort, float, VG_UNORM16)
VG_STORE(store_half, half, float, VG_HALF)
VG_STORE(store_float, float, float, VG_SAME)
VG_STORE(store_int8, char, int, VG_INT8)
VG_STORE(store_int16, short, int, VG_INT16)
VG_STORE(store_int32, int, int, VG_SAME)
VG_STORE(store_uint8, uchar, uint, VG_UINT8)
VG_STORE(store_uint16, ushort, uint, VG_UINT16)
VG_STORE(store_uint32, uint, uint, VG_SAME)

VG_IN void store_color(Image image, __global uchar* p, float4 color) {
  float4 v = channels_of(image->order, color);
  int n = image->channels;
  switch (image->type) {
    case CLK_SNORM_INT8:
      return store_snorm8(p, n, v);
    case CLK_SNORM_INT16:
      return store_snorm16(p, n, v);
    case CLK_UNORM_INT8:
      return store_unorm8(p, n, v);
    case CLK_UNORM_INT16:
      return store_unorm16(p, n, v);
    case CLK_HALF_FLOAT:
      return store_half(p, n, v);
    default:
      return store_float(p, n, v);
  }
}

VG_IN void store_color(Image image, __global uchar* p, int4 color) {
  int4 v = channels_of(image->order, color);
  int n = image->channels;
  switch (image->type) {
    case CLK_SIGNED_INT8:
      return store_int8(p, n, v);
    case CLK_SIGNED_INT16:
      return store_int16(p, n, v);
    default:
      return store_int32(p, n, v);
  }
}

VG_IN void store_color(Image image, __global uchar* p, uint4 color) {
  uint4 v = channels_of(image->order, color);
  int n = image->channels;
  switch (image->type) {
    case CLK_UNSIGNED_INT8:
      return store_uint8(p, n, v);
    case CLK_UNSIGNED_INT16:
      return store_uint16(p, n, v);
    default:
      return store_uint32(p, n, v);
  }
}

#define VG_WRITE_AS(access, kind, C, name, T)                                                \
  VG_FN void name(access image##kind##_t image, C c, T##4 color) {                           \
    Image own = __vg_image(image);                                                           \
    int4 at = VG_AT_##kind(int, c), size = image_size(own, VG_SAMPLED_##kind);               \
    bool inside =                                                                            \
        (uint)at.x < (uint)size.x && (uint)at.y < (uint)size.y && (uint)at.z < (uint)size.z; \
    if (inside) store_color(own, pixel_at(own, at), color);                                  \
  }
#define VG_WRITE_TO(access, kind, C)                                        \
  VG_WRITE_AS(access, kind, C, write_imagef, float)                         \
  VG_WRITE_AS(access, kind, C, write_imagei, int)                           \
  VG_WRITE_AS(access, kind, C, write_imageui, uint)                         \
  VG_FN void write_imageh(access image##kind##_t image, C c, half4 color) { \
    write_imagef(image, c, (float4)(color.x, color.y, color.z, color.w));   \
  }
#define VG_WRITE(kind, C)          \
  VG_WRITE_TO(write_only, kind, C) \
  VG_WRITE_TO(read_write, kind, C)
VG_WRITE(1d, int)
VG_WRITE(1d_buffer, int)
VG_WRITE(1d_array, int2)
VG_WRITE(2d, int2)
VG_WRITE(2d_array, int4)
VG_WRITE(3d, int4)
