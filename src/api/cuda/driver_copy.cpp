// The functions of vgpu_driver/copy.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "api/cuda/array.h"
#include "api/cuda/belongings.h"
#include "api/cuda/driver.h"
#include "api/cuda/driver_boxes.h"
#include "api/cuda/ranges.h"
#include "api/cuda/stream_task.h"

using namespace vgpu::cuda;

namespace {

struct Format {
  CUarray_format name;
  int bits;
  cudaChannelFormatKind kind;
};

constexpr Format kFormats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

// One side of a copy. Positions are bytes for pointers and texels for arrays.
bool to_side(CUmemorytype type, void* host, CUdeviceptr device, CUarray array, size_t pitch,
             size_t height, size_t x, cudaPos* at, cudaPitchedPtr* pointer, cudaArray_t* texels) {
  if (type == CU_MEMORYTYPE_ARRAY) {
    if (!is_owned(array)) return false;
    *texels = array;
    at->x = x / array->texel_bytes;
    return x % array->texel_bytes == 0;
  }
  void* start = type == CU_MEMORYTYPE_HOST ? host : to_pointer(device);
  *pointer = {start, pitch, pitch, height};
  at->x = x;
  return start != nullptr;
}

CUDA_MEMCPY3D as_3d(const CUDA_MEMCPY2D& c) {
  CUDA_MEMCPY3D box{};
  box.srcXInBytes = c.srcXInBytes, box.srcY = c.srcY, box.srcMemoryType = c.srcMemoryType;
  box.srcHost = c.srcHost, box.srcDevice = c.srcDevice, box.srcArray = c.srcArray;
  box.srcPitch = c.srcPitch != 0 ? c.srcPitch : c.WidthInBytes, box.srcHeight = c.Height;
  box.dstXInBytes = c.dstXInBytes, box.dstY = c.dstY, box.dstMemoryType = c.dstMemoryType;
  box.dstHost = c.dstHost, box.dstDevice = c.dstDevice, box.dstArray = c.dstArray;
  box.dstPitch = c.dstPitch != 0 ? c.dstPitch : c.WidthInBytes, box.dstHeight = c.Height;
  box.WidthInBytes = c.WidthInBytes, box.Height = c.Height, box.Depth = 1;
  return box;
}

// Elements of any type, in rows.
template <class Element>
CUresult fill(CUdeviceptr dst, size_t pitch, Element value, size_t width, size_t height,
              CUstream stream) {
  if (dst % sizeof(Element) != 0 || (height > 1 && pitch < width * sizeof(Element)))
    return CUDA_ERROR_INVALID_VALUE;
  StreamTask task;
  task.count = height;
  task.body = [=](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row)
      std::fill_n(reinterpret_cast<Element*>(dst + row * pitch), width, value);
  };
  return result(call([&] { return enqueue(std::move(task), stream); }));
}

bool is_mapped(CUdeviceptr pointer) {
  return mapped_device_memory().find(to_pointer(pointer)).has_value();
}

CUresult wait(CUresult error) {
  return error == CUDA_SUCCESS ? result(cudaStreamSynchronize(nullptr)) : error;
}

}  // namespace

