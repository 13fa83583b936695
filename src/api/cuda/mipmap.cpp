// Arrays with levels of detail: the functions of vgpu_api/array.h that make, ask and free them.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>

#include "api/cuda/array.h"
#include "api/cuda/belongings.h"
#include "api/cuda/call.h"

using namespace vgpu::cuda;

namespace {

size_t half(size_t extent) { return extent < 2 ? extent : extent / 2; }

cudaExtent next_level(const cudaExtent& extent, unsigned flags) {
  const bool has_layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return {half(extent.width), half(extent.height), has_layers ? extent.depth : half(extent.depth)};
}

// As many as there are until the last has one texel.
unsigned most_levels(const cudaExtent& extent, unsigned flags) {
  const bool has_layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  size_t longest = std::max(extent.width, extent.height);
  if (!has_layers) longest = std::max(longest, extent.depth);
  unsigned levels = 1;
  for (; longest > 1; longest /= 2) ++levels;
  return levels;
}

cudaError_t free_levels(const cudaMipmappedArray& mipmap) {
  cudaError_t result = cudaSuccess;
  for (cudaArray_t level : mipmap.levels) {
    const cudaError_t error = cudaFreeArray(level);
    if (result == cudaSuccess) result = error;
  }
  return result;
}

}  // namespace

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmap,
                                     const cudaChannelFormatDesc* format, cudaExtent extent,
                                     unsigned int levels, unsigned int flags) {
  return call([&] {
    if (mipmap == nullptr || format == nullptr || levels == 0) return cudaErrorInvalidValue;
    auto made = std::make_unique<cudaMipmappedArray>();
    levels = std::min(levels, most_levels(extent, flags));
    for (unsigned i = 0; i < levels; ++i, extent = next_level(extent, flags)) {
      cudaArray_t level = nullptr;
      if (const cudaError_t error = cudaMalloc3DArray(&level, format, extent, flags);
          error != cudaSuccess) {
        free_levels(*made);
        return error;
      }
      made->levels.push_back(level);
    }
    *mipmap = made.release();
    own(*mipmap, [](void* owned) { delete static_cast<cudaMipmappedArray*>(owned); });
    return cudaSuccess;
  });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* array, cudaMipmappedArray_const_t mipmap,
                                       unsigned int level) {
  return call([&] {
    if (array == nullptr || mipmap == nullptr) return cudaErrorInvalidValue;
    if (!is_owned(mipmap)) return cudaErrorInvalidResourceHandle;
    if (level >= mipmap->levels.size()) return cudaErrorInvalidValue;
    *array = mipmap->levels[level];
    return cudaSuccess;
  });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
  return call([&] {
    if (mipmap == nullptr) return cudaSuccess;
    if (!disown(mipmap)) return cudaErrorInvalidResourceHandle;
    const std::unique_ptr<cudaMipmappedArray> gone(mipmap);
    return free_levels(*gone);
  });
}
