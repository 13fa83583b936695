// The functions of vgpu_driver/texture.h.
// SPDX-License-Identifier: MIT
#include <algorithm>

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
    default:
      return false;
  }
}

bool reads_integers(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc format{};
  if (resource.resType == cudaResourceTypeArray)
    cudaGetChannelDesc(&format, resource.res.array.array);
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
  return to;
}

}  // namespace

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
  cudaResourceDesc what;
  if (resource == nullptr || texture == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!to_resource(*resource, &what)) return CUDA_ERROR_NOT_SUPPORTED;
  const cudaTextureDesc how = to_settings(*texture, what);
  return result(cudaCreateTextureObject(object, &what, &how, view));
}

CUresult cuTexObjectDestroy(CUtexObject object) { return result(cudaDestroyTextureObject(object)); }

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
  cudaResourceDesc what;
  if (resource == nullptr || resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  to_resource(*resource, &what);
  return result(cudaCreateSurfaceObject(object, &what));
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return result(cudaDestroySurfaceObject(object));
}
