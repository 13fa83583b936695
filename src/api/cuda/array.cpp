// The functions of vgpu_api/array.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/array.h"

#include <vgpu/c/copy.h>
#include <vgpu/c/memory.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/pageable.h"

namespace vgpu::cuda {

vgpuError_t check_array(cudaArray_const_t array) {
  if (array == nullptr) return vgpuErrorInvalidValue;
  return is_owned(array) ? vgpuSuccess : vgpuErrorInvalidHandle;
}

vgpuError_t check_mipmap(cudaMipmappedArray_const_t mipmap) {
  if (mipmap == nullptr) return vgpuErrorInvalidValue;
  return is_owned(mipmap) ? vgpuSuccess : vgpuErrorInvalidHandle;
}

size_t texel_bytes(const cudaChannelFormatDesc& format) {
  const int bits = format.x + format.y + format.z + format.w;
  return format.x < 0 || format.y < 0 || format.z < 0 || format.w < 0
             ? 0
             : static_cast<size_t>(bits) / 8;
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

namespace {

// Rows of one texture line behind the other, as cudaMemcpyToArray fills them: a first part of a row, whole rows,
// a last part. `linear` walks along.
template <class Copy>
vgpuError_t copy_lines(const cudaArray& array, size_t x, size_t y, size_t count, Copy&& copy) {
  const size_t row_bytes = array.extent.width * array.texel_bytes;
  if (x > row_bytes) return vgpuErrorInvalidValue;
  size_t done = 0;
  while (done < count) {
    if (y >= array.rows()) return vgpuErrorInvalidValue;
    const size_t part = std::min(row_bytes - x, count - done);
    if (const vgpuError_t error = copy(array.place(x, y, 0), done, part); error != vgpuSuccess)
      return error;
    done += part;
    x = 0, ++y;
  }
  return vgpuSuccess;
}

cudaError_t finish_copy(cudaError_t error) {
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

}  // namespace

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return call([&] {
    if (format == nullptr || array == nullptr) return cudaErrorInvalidValue;
    if (!is_owned(array)) return cudaErrorInvalidResourceHandle;
    *format = array->format;
    return cudaSuccess;
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
  return call([&] {
    if (array == nullptr || format == nullptr || extent.width == 0) return vgpuErrorInvalidValue;
    const size_t bytes = texel_bytes(*format);
    if (bytes == 0) return vgpuErrorInvalidValue;
    auto made = std::make_unique<cudaArray>(
        cudaArray{*format, extent, flags, nullptr, bytes, extent.width * bytes});
    void* data = nullptr;
    const vgpuError_t error = vgpuMalloc(&data, made->pitch * made->rows() * made->slices());
    if (error != vgpuSuccess) return error;
    made->data = static_cast<char*>(data);
    *array = made.release();
    own(*array, [](void* owned) {
      const std::unique_ptr<cudaArray> gone(static_cast<cudaArray*>(owned));
      vgpuFree(gone->data);
    });
    return vgpuSuccess;
  });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned int flags) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return call([&] {
    if (array == nullptr) return vgpuSuccess;
    if (!disown(array)) return vgpuErrorInvalidHandle;
    const std::unique_ptr<cudaArray> owned(array);
    return vgpuFree(owned->data);
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  return call([&] {
    if (!is_owned(array)) return cudaErrorInvalidResourceHandle;
    if (format != nullptr) *format = array->format;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void* src,
                                   size_t count, cudaMemcpyKind, cudaStream_t stream) {
  return call([&] {
    if (const vgpuError_t error = check_array(dst); error != vgpuSuccess) return error;
    if (src == nullptr) return vgpuErrorInvalidValue;
    const char* from = static_cast<const char*>(src);
    const auto copy_line = [&](char* line, size_t at, size_t bytes) {
      return vgpuMemcpyAsync(line, from + at, bytes, vgpuMemcpyDefault, to_vgpu(stream));
    };
    return settle(copy_lines(*dst, x, y, count, copy_line), dst->place(x, y, 0), src, stream);
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void* src, size_t count,
                              cudaMemcpyKind kind) {
  return finish_copy(cudaMemcpyToArrayAsync(dst, x, y, src, count, kind, nullptr));
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t x, size_t y,
                                     size_t count, cudaMemcpyKind, cudaStream_t stream) {
  return call([&] {
    if (const vgpuError_t error = check_array(src); error != vgpuSuccess) return error;
    if (dst == nullptr) return vgpuErrorInvalidValue;
    char* to = static_cast<char*>(dst);
    const auto copy_line = [&](char* line, size_t at, size_t bytes) {
      return vgpuMemcpyAsync(to + at, line, bytes, vgpuMemcpyDefault, to_vgpu(stream));
    };
    return settle(copy_lines(*src, x, y, count, copy_line), dst, src->place(x, y, 0), stream);
  });
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                                cudaMemcpyKind kind) {
  return finish_copy(cudaMemcpyFromArrayAsync(dst, src, x, y, count, kind, nullptr));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void* src,
                                     size_t spitch, size_t width, size_t height, cudaMemcpyKind,
                                     cudaStream_t stream) {
  return call([&] {
    if (const vgpuError_t error = check_array(dst); error != vgpuSuccess) return error;
    if (y + height > dst->rows() || x + width > dst->pitch) return vgpuErrorInvalidValue;
    char* const place = dst->place(x, y, 0);
    return settle(vgpuMemcpy2DAsync(place, dst->pitch, src, spitch, width, height,
                                    vgpuMemcpyDefault, to_vgpu(stream)),
                  place, src, stream);
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void* src, size_t spitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  return finish_copy(
      cudaMemcpy2DToArrayAsync(dst, x, y, src, spitch, width, height, kind, nullptr));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind,
                                       cudaStream_t stream) {
  return call([&] {
    if (const vgpuError_t error = check_array(src); error != vgpuSuccess) return error;
    if (y + height > src->rows() || x + width > src->pitch) return vgpuErrorInvalidValue;
    const char* const place = src->place(x, y, 0);
    return settle(vgpuMemcpy2DAsync(dst, dpitch, place, src->pitch, width, height,
                                    vgpuMemcpyDefault, to_vgpu(stream)),
                  dst, place, stream);
  });
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  return finish_copy(
      cudaMemcpy2DFromArrayAsync(dst, dpitch, src, x, y, width, height, kind, nullptr));
}

// A line that goes on in the next row; the rows of the two may differ in length.
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t dstX, size_t dstY, cudaArray_const_t src,
                                   size_t srcX, size_t srcY, size_t count, cudaMemcpyKind kind) {
  const cudaError_t checked = call([&] {
    for (cudaArray_const_t array : {cudaArray_const_t{dst}, src}) {
      if (const vgpuError_t error = check_array(array); error != vgpuSuccess) return error;
    }
    return count > src->rows() * src->pitch ? vgpuErrorInvalidValue : vgpuSuccess;
  });
  if (checked != cudaSuccess) return checked;
  std::vector<char> between(count);
  const cudaError_t error = cudaMemcpyFromArray(between.data(), src, srcX, srcY, count, kind);
  return error != cudaSuccess ? error
                              : cudaMemcpyToArray(dst, dstX, dstY, between.data(), count, kind);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* texels,
                                                 const cudaChannelFormatDesc* format, int device) {
  return call([&] {
    cudaDeviceProp properties{};
    if (texels == nullptr || format == nullptr || texel_bytes(*format) == 0)
      return cudaErrorInvalidValue;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    *texels = static_cast<size_t>(properties.maxTexture1DLinear);
    return error;
  });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dstX, size_t dstY,
                                     cudaArray_const_t src, size_t srcX, size_t srcY, size_t width,
                                     size_t height, cudaMemcpyKind kind) {
  const cudaError_t error = call([&] {
    const vgpuError_t known = check_array(dst);
    if (known != vgpuSuccess) return known;
    const bool fits = dstY + height <= dst->rows() && dstX + width <= dst->pitch;
    return fits ? vgpuSuccess : vgpuErrorInvalidValue;
  });
  if (error != cudaSuccess) return error;
  return cudaMemcpy2DFromArray(dst->place(dstX, dstY, 0), dst->pitch, src, srcX, srcY, width,
                               height, kind);
}
