// tex1D, tex2D and so on of texture objects.
//
// Layers are the third dimension, never filtered. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_H
#define VG_VGPU_TEXTURE_H

#include "vgpu_texture_levels.h"

VG_FN const __vg_texture* __vg_texture_of(cudaTextureObject_t object) {
  return (const __vg_texture*)object;
}

// Both forms of each function: T f<T>(object, ...) and f(&result, object, ...).
#define VG_TEXTURE(name, parameters, names, value)   \
  template <class T>                                 \
  VG_FN T name parameters {                          \
    const __vg_texture* t = __vg_texture_of(object); \
    return value;                                    \
  }                                                  \
  template <class T>                                 \
  VG_FN void name(T* result, VG_UNWRAP parameters) { \
    *result = name<T> names;                         \
  }
#define VG_UNWRAP(...) __VA_ARGS__

VG_TEXTURE(tex1Dfetch, (cudaTextureObject_t object, int x), (object, x), __vg_fetch<T>(t, x))
VG_TEXTURE(tex1D, (cudaTextureObject_t object, float x), (object, x),
           __vg_sample<T>(t, x, 0.0f, 0.0f, 1))
VG_TEXTURE(tex2D, (cudaTextureObject_t object, float x, float y), (object, x, y),
           __vg_sample<T>(t, x, y, 0.0f, 2))
VG_TEXTURE(tex3D, (cudaTextureObject_t object, float x, float y, float z), (object, x, y, z),
           __vg_sample<T>(t, x, y, z, 3))
VG_TEXTURE(tex1DLayered, (cudaTextureObject_t object, float x, int layer), (object, x, layer),
           __vg_sample<T>(t, x, 0.0f, (float)layer, 1))
VG_TEXTURE(tex2DLayered, (cudaTextureObject_t object, float x, float y, int layer),
           (object, x, y, layer), __vg_sample<T>(t, x, y, (float)layer, 2))
// A direction's face and the place on it, as the programming guide's table has them; the faces are six layers.
VG_FN int __vg_cube_face(float& x, float& y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float s, t, m;
  if (ax >= ay && ax >= az)
    face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, t = -y;
  else if (ay >= az)
    face = y >= 0 ? 2 : 3, m = ay, s = x, t = y >= 0 ? z : -z;
  else
    face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, t = -y;
  x = (s / m + 1.0f) / 2.0f, y = (t / m + 1.0f) / 2.0f;
  return face;
}
template <class T>
VG_FN T __vg_sample_cube(const __vg_texture* t, float x, float y, float z, int layer) {
  const int face = __vg_cube_face(x, y, z);
  if (!t->normalized) x *= t->width, y *= t->height;
  return __vg_sample<T>(t, x, y, (float)(6 * layer + face), 2);
}
VG_TEXTURE(texCubemap, (cudaTextureObject_t object, float x, float y, float z), (object, x, y, z),
           __vg_sample_cube<T>(t, x, y, z, 0))
VG_TEXTURE(texCubemapLayered, (cudaTextureObject_t object, float x, float y, float z, int layer),
           (object, x, y, z, layer), __vg_sample_cube<T>(t, x, y, z, layer))
VG_TEXTURE(tex1DLod, (cudaTextureObject_t object, float x, float lod), (object, x, lod),
           VG_AT_LEVEL(lod, __vg_sample<T>(at, x, 0.0f, 0.0f, 1)))
VG_TEXTURE(tex2DLod, (cudaTextureObject_t object, float x, float y, float lod), (object, x, y, lod),
           VG_AT_LEVEL(lod, __vg_sample<T>(at, x, y, 0.0f, 2)))
VG_TEXTURE(tex3DLod, (cudaTextureObject_t object, float x, float y, float z, float lod),
           (object, x, y, z, lod), VG_AT_LEVEL(lod, __vg_sample<T>(at, x, y, z, 3)))
VG_TEXTURE(tex1DLayeredLod, (cudaTextureObject_t object, float x, int layer, float lod),
           (object, x, layer, lod), VG_AT_LEVEL(lod, __vg_sample<T>(at, x, 0.0f, (float)layer, 1)))
