// Texels by their formats: what a kernel asks for, out of what memory holds.
//
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_FORMATS_H
#define VG_VGPU_TEXTURE_FORMATS_H

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

// Where no texel is: the border's color is read. Sums of it and of places of texels are negative as well.
#define VG_NO_TEXEL (-(1ll << 60))

// One channel as a float, whatever the format.
VG_FN float __vg_channel_as_float(const __vg_texture* t, long long place, int channel) {
  if (place < 0) return t->border[channel];
  if (channel >= t->channels) return channel == 3 ? 1.0f : 0.0f;
  const unsigned char* p = t->data + place;
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

// True where __vg_read_texel can read the format, by code that is short and the same for all channels; floats of other
// formats are read by the functions that stay calls, so that their code does not stand beside every fetch.
template <class T>
VG_FN bool __vg_is_simple(const __vg_texture* t) {
  constexpr int count = __vg_channels<T>::count;
  if (!__vg_is_float<typename __vg_channels<T>::scalar>::value) return true;
  if (t->kind == cudaChannelFormatKindFloat && t->bits == 32) return t->channels == count;
  return count == 4 && t->kind == cudaChannelFormatKindUnsigned && t->bits == 8 && t->channels == 4;
}

template <class T>
VG_FN T __vg_read_texel(const __vg_texture* t, long long place) {
  typedef typename __vg_channels<T>::scalar Scalar;
  constexpr int count = __vg_channels<T>::count;
  const bool inside = place >= 0;
  const unsigned char* p = t->data + (inside ? place : 0);
  T result{};
  Scalar* channels = (Scalar*)&result;
  if (__vg_is_float<Scalar>::value && count == 4 && t->bits == 8) {  // four bytes are one load
    const unsigned word = *(const unsigned*)p;
    for (int c = 0; c < count; ++c) channels[c] = (Scalar)((float)(word >> 8 * c & 255) / 255.0f);
  } else {
    for (int c = 0; c < count; ++c)
      channels[c] = c < t->channels ? ((const Scalar*)p)[c] : Scalar(0);
  }
  for (int c = 0; c < count; ++c) channels[c] = inside ? channels[c] : (Scalar)t->border[c];
  return result;
}

#endif
