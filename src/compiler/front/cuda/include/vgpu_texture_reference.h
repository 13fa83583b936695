// Texture and surface references: file-scope variables that the host binds to memory.
//
// clang keeps such a variable as a handle on the device; the run time stores a texture object's there.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_TEXTURE_REFERENCE_H
#define VG_VGPU_TEXTURE_REFERENCE_H

#include "vgpu_texture.h"

// What cudaCreateChannelDesc<T>() gives, which is the host's alone.
template <class T>
VG_BOTH constexpr cudaChannelFormatDesc __vg_format_of() {
  typedef typename __vg_channels<T>::scalar Scalar;
  const int count = __vg_channels<T>::count, bits = sizeof(Scalar) * 8;
  return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
          __vg_is_float<Scalar>::value ? cudaChannelFormatKindFloat
          : Scalar(-1) < Scalar(0)     ? cudaChannelFormatKindSigned
                                       : cudaChannelFormatKindUnsigned};
}

// The read mode is part of a reference's type; the run time finds it in sRGB, where nothing else stands.
template <class T, int dimensions = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  VG_BOTH texture(int normalized_ = 0, cudaTextureFilterMode filter_ = cudaFilterModePoint,
                  cudaTextureAddressMode address_ = cudaAddressModeClamp,
                  cudaChannelFormatDesc format = __vg_format_of<T>())
      : textureReference{normalized_,
                         filter_,
                         {address_, address_, address_},
                         format,
                         mode == cudaReadModeNormalizedFloat ? 2 : 0,
                         0,
                         cudaFilterModePoint,
                         0.0f,
                         0.0f,
                         0.0f} {}
};
template <class T, int dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {};
template <int dimensions>
struct __attribute__((device_builtin_surface_type)) surface<void, dimensions>
    : public surfaceReference {};

// What a fetch gives: the texel's type, or floats of as many channels.
template <class T, cudaTextureReadMode mode>
struct __vg_fetched {
  typedef T type;
};
#define VG_FETCHED(name)                                      \
  template <>                                                 \
  struct __vg_fetched<name##1, cudaReadModeNormalizedFloat> { \
    typedef float1 type;                                      \
  };                                                          \
  template <>                                                 \
  struct __vg_fetched<name##2, cudaReadModeNormalizedFloat> { \
    typedef float2 type;                                      \
  };                                                          \
  template <>                                                 \
  struct __vg_fetched<name##4, cudaReadModeNormalizedFloat> { \
    typedef float4 type;                                      \
  };
VG_FETCHED(char)
VG_FETCHED(uchar)
VG_FETCHED(short)
VG_FETCHED(ushort)
#undef VG_FETCHED
#define VG_FETCHED(name)                                   \
  template <>                                              \
  struct __vg_fetched<name, cudaReadModeNormalizedFloat> { \
    typedef float type;                                    \
  };
VG_FETCHED(char)
VG_FETCHED(signed char)
VG_FETCHED(unsigned char)
VG_FETCHED(short)
VG_FETCHED(unsigned short)
#undef VG_FETCHED

template <class Reference>
VG_FN unsigned long long __vg_handle(Reference reference) {
  return *(unsigned long long*)&reference;
}

#define VG_REFERENCE(name, type_code, parameters, names)                                      \
  template <class T, cudaTextureReadMode mode>                                                \
  VG_FN typename __vg_fetched<T, mode>::type name(texture<T, type_code, mode> reference,      \
                                                  VG_LIST parameters) {                       \
    return name<typename __vg_fetched<T, mode>::type>(__vg_handle(reference), VG_LIST names); \
  }
#define VG_LIST(...) __VA_ARGS__
VG_REFERENCE(tex1Dfetch, cudaTextureType1D, (int x), (x))
VG_REFERENCE(tex1D, cudaTextureType1D, (float x), (x))
VG_REFERENCE(tex2D, cudaTextureType2D, (float x, float y), (x, y))
VG_REFERENCE(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
VG_REFERENCE(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
VG_REFERENCE(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
VG_REFERENCE(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
#undef VG_REFERENCE

#define VG_REFERENCE(name, type_code, parameters, names)                                \
  template <class T, class S>                                                           \
  VG_FN void name##write(T value, surface<S, type_code> reference, VG_LIST parameters,  \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
    name##write(value, __vg_handle(reference), VG_LIST names, mode);                    \
  }                                                                                     \
  template <class T, class S>                                                           \
  VG_FN void name##read(T* result, surface<S, type_code> reference, VG_LIST parameters, \
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    name##read(result, __vg_handle(reference), VG_LIST names, mode);                    \
  }                                                                                     \
  template <class T, class S>                                                           \
  VG_FN T name##read(surface<S, type_code> reference, VG_LIST parameters,               \
                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    return name##read<T>(__vg_handle(reference), VG_LIST names, mode);                  \
  }
VG_REFERENCE(surf1D, cudaSurfaceType1D, (int x), (x))
VG_REFERENCE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y))
VG_REFERENCE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
#undef VG_REFERENCE
#undef VG_LIST

#endif
