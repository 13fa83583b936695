// Reading texels: formats, borders and filters of a texture, whatever its dimensions.
//
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_FETCH_H
#define VG_VGPU_TEXTURE_FETCH_H

#include "vgpu_math_parts.h"
#include "vgpu_texture_types.h"

// A texel type by its channels.
template <class T>
struct __vg_channels {
  typedef T scalar;
  static constexpr int count = 1;
};
#define VG_CHANNELS(name, type)     \
  template <>                       \
  struct __vg_channels<name##1> {   \
    typedef type scalar;            \
    static constexpr int count = 1; \
  };                                \
  template <>                       \
  struct __vg_channels<name##2> {   \
    typedef type scalar;            \
    static constexpr int count = 2; \
  };                                \
  template <>                       \
  struct __vg_channels<name##3> {   \
    typedef type scalar;            \
    static constexpr int count = 3; \
  };                                \
  template <>                       \
  struct __vg_channels<name##4> {   \
    typedef type scalar;            \
    static constexpr int count = 4; \
  };
VG_CHANNELS(char, signed char)
VG_CHANNELS(uchar, unsigned char)
VG_CHANNELS(short, short)
VG_CHANNELS(ushort, unsigned short)
VG_CHANNELS(int, int)
VG_CHANNELS(uint, unsigned)
VG_CHANNELS(float, float)
#undef VG_CHANNELS
template <class T>
struct __vg_is_float {
  static constexpr bool value = false;
};
template <>
struct __vg_is_float<float> {
  static constexpr bool value = true;
};

VG_FN float __vg_channel_as_float(const __vg_texture* t, const unsigned char* p, int channel) {
  if (t->kind == cudaChannelFormatKindFloat)
    return t->bits == 32 ? ((const float*)p)[channel] : (float)((const _Float16*)p)[channel];
  if (t->kind == cudaChannelFormatKindSigned) {
    const float value = t->bits == 8    ? ((const signed char*)p)[channel] / 127.0f
                        : t->bits == 16 ? ((const short*)p)[channel] / 32767.0f
                                        : (float)((const int*)p)[channel];
    return value < -1.0f && t->bits < 32 ? -1.0f : value;
  }
  return t->bits == 8    ? p[channel] / 255.0f
         : t->bits == 16 ? ((const unsigned short*)p)[channel] / 65535.0f
                         : (float)((const unsigned*)p)[channel];
}

// One index brought into 0..size-1; -1: outside of a texture with a border.
VG_FN int __vg_texel_index(int i, int size, int mode, int normalized) {
  if (i >= 0 && i < size) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (normalized && mode == cudaAddressModeWrap) return (i % size + size) % size;
  if (normalized && mode == cudaAddressModeMirror) {
    const int twice = (i % (2 * size) + 2 * size) % (2 * size);
    return twice < size ? twice : 2 * size - 1 - twice;
  }
  return i < 0 ? 0 : size - 1;
}

VG_FN unsigned char* __vg_texel(const __vg_texture* t, int x, int y, int z) {
  x = __vg_texel_index(x, t->width, t->address[0], t->normalized);
  y = __vg_texel_index(y, t->height, t->address[1], t->normalized);
  z = __vg_texel_index(z, t->depth, t->address[2], t->normalized);
  if ((x | y | z) < 0) return nullptr;
  return t->data + (unsigned long long)z * t->slice + (unsigned long long)y * t->pitch +
         (unsigned long long)x * t->bytes;
}

template <class T>
VG_FN T __vg_read_texel(const __vg_texture* t, const unsigned char* p) {
  typedef typename __vg_channels<T>::scalar Scalar;
  T result{};
  Scalar* channels = (Scalar*)&result;
  for (int c = 0; c < __vg_channels<T>::count; ++c) {
    if constexpr (__vg_is_float<Scalar>::value)
      channels[c] = !p                 ? t->border[c]
                    : c >= t->channels ? (c == 3 ? 1.0f : 0.0f)
                                       : __vg_channel_as_float(t, p, c);
    else
      channels[c] = !p ? (Scalar)t->border[c] : c < t->channels ? ((const Scalar*)p)[c] : Scalar(0);
  }
  return result;
}

// Weights have eight bits behind the point, as the hardware's.
VG_FN float __vg_fraction(float x) { return floorf((x - floorf(x)) * 256.0f + 0.5f) / 256.0f; }

template <class T>
VG_FN T __vg_filter(const __vg_texture* t, float x, float y, float z, int dimensions) {
  typedef typename __vg_channels<T>::scalar Scalar;
  x -= 0.5f, y -= 0.5f, z -= 0.5f;
  const int x0 = (int)floorf(x), y0 = dimensions > 1 ? (int)floorf(y) : 0;
  const int z0 = dimensions > 2 ? (int)floorf(z) : (int)(z + 0.5f);
  const float a = __vg_fraction(x), b = dimensions > 1 ? __vg_fraction(y) : 0.0f;
  const float c = dimensions > 2 ? __vg_fraction(z) : 0.0f;
  T result{};
  Scalar* sum = (Scalar*)&result;
  for (int corner = 0; corner < (1 << dimensions); ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    const T texel = __vg_read_texel<T>(t, __vg_texel(t, x0 + i, y0 + j, z0 + k));
    const float weight = (i ? a : 1 - a) * (j ? b : 1 - b) * (k ? c : 1 - c);
    for (int n = 0; n < __vg_channels<T>::count; ++n)
      sum[n] += (Scalar)(weight * ((const Scalar*)&texel)[n]);
  }
  return result;
}

template <class T>
VG_FN T __vg_sample(const __vg_texture* t, float x, float y, float z, int dimensions) {
  if (t->normalized) x *= t->width, y *= t->height;
  if (t->normalized && dimensions > 2) z *= t->depth;
  if constexpr (__vg_is_float<typename __vg_channels<T>::scalar>::value)
    if (t->filter == cudaFilterModeLinear) return __vg_filter<T>(t, x, y, z, dimensions);
  return __vg_read_texel<T>(t, __vg_texel(t, (int)floorf(x), (int)floorf(y), (int)floorf(z)));
}

#endif
