// The functions of vgpu_driver/texture.h.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/array.h"
#include "api/cuda/driver.h"
#include "api/cuda/driver_boxes.h"

using namespace vgpu::cuda;

namespace {

bool to_resource(const CUDA_RESOURCE_DESC& from, cudaResourceDesc* to) {
  *to = {};
  to->resType = static_cast<cudaResourceType>(from.resType);
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      to->res.array.array = from.res.array.hArray;
      return true;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = from.res.linear;
      to->res.linear = {to_pointer(linear.devPtr),
                        channel_format(linear.format, linear.numChannels), linear.sizeInBytes};
      return true;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& rows = from.res.pitch2D;
      to->res.pitch2D = {to_pointer(rows.devPtr), channel_format(rows.format, rows.numChannels),
                         rows.width, rows.height, rows.pitchInBytes};
      return true;
    }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      to->res.mipmap.mipmap = from.res.mipmap.hMipmappedArray;
      return true;
    default:
      return false;
  }
}

CUDA_RESOURCE_DESC from_resource(const cudaResourceDesc& from) {
  CUDA_RESOURCE_DESC to{};
  to.resType = static_cast<CUresourcetype>(from.resType);
  unsigned channels = 0;
  if (from.resType == cudaResourceTypeArray) {
    to.res.array.hArray = from.res.array.array;
  } else if (from.resType == cudaResourceTypeMipmappedArray) {
    to.res.mipmap.hMipmappedArray = from.res.mipmap.mipmap;
  } else if (from.resType == cudaResourceTypeLinear) {
    const auto& linear = from.res.linear;
    const CUarray_format format = array_format(linear.desc, &channels);
    to.res.linear = {reinterpret_cast<CUdeviceptr>(linear.devPtr), format, channels,
                     linear.sizeInBytes};
  } else {
    const auto& rows = from.res.pitch2D;
    const CUarray_format format = array_format(rows.desc, &channels);
    to.res.pitch2D = {reinterpret_cast<CUdeviceptr>(rows.devPtr),
                      format,
                      channels,
                      rows.width,
                      rows.height,
                      rows.pitchInBytes};
  }
  return to;
}

bool reads_integers(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc format{};
  if (resource.resType == cudaResourceTypeArray)
    cudaGetChannelDesc(&format, resource.res.array.array);
  else if (resource.resType == cudaResourceTypeMipmappedArray)
    format = resource.res.mipmap.mipmap->levels[0]->format;
  else
    format = resource.resType == cudaResourceTypeLinear ? resource.res.linear.desc
                                                        : resource.res.pitch2D.desc;
  return format.f != cudaChannelFormatKindFloat;
}

// Integers are read as fractions of their range unless the flag says otherwise: the run time's default turned round.
cudaTextureDesc to_settings(const CUDA_TEXTURE_DESC& from, const cudaResourceDesc& resource) {
  cudaTextureDesc to{};
  for (int i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  const bool fractions = (from.flags & CU_TRSF_READ_AS_INTEGER) == 0 && reads_integers(resource);
  to.readMode = fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
  to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  std::copy_n(from.borderColor, 4, to.borderColor);
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  return to;
}

CUDA_TEXTURE_DESC from_settings(const cudaTextureDesc& from) {
  CUDA_TEXTURE_DESC to{};
  for (int i = 0; i < 3; ++i) to.addressMode[i] = static_cast<CUaddress_mode>(from.addressMode[i]);
  to.filterMode = static_cast<CUfilter_mode>(from.filterMode);
  to.flags = (from.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0u) |
             (from.normalizedCoords != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
             (from.sRGB != 0 ? CU_TRSF_SRGB : 0u);
  std::copy_n(from.borderColor, 4, to.borderColor);
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  return to;
}

}  // namespace

CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* d,
                                unsigned int levels) {
  if (array == nullptr || d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaChannelFormatDesc format = channel_format(d->Format, d->NumChannels);
  if (format.x == 0) return CUDA_ERROR_INVALID_VALUE;
  return result(
      cudaMallocMipmappedArray(array, &format, {d->Width, d->Height, d->Depth}, levels, d->Flags));
}
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  return array == nullptr ? CUDA_ERROR_INVALID_HANDLE : result(cudaFreeMipmappedArray(array));
}
CUresult cuMipmappedArrayGetLevel(CUarray* level, CUmipmappedArray array, unsigned int index) {
  return result(cudaGetMipmappedArrayLevel(level, array, index));
}

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
  cudaResourceDesc what;
  if (resource == nullptr || texture == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!to_resource(*resource, &what)) return CUDA_ERROR_INVALID_VALUE;
  if (what.resType == cudaResourceTypeMipmappedArray)
    if (const vgpuError_t error = check_mipmap(what.res.mipmap.mipmap); error != vgpuSuccess)
      return result(error);
  const cudaTextureDesc how = to_settings(*texture, what);
  return result(cudaCreateTextureObject(object, &what, &how, view));
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* resource, CUtexObject object) {
  cudaResourceDesc known{};
  if (resource == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaGetTextureObjectResourceDesc(&known, object);
  if (error == cudaSuccess) *resource = from_resource(known);
  return result(error);
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* texture, CUtexObject object) {
  cudaTextureDesc known{};
  if (texture == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaGetTextureObjectTextureDesc(&known, object);
  if (error == cudaSuccess) *texture = from_settings(known);
  return result(error);
}

CUresult cuTexObjectDestroy(CUtexObject object) { return result(cudaDestroyTextureObject(object)); }

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
  cudaResourceDesc what;
  if (resource == nullptr || resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  to_resource(*resource, &what);
  return result(cudaCreateSurfaceObject(object, &what));
}

// Surfaces and textures are kept in one table.
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* resource, CUsurfObject object) {
  return cuTexObjectGetResourceDesc(resource, object);
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return result(cudaDestroySurfaceObject(object));
}
