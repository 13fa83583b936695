// The functions of vgpu_api/texture.h.
//
// An object is the address of a Texture, whose first part kernels read. A reference's variable on the device holds
// such an object, which binding puts there.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>
#include <vgpu/c/device.h>
#include <vgpu/c/memory.h>

#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "api/cuda/array.h"
#include "api/cuda/call.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

struct Texture {
  __vg_texture seen{};  // first: kernels get this address
  cudaResourceDesc resource{};
  cudaTextureDesc settings{};
  cudaResourceViewDesc view{};
  std::vector<__vg_texture> levels;  // of a mipmap
};

struct Textures {
  std::mutex mutex;
  std::map<unsigned long long, std::unique_ptr<Texture>> objects;
  std::vector<std::unique_ptr<Texture>> retired;
  std::map<const void*, unsigned long long> bound;  // by reference
};

Textures& textures() {
  static auto* all = new Textures;
  return *all;
}

void set_format(__vg_texture& seen, const cudaChannelFormatDesc& format) {
  seen.kind = format.f;
  seen.bits = format.x;
  seen.channels = (format.x > 0) + (format.y > 0) + (format.z > 0) + (format.w > 0);
  seen.bytes = static_cast<int>(texel_bytes(format));
}

void set_array(__vg_texture& seen, const cudaArray& array) {
  set_format(seen, array.format);
  seen.data = reinterpret_cast<unsigned char*>(array.data);
  seen.pitch = array.pitch;
  seen.slice = array.pitch * array.rows();
  seen.width = static_cast<int>(array.extent.width);
  seen.height = static_cast<int>(array.rows());
  seen.depth = static_cast<int>(array.slices());
}

// Rows of plain memory.
cudaError_t set_rows(__vg_texture& seen, const cudaChannelFormatDesc& format, void* data,
                     size_t width, size_t height, size_t pitch) {
  set_format(seen, format);
  if (data == nullptr || seen.bytes == 0) return cudaErrorInvalidValue;
  seen.data = static_cast<unsigned char*>(data);
  seen.pitch = pitch;
  seen.slice = pitch * height;
  seen.width = static_cast<int>(width);
  seen.height = static_cast<int>(height);
  seen.depth = 1;
  return cudaSuccess;
}

cudaError_t set_resource(__vg_texture& seen, const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      if (const vgpuError_t error = check_array(resource.res.array.array); error != vgpuSuccess)
        return to_cuda(error);
      set_array(seen, *resource.res.array.array);
      return cudaSuccess;
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      const size_t bytes = texel_bytes(linear.desc);
      if (bytes == 0) return cudaErrorInvalidValue;
      return set_rows(seen, linear.desc, linear.devPtr, linear.sizeInBytes / bytes, 1,
                      linear.sizeInBytes);
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      return set_rows(seen, rows.desc, rows.devPtr, rows.width, rows.height, rows.pitchInBytes);
    }
    case cudaResourceTypeMipmappedArray:
      if (const vgpuError_t error = check_mipmap(resource.res.mipmap.mipmap); error != vgpuSuccess)
        return to_cuda(error);
      set_array(seen, *resource.res.mipmap.mipmap->levels[0]);
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

void set_settings(__vg_texture& seen, const cudaTextureDesc& settings) {
  seen.filter = settings.filterMode;
  seen.normalized = settings.normalizedCoords;
  seen.read_mode = settings.readMode;
  for (int i = 0; i < 3; ++i) seen.address[i] = settings.addressMode[i];
  std::memcpy(seen.border, settings.borderColor, sizeof seen.border);
}

void set_levels(Texture& texture) {
  for (cudaArray_t level : texture.resource.res.mipmap.mipmap->levels) {
    set_settings(texture.levels.emplace_back(), texture.settings);
    set_array(texture.levels.back(), *level);
  }
  texture.seen.level = texture.levels.data();
  texture.seen.levels = static_cast<int>(texture.levels.size());
  texture.seen.level_filter = texture.settings.mipmapFilterMode;
  texture.seen.level_bias = texture.settings.mipmapLevelBias;
  texture.seen.least_level = texture.settings.minMipmapLevelClamp;
  texture.seen.most_level = texture.settings.maxMipmapLevelClamp;
}

unsigned long long keep(std::unique_ptr<Texture> texture) {
  const auto object = reinterpret_cast<unsigned long long>(texture.get());
  const std::lock_guard lock(textures().mutex);
  textures().objects[object] = std::move(texture);
  return object;
}

// Programs destroy objects while kernels that read them are still waiting or at work: what those see stays until
// there are many such objects and the device has done all its work.
cudaError_t drop(unsigned long long object) {
  constexpr std::size_t kRetired = 1024;
  std::vector<std::unique_ptr<Texture>> unused;
  {
    const std::lock_guard lock(textures().mutex);
    auto node = textures().objects.extract(object);
    if (node.empty()) return cudaErrorInvalidValue;
    textures().retired.push_back(std::move(node.mapped()));
    if (textures().retired.size() < kRetired) return cudaSuccess;
    unused.swap(textures().retired);
  }
  if (vgpuDeviceSynchronize() == vgpuSuccess) return cudaSuccess;
  const std::lock_guard lock(textures().mutex);
  std::move(unused.begin(), unused.end(), std::back_inserter(textures().retired));
  return cudaSuccess;
}