namespace vgpu::cuda {

bool to_box(const CUDA_MEMCPY3D& c, cudaMemcpy3DParms* box) {
  *box = {};
  box->srcPos = {0, c.srcY, c.srcZ};
  box->dstPos = {0, c.dstY, c.dstZ};
  if (!to_side(c.srcMemoryType, const_cast<void*>(c.srcHost), c.srcDevice, c.srcArray, c.srcPitch,
               c.srcHeight, c.srcXInBytes, &box->srcPos, &box->srcPtr, &box->srcArray))
    return false;
  if (!to_side(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstPitch, c.dstHeight,
               c.dstXInBytes, &box->dstPos, &box->dstPtr, &box->dstArray))
    return false;
  const cudaArray* any = box->srcArray != nullptr ? box->srcArray : box->dstArray;
  const size_t unit = any != nullptr ? any->texel_bytes : 1;
  box->extent = {c.WidthInBytes / unit, c.Height, c.Depth};
  box->kind = cudaMemcpyDefault;
  return c.WidthInBytes % unit == 0;
}

cudaChannelFormatDesc channel_format(CUarray_format format, unsigned channels) {
  for (const Format& one : kFormats) {
    if (one.name != format || (channels != 1 && channels != 2 && channels != 4)) continue;
    return {one.bits, channels > 1 ? one.bits : 0, channels > 2 ? one.bits : 0,
            channels > 3 ? one.bits : 0, one.kind};
  }
  return {0, 0, 0, 0, cudaChannelFormatKindNone};
}

CUarray_format array_format(const cudaChannelFormatDesc& format, unsigned* channels) {
  *channels = static_cast<unsigned>(1 + (format.y > 0) + (format.z > 0) + (format.w > 0));
  for (const Format& one : kFormats)
    if (one.bits == format.x && one.kind == format.f) return one.name;
  return CUarray_format{};
}

}  // namespace vgpu::cuda

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return result(cudaMemcpy(to_pointer(dst), to_pointer(src), bytes, cudaMemcpyDefault));
}
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return result(
      cudaMemcpyAsync(to_pointer(dst), to_pointer(src), bytes, cudaMemcpyDefault, stream));
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, size_t bytes) {
  return result(cudaMemcpy(to_pointer(dst), src, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, size_t bytes) {
  return result(cudaMemcpy(dst, to_pointer(src), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return cuMemcpy(dst, src, bytes);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(to_pointer(dst), src, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(dst, to_pointer(src), bytes, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return cuMemcpyAsync(dst, src, bytes, stream);
}

CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from,
                      size_t bytes) {
  const int target = device_of(to), source = device_of(from);
  if (target < 0 || source < 0) return CUDA_ERROR_INVALID_CONTEXT;
  return result(cudaMemcpyPeer(to_pointer(dst), target, to_pointer(src), source, bytes));
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from,
                           size_t bytes, CUstream stream) {
  const int target = device_of(to), source = device_of(from);
  if (target < 0 || source < 0) return CUDA_ERROR_INVALID_CONTEXT;
  return result(
      cudaMemcpyPeerAsync(to_pointer(dst), target, to_pointer(src), source, bytes, stream));
}

CUresult cuMemcpyHtoA(CUarray dst, size_t offset, const void* src, size_t bytes) {
  return result(cudaMemcpyToArray(dst, offset, 0, src, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyAtoH(void* dst, CUarray src, size_t offset, size_t bytes) {
  return result(cudaMemcpyFromArray(dst, src, offset, 0, bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src, size_t bytes) {
  return cuMemcpyHtoA(dst, offset, to_pointer(src), bytes);
}
CUresult cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset, size_t bytes) {
  return cuMemcpyAtoH(to_pointer(dst), src, offset, bytes);
}

CUresult cuMemcpyAtoA(CUarray dst, size_t to, CUarray src, size_t from, size_t bytes) {
  CUDA_MEMCPY2D line{};
  line.srcXInBytes = from, line.srcMemoryType = CU_MEMORYTYPE_ARRAY, line.srcArray = src;
  line.dstXInBytes = to, line.dstMemoryType = CU_MEMORYTYPE_ARRAY, line.dstArray = dst;
  line.WidthInBytes = bytes, line.Height = 1;
  return cuMemcpy2D(&line);
}
CUresult cuMemcpyHtoAAsync(CUarray dst, size_t offset, const void* src, size_t bytes,
                           CUstream stream) {
  return result(cudaMemcpyToArrayAsync(dst, offset, 0, src, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyAtoHAsync(void* dst, CUarray src, size_t offset, size_t bytes, CUstream stream) {
  return result(
      cudaMemcpyFromArrayAsync(dst, src, offset, 0, bytes, cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  cudaMemcpy3DParms box;
  if (copy == nullptr || !to_box(*copy, &box)) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMemcpy3DAsync(&box, stream));
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) { return wait(cuMemcpy3DAsync(copy, nullptr)); }
// Every device sees the memory of all: the contexts only have to be there.
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* c, CUstream stream) {
  static_assert(sizeof(CUDA_MEMCPY3D_PEER) == sizeof(CUDA_MEMCPY3D));
  if (c == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device_of(c->srcContext) < 0 || device_of(c->dstContext) < 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  CUDA_MEMCPY3D box;
  std::memcpy(&box, c, sizeof box);
  return cuMemcpy3DAsync(&box, stream);
}
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* copy) {
  return wait(cuMemcpy3DPeerAsync(copy, nullptr));
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D box = as_3d(*copy);
  return cuMemcpy3DAsync(&box, stream);
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) { return wait(cuMemcpy2DAsync(copy, nullptr)); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) { return cuMemcpy2D(copy); }

CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t count, CUstream stream) {
  return result(cudaMemsetAsync(to_pointer(dst), value, count, stream));
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t count, CUstream stream) {
  return fill<std::uint16_t>(dst, 0, value, count, 1, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned int value, size_t count, CUstream stream) {
  if (is_mapped(dst)) return fill<std::uint32_t>(dst, 0, value, count, 1, stream);
  return result(
      call([&] { return vgpuMemsetD32Async(to_pointer(dst), value, count, to_vgpu(stream)); }));
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count) {
  return result(cudaMemset(to_pointer(dst), value, count));
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t count) {
  if (is_mapped(dst)) return wait(fill<std::uint16_t>(dst, 0, value, count, 1, nullptr));
  return result(call([&] { return vgpuMemsetD16(to_pointer(dst), value, count); }));
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t count) {
  if (is_mapped(dst)) return wait(fill<std::uint32_t>(dst, 0, value, count, 1, nullptr));
  return result(call([&] { return vgpuMemsetD32(to_pointer(dst), value, count); }));
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream) {
  return result(cudaMemset2DAsync(to_pointer(dst), pitch, value, width, height, stream));
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream) {
  return fill<std::uint16_t>(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream) {
  return fill<std::uint32_t>(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  return result(cudaMemset2D(to_pointer(dst), pitch, value, width, height));
}
CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
  return wait(fill<std::uint16_t>(dst, pitch, value, width, height, nullptr));
}
CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned int value, size_t width,
                       size_t height) {
  return wait(fill<std::uint32_t>(dst, pitch, value, width, height, nullptr));
}

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* d) {
  if (array == nullptr || d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaChannelFormatDesc format = channel_format(d->Format, d->NumChannels);
  if (format.x == 0) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaMalloc3DArray(array, &format, {d->Width, d->Height, d->Depth}, d->Flags));
}

CUresult cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* d) {
  if (d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR whole{d->Width, d->Height, 0, d->Format, d->NumChannels, 0};
  return cuArray3DCreate(array, &whole);
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* d, CUarray array) {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  if (d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *d = {};
  const cudaError_t error = cudaArrayGetInfo(&format, &extent, &d->Flags, array);
  if (error != cudaSuccess) return result(error);
  d->Width = extent.width, d->Height = extent.height, d->Depth = extent.depth;
  d->Format = array_format(format, &d->NumChannels);
  return CUDA_SUCCESS;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* d, CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR whole{};
  if (d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = cuArray3DGetDescriptor(&whole, array);
  *d = {whole.Width, whole.Height, whole.Format, whole.NumChannels};
  return error;
}

CUresult cuArrayDestroy(CUarray array) {
  return array == nullptr ? CUDA_ERROR_INVALID_HANDLE : result(cudaFreeArray(array));
}