VG_TEXTURE(tex2DLayeredLod, (cudaTextureObject_t object, float x, float y, int layer, float lod),
           (object, x, y, layer, lod), VG_AT_LEVEL(lod, __vg_sample<T>(at, x, y, (float)layer, 2)))
VG_TEXTURE(texCubemapLod, (cudaTextureObject_t object, float x, float y, float z, float lod),
           (object, x, y, z, lod), VG_AT_LEVEL(lod, __vg_sample_cube<T>(at, x, y, z, 0)))
VG_TEXTURE(texCubemapLayeredLod,
           (cudaTextureObject_t object, float x, float y, float z, int layer, float lod),
           (object, x, y, z, layer, lod), VG_AT_LEVEL(lod, __vg_sample_cube<T>(at, x, y, z, layer)))
VG_TEXTURE(tex1DGrad, (cudaTextureObject_t object, float x, float dx, float dy),
           (object, x, dx, dy), tex1DLod<T>(object, x, __vg_level_of(t, {dx}, {dy})))
VG_TEXTURE(tex2DGrad, (cudaTextureObject_t object, float x, float y, float2 dx, float2 dy),
           (object, x, y, dx, dy),
           tex2DLod<T>(object, x, y, __vg_level_of(t, {dx.x, dx.y}, {dy.x, dy.y})))
VG_TEXTURE(tex3DGrad, (cudaTextureObject_t object, float x, float y, float z, float4 dx, float4 dy),
           (object, x, y, z, dx, dy),
           tex3DLod<T>(object, x, y, z, __vg_level_of(t, {dx.x, dx.y, dx.z}, {dy.x, dy.y, dy.z})))
VG_TEXTURE(tex2Dgather, (cudaTextureObject_t object, float x, float y, int channel = 0),
           (object, x, y, channel), __vg_gather<T>(t, x, y, channel))
#undef VG_TEXTURE
#undef VG_AT_LEVEL
#undef VG_UNWRAP

// A surface is a texture that is written; x counts bytes.
VG_FN unsigned char* __vg_surface_place(cudaSurfaceObject_t object, int x, int y, int z, int size,
                                        cudaSurfaceBoundaryMode mode) {
  const __vg_texture* t = (const __vg_texture*)object;
  const int row = t->width * t->bytes;
  const bool inside =
      x >= 0 && x + size <= row && y >= 0 && y < t->height && z >= 0 && z < t->depth;
  if (!inside && mode == cudaBoundaryModeTrap) __vg_trap();
  if (!inside && mode != cudaBoundaryModeClamp) return nullptr;
  x = x < 0 ? 0 : x + size > row ? row - size : x;
  y = y < 0 ? 0 : y >= t->height ? t->height - 1 : y;
  z = z < 0 ? 0 : z >= t->depth ? t->depth - 1 : z;
  return t->data + (unsigned long long)z * t->slice + (unsigned long long)y * t->pitch + x;
}

#define VG_SURFACE(name, coordinates, x, y, z)                                                   \
  template <class T>                                                                             \
  VG_FN void name##read(T* result, cudaSurfaceObject_t object, VG_LIST coordinates,              \
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    const unsigned char* p = __vg_surface_place(object, x, y, z, sizeof(T), mode);               \
    *result = p ? *(const T*)p : T{};                                                            \
  }                                                                                              \
  template <class T>                                                                             \
  VG_FN T name##read(cudaSurfaceObject_t object, VG_LIST coordinates,                            \
                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                      \
    const unsigned char* p = __vg_surface_place(object, x, y, z, sizeof(T), mode);               \
    return p ? *(const T*)p : T{};                                                               \
  }                                                                                              \
  template <class T>                                                                             \
  VG_FN void name##write(T value, cudaSurfaceObject_t object, VG_LIST coordinates,               \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                  \
    if (unsigned char* p = __vg_surface_place(object, x, y, z, sizeof(T), mode)) *(T*)p = value; \
  }
#define VG_LIST(...) __VA_ARGS__
VG_SURFACE(surf1D, (int x), x, 0, 0)
VG_SURFACE(surf2D, (int x, int y), x, y, 0)
VG_SURFACE(surf3D, (int x, int y, int z), x, y, z)
VG_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
VG_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef VG_SURFACE
#undef VG_LIST

#endif
