// Levels of detail: the textures of a mipmap, each half as large as the one before.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_LEVELS_H
#define VG_VGPU_TEXTURE_LEVELS_H

#include "vgpu_texture_fetch.h"

// What read(texture) gives at a level between others; whole numbers are those of the nearest.
template <class T, class Read>
VG_FN T __vg_at_level(const __vg_texture* t, float lod, Read read) {
  if (t->levels < 2) return read(t);
  lod += t->level_bias;
  lod = fminf(fmaxf(lod, t->least_level), t->most_level);
  lod = fminf(fmaxf(lod, 0.0f), (float)(t->levels - 1));
  typedef typename __vg_channels<T>::scalar Scalar;
  if (!__vg_is_float<Scalar>::value || t->level_filter == cudaFilterModePoint)
    return read(t->level + (int)floorf(lod + 0.5f));
  float weight;
  const int below = __vg_below(lod, weight);
  const int above = below + 1 < t->levels ? below + 1 : below;
  T mixed = read(t->level + below);
  const T other = read(t->level + above);
  for (int c = 0; c < __vg_channels<T>::count; ++c) {
    Scalar& value = ((Scalar*)&mixed)[c];
    value = (Scalar)((1.0f - weight) * value + weight * ((const Scalar*)&other)[c]);
  }
  return mixed;
}
#define VG_AT_LEVEL(lod, value) \
  __vg_at_level<T>(t, lod, [=](const __vg_texture* at) -> T { return value; })

// The level whose texels are as far apart as two neighbours of a picture that see the texture.
struct __vg_steps {
  float x = 0.0f, y = 0.0f, z = 0.0f;
};
VG_FN float __vg_steps_squared(const __vg_texture* t, __vg_steps d) {
  const float x = d.x * t->width, y = d.y * t->height, z = d.z * t->depth;
  return x * x + y * y + z * z;
}
VG_FN float __vg_level_of(const __vg_texture* t, __vg_steps dx, __vg_steps dy) {
  return 0.5f * log2f(fmaxf(__vg_steps_squared(t, dx), __vg_steps_squared(t, dy)));
}

#endif
