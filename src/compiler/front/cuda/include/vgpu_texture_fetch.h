// Places of texels: borders and filters of a texture, whatever its dimensions.
//
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_FETCH_H
#define VG_VGPU_TEXTURE_FETCH_H

#include "vgpu_texture_formats.h"

// Wrapped or mirrored, by floats, which vectors divide fast: exact near the texture, and farther away brought into it
// by the caller.
VG_FN int __vg_folded(int i, int size, int mode) {
  const int period = mode == cudaAddressModeMirror ? 2 * size : size;
  const int rest = i - period * (int)floorf((float)i / (float)period);
  const int near = rest < 0 ? rest + period : rest >= period ? rest - period : rest;
  return near < size ? near : period - 1 - near;
}

// How far texels with that index along an axis are from the begin.
VG_FN long long __vg_step(const __vg_texture* t, int i, int size, int axis,
                          unsigned long long bytes) {
  const int mode = t->address[axis];
  const bool folds =
      t->normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror);
  const int j = folds ? __vg_folded(i, size, mode) : i;
  const unsigned index = j < 0 ? 0 : j >= size ? size - 1 : j;
  const bool outside = mode == cudaAddressModeBorder && (int)index != i;
  return outside ? VG_NO_TEXEL : (long long)(index * bytes);
}
VG_FN long long __vg_column(const __vg_texture* t, int x) {
  return __vg_step(t, x, t->width, 0, (unsigned)t->bytes);
}
VG_FN long long __vg_row(const __vg_texture* t, int y) {
  return __vg_step(t, y, t->height, 1, (unsigned)t->pitch);
}
VG_FN long long __vg_plane(const __vg_texture* t, int z) {
  return __vg_step(t, z, t->depth, 2, t->slice);
}

// The lower one of two texels along an axis and the weight of the upper one, which has eight bits behind the point, as
// the hardware's.
VG_FN int __vg_below(float x, float& weight) {
  const float whole = floorf(x);
  weight = floorf((x - whole) * 256.0f + 0.5f) / 256.0f;
  return (int)whole;
}

// read(place) gives a texel's channels as a T.
template <class T, class Read>
VG_FN T __vg_filter(const __vg_texture* t, float x, float y, float z, int dimensions, Read read) {
  typedef typename __vg_channels<T>::scalar Scalar;
  float a, b = 0.0f, c = 0.0f;
  const int x0 = __vg_below(x - 0.5f, a);
  const int y0 = dimensions > 1 ? __vg_below(y - 0.5f, b) : 0;
  const int z0 = dimensions > 2 ? __vg_below(z - 0.5f, c) : (int)z;
  const long long columns[2] = {__vg_column(t, x0), __vg_column(t, x0 + 1)};
  const long long rows[2] = {__vg_row(t, y0), dimensions > 1 ? __vg_row(t, y0 + 1) : 0};
  const long long planes[2] = {__vg_plane(t, z0), dimensions > 2 ? __vg_plane(t, z0 + 1) : 0};
  T result{};
  Scalar* sum = (Scalar*)&result;
  for (int corner = 0; corner < (1 << dimensions); ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    const T texel = read(columns[i] + rows[j] + planes[k]);
    const float weight = (i ? a : 1 - a) * (j ? b : 1 - b) * (k ? c : 1 - c);
    for (int n = 0; n < __vg_channels<T>::count; ++n)
      sum[n] += (Scalar)(weight * ((const Scalar*)&texel)[n]);
  }
  return result;
}

template <class T, class Read>
VG_FN T __vg_filtered(const __vg_texture* t, float x, float y, float z, int dimensions, Read read) {
  if (__vg_is_float<typename __vg_channels<T>::scalar>::value && t->filter == cudaFilterModeLinear)
    return __vg_filter<T>(t, x, y, z, dimensions, read);
  return read(__vg_column(t, (int)floorf(x)) + __vg_row(t, (int)floorf(y)) +
              __vg_plane(t, (int)floorf(z)));
}

extern "C" inline __attribute__((device, noinline)) float __vg_called_channel(const __vg_texture* t,
                                                                              int x, int channel) {
  return __vg_channel_as_float(t, (long long)x * t->bytes, channel);
}
extern "C" inline __attribute__((device, noinline)) float __vg_called_sample(
    const __vg_texture* t, float x, float y, float z, int dimensions, int channel) {
  return __vg_filtered<float>(t, x, y, z, dimensions, [=](long long place) {
    return __vg_channel_as_float(t, place, channel);
  });
}

template <class T>
VG_FN T __vg_sample(const __vg_texture* t, float x, float y, float z, int dimensions) {
  if (t->normalized) x *= t->width, y *= t->height;
  if (t->normalized && dimensions > 2) z *= t->depth;
  if (__vg_is_simple<T>(t))
    return __vg_filtered<T>(t, x, y, z, dimensions,
                            [=](long long place) { return __vg_read_texel<T>(t, place); });
  typedef typename __vg_channels<T>::scalar Scalar;
  T result{};
  for (int c = 0; c < __vg_channels<T>::count; ++c)
    ((Scalar*)&result)[c] = (Scalar)__vg_called_sample(t, x, y, z, dimensions, c);
  return result;
}

// One channel of the texel at that place; whole numbers as they are.
template <class T>
VG_FN typename __vg_channels<T>::scalar __vg_texel_channel(const __vg_texture* t, long long place,
                                                           int channel) {
  typedef typename __vg_channels<T>::scalar Scalar;
  if (__vg_is_float<Scalar>::value || place < 0 || channel >= t->channels)
    return (Scalar)__vg_channel_as_float(t, place, channel);
  return ((const Scalar*)(t->data + place))[channel];
}
// The four that a filter would mix, against the clock from the lower left.
template <class T>
VG_FN T __vg_gather(const __vg_texture* t, float x, float y, int channel) {
  if (t->normalized) x *= t->width, y *= t->height;
  const int x0 = (int)floorf(x - 0.5f), y0 = (int)floorf(y - 0.5f);
  const long long left = __vg_column(t, x0), right = __vg_column(t, x0 + 1);
  const long long above = __vg_row(t, y0), below = __vg_row(t, y0 + 1);
  T result;
  result.x = __vg_texel_channel<T>(t, left + below, channel);
  result.y = __vg_texel_channel<T>(t, right + below, channel);
  result.z = __vg_texel_channel<T>(t, right + above, channel);
  result.w = __vg_texel_channel<T>(t, left + above, channel);
  return result;
}

template <class T>
VG_FN T __vg_fetch(const __vg_texture* t, int x) {
  T result{};
  if (x < 0 || x >= t->width) return result;
  if (__vg_is_simple<T>(t)) return __vg_read_texel<T>(t, (long long)x * t->bytes);
  typedef typename __vg_channels<T>::scalar Scalar;
  for (int c = 0; c < __vg_channels<T>::count; ++c)
    ((Scalar*)&result)[c] = (Scalar)__vg_called_channel(t, x, c);
  return result;
}

#endif
