// Channel formats from C++ types, and binding of typed texture references.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_API_TEXTURE_TYPED_H
#define VGPU_API_TEXTURE_TYPED_H

#include "vgpu_api/texture.h"

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define VG_FORMAT(type, x, y, z, w, kind)                                  \
  template <>                                                              \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {             \
    return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind); \
  }
#define VG_FORMATS(name, bits, kind)         \
  VG_FORMAT(name##1, bits, 0, 0, 0, kind)    \
  VG_FORMAT(name##2, bits, bits, 0, 0, kind) \
  VG_FORMAT(name##4, bits, bits, bits, bits, kind)
VG_FORMATS(char, 8, Signed)
VG_FORMATS(uchar, 8, Unsigned)
VG_FORMATS(short, 16, Signed)
VG_FORMATS(ushort, 16, Unsigned)
VG_FORMATS(int, 32, Signed)
VG_FORMATS(uint, 32, Unsigned)
VG_FORMATS(float, 32, Float)
VG_FORMAT(char, 8, 0, 0, 0, Signed)
VG_FORMAT(signed char, 8, 0, 0, 0, Signed)
VG_FORMAT(unsigned char, 8, 0, 0, 0, Unsigned)
VG_FORMAT(short, 16, 0, 0, 0, Signed)
VG_FORMAT(unsigned short, 16, 0, 0, 0, Unsigned)
VG_FORMAT(int, 32, 0, 0, 0, Signed)
VG_FORMAT(unsigned int, 32, 0, 0, 0, Unsigned)
VG_FORMAT(long, 32, 32, 0, 0, Signed)
VG_FORMAT(unsigned long, 32, 32, 0, 0, Unsigned)
VG_FORMAT(float, 32, 0, 0, 0, Float)
#undef VG_FORMATS
#undef VG_FORMAT

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return cudaCreateChannelDescHalf();
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#ifdef __CUDA__
// The read mode is part of a reference's type; the run time finds it where nothing else stands.
template <class T, int dimensions, cudaTextureReadMode mode>
static inline const textureReference* __vg_prepare(const texture<T, dimensions, mode>& reference) {
  auto* kept = const_cast<textureReference*>(static_cast<const textureReference*>(&reference));
  kept->sRGB = mode == cudaReadModeNormalizedFloat ? 2 : 0;
  return kept;
}

template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, d, m>& reference,
                                          const void* pointer, const cudaChannelFormatDesc& format,
                                          size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, __vg_prepare(reference), pointer, &format, size);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, d, m>& reference,
                                          const void* pointer, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, reference, pointer, cudaCreateChannelDesc<T>(), size);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, d, m>& reference,
                                            const void* pointer,
                                            const cudaChannelFormatDesc& format, size_t width,
                                            size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, __vg_prepare(reference), pointer, &format, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, d, m>& reference,
                                            const void* pointer, size_t width, size_t height,
                                            size_t pitch) {
  return cudaBindTexture2D(offset, reference, pointer, cudaCreateChannelDesc<T>(), width, height,
                           pitch);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTextureToArray(const texture<T, d, m>& reference,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc& format) {
  return cudaBindTextureToArray(__vg_prepare(reference), array, &format);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTextureToArray(const texture<T, d, m>& reference,
                                                 cudaArray_const_t array) {
  cudaChannelFormatDesc format;
  cudaError_t error = cudaGetChannelDesc(&format, array);
  return error == cudaSuccess ? cudaBindTextureToArray(reference, array, format) : error;
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, d, m>& reference,
                                                          cudaMipmappedArray_const_t mipmap,
                                                          const cudaChannelFormatDesc& format) {
  return cudaBindTextureToMipmappedArray(__vg_prepare(reference), mipmap, &format);
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, d, m>& reference,
                                                          cudaMipmappedArray_const_t mipmap) {
  return cudaBindTextureToMipmappedArray(reference, mipmap, cudaCreateChannelDesc<T>());
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaUnbindTexture(const texture<T, d, m>& reference) {
  return cudaUnbindTexture(static_cast<const textureReference*>(&reference));
}
template <class T, int d, cudaTextureReadMode m>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t* offset,
                                                        const texture<T, d, m>& reference) {
  return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}
template <class T, int d>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, d>& reference,
                                                 cudaArray_const_t array) {
  return cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&reference), array, nullptr);
}
template <class T, int d>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, d>& reference,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc& format) {
  return cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&reference), array, &format);
}
#endif

#endif
