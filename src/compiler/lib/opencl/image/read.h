// Colours of pixels: what read_image* with and without a sampler share.
// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/image/image.h"

#define VG_TO4(T, v) ((T##4)((v).x, (v).y, (v).z, (v).w))

VG_IN float4 at_least_minus_one(float4 v) {
  return (float4)(v.x < -1 ? -1 : v.x, v.y < -1 ? -1 : v.y, v.z < -1 ? -1 : v.z,
                  v.w < -1 ? -1 : v.w);
}

VG_IN float4 channels_as_float(Image image, __global const uchar* p) {
  int n = image->channels;
  switch (image->type) {
    case CLK_SNORM_INT8:
      return at_least_minus_one(VG_TO4(float, channels_char(p, n)) / 127.0f);
    case CLK_SNORM_INT16:
      return at_least_minus_one(VG_TO4(float, channels_short(p, n)) / 32767.0f);
    case CLK_UNORM_INT8:
      return VG_TO4(float, channels_uchar(p, n)) / 255.0f;
    case CLK_UNORM_INT16:
      return VG_TO4(float, channels_ushort(p, n)) / 65535.0f;
    case CLK_HALF_FLOAT:
      return VG_TO4(float, channels_half(p, n));
    default:
      return channels_float(p, n);
  }
}

VG_IN int4 channels_as_int(Image image, __global const uchar* p) {
  int n = image->channels;
  switch (image->type) {
    case CLK_SIGNED_INT8:
      return VG_TO4(int, channels_char(p, n));
    case CLK_SIGNED_INT16:
      return VG_TO4(int, channels_short(p, n));
    default:
      return channels_int(p, n);
  }
}

VG_IN uint4 channels_as_uint(Image image, __global const uchar* p) {
  int n = image->channels;
  switch (image->type) {
    case CLK_UNSIGNED_INT8:
      return VG_TO4(uint, channels_uchar(p, n));
    case CLK_UNSIGNED_INT16:
      return VG_TO4(uint, channels_ushort(p, n));
    default:
      return channels_uint(p, n);
  }
}

// Beyond the border stands nothing, which is opaque in formats that have no alpha.
VG_IN bool border_is_opaque(int order) {
  return order == CLK_R || order == CLK_RG || order == CLK_LUMINANCE;
}

// The pixel, or the border's colour where there is none; the address is always one of the image.
#define VG_TEXEL(T)                                                                          \
  VG_IN T##4 texel_##T(Image image, int4 at, int4 size) {                                    \
    bool inside =                                                                            \
        (uint)at.x < (uint)size.x && (uint)at.y < (uint)size.y && (uint)at.z < (uint)size.z; \
    int4 safe = (int4)(between(at.x, 0, size.x - 1), between(at.y, 0, size.y - 1),           \
                       between(at.z, 0, size.z - 1), 0);                                     \
    T##4 c = color_of(image->order, channels_as_##T(image, pixel_at(image, safe)));          \
    T##4 border = (T##4)(0, 0, 0, border_is_opaque(image->order));                           \
    return (T##4)(inside ? c.x : border.x, inside ? c.y : border.y, inside ? c.z : border.z, \
                  inside ? c.w : border.w);                                                  \
  }
VG_TEXEL(float)
VG_TEXEL(int)
VG_TEXEL(uint)