cudaError_t make_object(unsigned long long* object, const cudaResourceDesc* resource,
                        const cudaTextureDesc* settings,
                        const cudaResourceViewDesc* view = nullptr) {
  if (object == nullptr || resource == nullptr) return cudaErrorInvalidValue;
  auto made = std::make_unique<Texture>();
  made->resource = *resource;
  if (settings != nullptr) made->settings = *settings;
  if (view != nullptr) made->view = *view;
  if (const cudaError_t error = set_resource(made->seen, *resource); error != cudaSuccess)
    return error;
  set_settings(made->seen, made->settings);
  if (resource->resType == cudaResourceTypeMipmappedArray) set_levels(*made);
  *object = keep(std::move(made));
  return cudaSuccess;
}

cudaTextureDesc settings_of(const textureReference& reference) {
  cudaTextureDesc settings{};
  for (int i = 0; i < 3; ++i) settings.addressMode[i] = reference.addressMode[i];
  settings.filterMode = reference.filterMode;
  settings.normalizedCoords = reference.normalized;
  settings.mipmapFilterMode = reference.mipmapFilterMode;
  settings.mipmapLevelBias = reference.mipmapLevelBias;
  settings.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  settings.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  // Typed references say so here (texture_typed.h); the flag itself means nothing without graphics.
  settings.readMode = reference.sRGB == 2 ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  return settings;
}

// Stores an object in the reference's variable, and drops the one before.
cudaError_t bind(const void* reference, unsigned long long object) {
  void* variable = nullptr;
  const cudaError_t found = find_symbol(reference, &variable, nullptr);
  if (found != cudaSuccess)
    return found == cudaErrorInvalidSymbol ? cudaErrorInvalidTexture : found;
  const vgpuError_t error = vgpuMemcpy(variable, &object, sizeof object, vgpuMemcpyDefault);
  if (error != vgpuSuccess) return to_cuda(error);
  unsigned long long before = 0;
  {
    const std::lock_guard lock(textures().mutex);
    before = std::exchange(textures().bound[reference], object);
  }
  if (before != 0) drop(before);
  return cudaSuccess;
}

cudaError_t bind_resource(const textureReference* reference, const cudaResourceDesc& resource) {
  if (reference == nullptr) return cudaErrorInvalidTexture;
  const cudaTextureDesc settings = settings_of(*reference);
  unsigned long long object = 0;
  const cudaError_t error = make_object(&object, &resource, &settings);
  return error == cudaSuccess ? bind(reference, object) : error;
}

// A part of what an object was made of.
template <class Part>
cudaError_t get(Part* part, unsigned long long object, Part Texture::* place) {
  return call([&] {
    const std::lock_guard lock(textures().mutex);
    const auto found = textures().objects.find(object);
    if (part == nullptr || found == textures().objects.end()) return cudaErrorInvalidValue;
    *part = (*found->second).*place;
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* settings,
                                    const cudaResourceViewDesc* view) {
  return call([&] {
    if (settings == nullptr) return cudaErrorInvalidValue;
    return make_object(object, resource, settings, view);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return call([&] { return object == 0 ? cudaSuccess : drop(object); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object) {
  return get(resource, object, &Texture::resource);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* settings, cudaTextureObject_t object) {
  return get(settings, object, &Texture::settings);
}
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                 cudaTextureObject_t object) {
  return get(view, object, &Texture::view);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object) {
  return get(resource, object, &Texture::resource);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return call([&] {
    if (resource == nullptr || resource->resType != cudaResourceTypeArray)
      return cudaErrorInvalidValue;
    return make_object(object, resource, nullptr);
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return call([&] { return object == 0 ? cudaSuccess : drop(object); });
}

cudaError_t cudaBindTexture(size_t* offset, const textureReference* reference, const void* pointer,
                            const cudaChannelFormatDesc* format, size_t size) {
  return call([&] {
    if (format == nullptr) return cudaErrorInvalidChannelDescriptor;
    if (offset != nullptr) *offset = 0;
    vgpuPointerAttributes known{};
    if (size == 0xffffffffu && vgpuPointerGetAttributes(&known, pointer) == vgpuSuccess)
      size = known.size;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {const_cast<void*>(pointer), *format, size};
    return bind_resource(reference, resource);
  });
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* reference,
                              const void* pointer, const cudaChannelFormatDesc* format,
                              size_t width, size_t height, size_t pitch) {
  return call([&] {
    if (format == nullptr) return cudaErrorInvalidChannelDescriptor;
    if (offset != nullptr) *offset = 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {const_cast<void*>(pointer), *format, width, height, pitch};
    return bind_resource(reference, resource);
  });
}

cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return call([&] {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return bind_resource(reference, resource);
  });
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference* reference,
                                            cudaMipmappedArray_const_t mipmap,
                                            const cudaChannelFormatDesc*) {
  return call([&] {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(mipmap);
    return bind_resource(reference, resource);
  });
}

cudaError_t cudaUnbindTexture(const textureReference* reference) {
  return call([&] { return bind(reference, 0); });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference*) {
  return call([&] {
    if (offset == nullptr) return cudaErrorInvalidValue;
    *offset = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureReference(const textureReference** reference, const void* symbol) {
  return call([&] {
    if (reference == nullptr) return cudaErrorInvalidValue;
    *reference = static_cast<const textureReference*>(symbol);
    return find_variable(symbol) != nullptr ? cudaSuccess : cudaErrorInvalidTexture;
  });
}

cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol) {
  return call([&] {
    if (reference == nullptr) return cudaErrorInvalidValue;
    *reference = static_cast<const surfaceReference*>(symbol);
    return find_variable(symbol) != nullptr ? cudaSuccess : cudaErrorInvalidSurface;
  });
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return call([&] {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    unsigned long long object = 0;
    const cudaError_t error = make_object(&object, &resource, nullptr);
    return error == cudaSuccess ? bind(reference, object) : error;
  });
}
