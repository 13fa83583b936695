// Images in the device library: from a coordinate to a pixel's address, and from its bytes to a colour.
//
// An image argument is a pointer to a VgImage. Format, size and sampler are the same for all work-items, so what
// depends on them stays scalar code and branches; only addresses and colours differ from item to item.
// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/builtin.h"
#include "opencl/image/descriptor.h"

typedef __global const struct VgImage* Image;

// plain_images.py defines these two: the image's and the sampler's value as they are.
#define VG_IMAGE_OF(access, kind) \
  Image __attribute__((overloadable, const)) __vg_image(access image##kind##_t);
#define VG_IMAGES_OF(kind)     \
  VG_IMAGE_OF(read_only, kind) \
  VG_IMAGE_OF(write_only, kind) VG_IMAGE_OF(read_write, kind)
VG_IMAGES_OF(1d)
VG_IMAGES_OF(1d_buffer)
VG_IMAGES_OF(1d_array)
VG_IMAGES_OF(2d)
VG_IMAGES_OF(2d_array)
VG_IMAGES_OF(3d)
int __attribute__((overloadable, const)) __vg_sampler(sampler_t);

// A coordinate of each kind as column, row, slice; rows or slices of an array are its layers.
#define VG_AT_1d(T, c) ((T##4)(c, 0, 0, 0))
#define VG_AT_1d_buffer(T, c) ((T##4)(c, 0, 0, 0))
#define VG_AT_1d_array(T, c) ((T##4)(c, 0, 0))
#define VG_AT_2d(T, c) ((T##4)(c, 0, 0))
#define VG_AT_2d_array(T, c) (c)
#define VG_AT_3d(T, c) (c)
// Dimensions that a sampler applies to; the one behind them is a layer where there are layers.
#define VG_SAMPLED_1d 1
#define VG_SAMPLED_1d_buffer 1
#define VG_SAMPLED_1d_array 1
#define VG_SAMPLED_2d 2
#define VG_SAMPLED_2d_array 2
#define VG_SAMPLED_3d 3

VG_IN int least(int a, int b) { return a < b ? a : b; }
VG_IN int most(int a, int b) { return a > b ? a : b; }
VG_IN int between(int x, int low, int high) { return least(most(x, low), high); }

VG_IN int4 image_size(Image image, int sampled) {
  int rows = sampled == 1 && image->layers ? image->layers : image->height;
  int slices = sampled == 2 && image->layers ? image->layers : image->depth;
  return (int4)(image->width, rows, slices, 1);
}

VG_IN __global uchar* pixel_at(Image image, int4 at) {
  return image->data + at.z * image->slice_pitch + at.y * image->row_pitch +
         (long)at.x * image->pixel_bytes;
}

// Channels in memory: those that a pixel has not are 0.
#define VG_CHANNELS(name, T)                                  \
  VG_IN T##4 name(__global const void* pixel, int channels) { \
    __global const T* p = (__global const T*)pixel;           \
    T##4 c = (T##4)(p[0], 0, 0, 0);                           \
    if (channels > 1) c.y = p[1];                             \
    if (channels > 2) {                                       \
      c.z = p[2];                                             \
      c.w = p[3];                                             \
    }                                                         \
    return c;                                                 \
  }
VG_CHANNELS(channels_char, char)
VG_CHANNELS(channels_uchar, uchar)
VG_CHANNELS(channels_short, short)
VG_CHANNELS(channels_ushort, ushort)
VG_CHANNELS(channels_int, int)
VG_CHANNELS(channels_uint, uint)
VG_CHANNELS(channels_half, half)
VG_CHANNELS(channels_float, float)

// Red, green, blue, alpha of the channels in memory.
#define VG_COLOR(T)                           \
  VG_IN T##4 color_of(int order, T##4 c) {    \
    switch (order) {                          \
      case CLK_R:                             \
        return (T##4)(c.x, 0, 0, 1);          \
      case CLK_A:                             \
        return (T##4)(0, 0, 0, c.x);          \
      case CLK_RG:                            \
        return (T##4)(c.x, c.y, 0, 1);        \
      case CLK_RA:                            \
        return (T##4)(c.x, 0, 0, c.y);        \
      case CLK_BGRA:                          \
        return c.zyxw;                        \
      case CLK_ARGB:                          \
        return c.yzwx;                        \
      case CLK_INTENSITY:                     \
        return c.xxxx;                        \
      case CLK_LUMINANCE:                     \
        return (T##4)(c.x, c.x, c.x, 1);      \
      default:                                \
        return c;                             \
    }                                         \
  }                                           \
  /* And the other way round. */              \
  VG_IN T##4 channels_of(int order, T##4 v) { \
    switch (order) {                          \
      case CLK_A:                             \
        return v.wxyz;                        \
      case CLK_RA:                            \
        return v.xwyz;                        \
      case CLK_BGRA:                          \
        return v.zyxw;                        \
      case CLK_ARGB:                          \
        return v.wxyz;                        \
      default:                                \
        return v;                             \
    }                                         \
  }
VG_COLOR(float)
VG_COLOR(int)
VG_COLOR(uint)
