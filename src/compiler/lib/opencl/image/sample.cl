// read_image* with a sampler: addressing modes and filters, as the specification writes them down.
// SPDX-License-Identifier: MIT
#include "opencl/image/read.h"

// A coordinate that any sampler turns into a place of the image, without leaving the range of int.
VG_IN float bounded(float u, int size) {
  return __builtin_fminf(__builtin_fmaxf(u, -2.0f), (float)size + 2.0f);
}

VG_IN int apply_clamp(int i, int size, int mode) {
  if (mode == kVgClamp) return between(i, -1, size);
  return between(i, 0, size - 1);
}

// The coordinate in pixels, before it is rounded.
VG_IN float place(float c, int size, int bits) {
  int mode = bits & kVgAddressMask;
  if (mode == kVgRepeat) return bounded((c - __builtin_floorf(c)) * size, size);
  if (mode == kVgMirroredRepeat) {
    float nearest = 2.0f * __builtin_rintf(0.5f * c);
    return bounded(__builtin_fabsf(c - nearest) * size, size);
  }
  return bounded(bits & kVgNormalized ? c * size : c, size);
}

VG_IN int wrap(int i, int size, int mode) {
  if (mode == kVgRepeat) return i < 0 ? i + size : i > size - 1 ? i - size : i;
  if (mode == kVgMirroredRepeat) return between(i, 0, size - 1);
  return apply_clamp(i, size, mode);
}

VG_IN int nearest_place(float c, int size, int bits) {
  return wrap((int)__builtin_floorf(place(c, size, bits)), size, bits & kVgAddressMask);
}

VG_IN int layer_of(float c, int layers) {
  return between((int)__builtin_rintf(bounded(c, layers)), 0, layers - 1);
}

VG_IN int4 nearest_pixel(int4 size, int bits, float4 c, int sampled, bool layered) {
  int4 at = (int4)(nearest_place(c.x, size.x, bits), 0, 0, 0);
  if (sampled > 1) at.y = nearest_place(c.y, size.y, bits);
  if (sampled > 2) at.z = nearest_place(c.z, size.z, bits);
  if (sampled == 1 && layered) at.y = layer_of(c.y, size.y);
  if (sampled == 2 && layered) at.z = layer_of(c.z, size.z);
  return at;
}

VG_IN int4 integer_pixel(int4 size, int bits, int4 c, int sampled, bool layered) {
  int mode = bits & kVgAddressMask;
  int4 at = (int4)(apply_clamp(c.x, size.x, mode), 0, 0, 0);
  if (sampled > 1) at.y = apply_clamp(c.y, size.y, mode);
  if (sampled > 2) at.z = apply_clamp(c.z, size.z, mode);
  if (sampled == 1 && layered) at.y = between(c.y, 0, size.y - 1);
  if (sampled == 2 && layered) at.z = between(c.z, 0, size.z - 1);
  return at;
}

// The weighted mean of the 2, 4 or 8 pixels around the place.
VG_IN float4 linear_color(Image image, int4 size, int bits, float4 c, int sampled, bool layered) {
  int mode = bits & kVgAddressMask;
  int4 fixed = nearest_pixel(size, bits, c, sampled, layered);
  float x = place(c.x, size.x, bits) - 0.5f;
  float y = sampled > 1 ? place(c.y, size.y, bits) - 0.5f : 0;
  float z = sampled > 2 ? place(c.z, size.z, bits) - 0.5f : 0;
  float fx = __builtin_floorf(x), fy = __builtin_floorf(y), fz = __builtin_floorf(z);
  float4 sum = (float4)(0);
  for (int tap = 0; tap < 1 << sampled; tap++) {
    int dx = tap & 1, dy = tap >> 1 & 1, dz = tap >> 2 & 1;
    float weight = dx ? x - fx : 1 - (x - fx);
    int4 at = fixed;
    at.x = wrap((int)fx + dx, size.x, mode);
    if (sampled > 1) {
      weight *= dy ? y - fy : 1 - (y - fy);
      at.y = wrap((int)fy + dy, size.y, mode);
    }
    if (sampled > 2) {
      weight *= dz ? z - fz : 1 - (z - fz);
      at.z = wrap((int)fz + dz, size.z, mode);
    }
    sum += texel_float(image, at, size) * weight;
  }
  return sum;
}

VG_IN float4 sampled_color(Image image, int bits, float4 c, int sampled) {
  int4 size = image_size(image, sampled);
  bool layered = image->layers != 0;
  if (bits & kVgLinear) return linear_color(image, size, bits, c, sampled, layered);
  return texel_float(image, nearest_pixel(size, bits, c, sampled, layered), size);
}

#define VG_SAMPLE(kind, I, F)                                                                     \
  VG_FN float4 read_imagef(read_only image##kind##_t image, sampler_t sampler, F c) {             \
    return sampled_color(__vg_image(image), __vg_sampler(sampler), VG_AT_##kind(float, c),        \
                         VG_SAMPLED_##kind);                                                      \
  }                                                                                               \
  VG_FN half4 read_imageh(read_only image##kind##_t image, sampler_t sampler, F c) {              \
    float4 v = read_imagef(image, sampler, c);                                                    \
    return (half4)((half)v.x, (half)v.y, (half)v.z, (half)v.w);                                   \
  }                                                                                               \
  VG_FN half4 read_imageh(read_only image##kind##_t image, sampler_t sampler, I c) {              \
    Image own = __vg_image(image);                                                                \
    int4 size = image_size(own, VG_SAMPLED_##kind);                                               \
    int4 at = integer_pixel(size, __vg_sampler(sampler), VG_AT_##kind(int, c), VG_SAMPLED_##kind, \
                            own->layers != 0);                                                    \
    float4 v = texel_float(own, at, size);                                                        \
    return (half4)((half)v.x, (half)v.y, (half)v.z, (half)v.w);                                   \
  }                                                                                               \
  VG_SAMPLE_NEAREST(kind, F, read_imagei, int, nearest_pixel, float)                              \
  VG_SAMPLE_NEAREST(kind, F, read_imageui, uint, nearest_pixel, float)                            \
  VG_SAMPLE_NEAREST(kind, I, read_imagef, float, integer_pixel, int)                              \
  VG_SAMPLE_NEAREST(kind, I, read_imagei, int, integer_pixel, int)                                \
  VG_SAMPLE_NEAREST(kind, I, read_imageui, uint, integer_pixel, int)
#define VG_SAMPLE_NEAREST(kind, C, name, T, pixel, S)                                   \
  VG_FN T##4 name(read_only image##kind##_t image, sampler_t sampler, C c) {            \
    Image own = __vg_image(image);                                                      \
    int4 size = image_size(own, VG_SAMPLED_##kind);                                     \
    int4 at = pixel(size, __vg_sampler(sampler), VG_AT_##kind(S, c), VG_SAMPLED_##kind, \
                    own->layers != 0);                                                  \
    return texel_##T(own, at, size);                                                    \
  }
VG_SAMPLE(1d, int, float)
VG_SAMPLE(1d_array, int2, float2)
VG_SAMPLE(2d, int2, float2)
VG_SAMPLE(2d_array, int4, float4)
VG_SAMPLE(3d, int4, float4)
