// Copies of boxes: cudaMemcpy3D and what it is made of; see boxes.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/boxes.h"

#include <vgpu/c/copy.h>

#include "api/cuda/array.h"
#include "api/cuda/call.h"
#include "api/cuda/pageable.h"

namespace vgpu::cuda {
namespace {

// One side of a copy: where slice z starts, and how its rows follow.
struct Side {
  char* start;
  size_t pitch, slice;
};

Side side_of(const cudaArray* array, const cudaPos& at, const cudaPitchedPtr& pointer) {
  if (array != nullptr)
    return {array->place(at.x * array->texel_bytes, at.y, at.z), array->pitch,
            array->pitch * array->rows()};
  const size_t slice = pointer.pitch * pointer.ysize;
  return {static_cast<char*>(pointer.ptr) + at.z * slice + at.y * pointer.pitch + at.x,
          pointer.pitch, slice};
}

bool fits(const cudaArray* array, const cudaPos& at, const cudaExtent& extent) {
  if (array == nullptr) return true;
  return at.x + extent.width <= array->extent.width && at.y + extent.height <= array->rows() &&
         at.z + extent.depth <= array->slices();
}

}  // namespace

cudaError_t box_of(const cudaMemcpy3DParms* params, vgpuMemcpyNodeParams* box) {
  if (params == nullptr) return cudaErrorInvalidValue;
  const cudaMemcpy3DParms& p = *params;
  if ((p.srcArray == nullptr) == (p.srcPtr.ptr == nullptr)) return cudaErrorInvalidValue;
  if ((p.dstArray == nullptr) == (p.dstPtr.ptr == nullptr)) return cudaErrorInvalidValue;
  for (const cudaArray* array : {p.srcArray, p.dstArray})
    if (array != nullptr)
      if (const vgpuError_t error = check_array(array); error != vgpuSuccess) return to_cuda(error);
  if (!fits(p.srcArray, p.srcPos, p.extent) || !fits(p.dstArray, p.dstPos, p.extent))
    return cudaErrorInvalidValue;
  const cudaArray* any = p.srcArray != nullptr ? p.srcArray : p.dstArray;
  const size_t width = p.extent.width * (any != nullptr ? any->texel_bytes : 1);
  const Side from = side_of(p.srcArray, p.srcPos, p.srcPtr);
  const Side to = side_of(p.dstArray, p.dstPos, p.dstPtr);
  *box = {to.start,        to.pitch,          from.start,     from.pitch, width,
          p.extent.height, vgpuMemcpyDefault, p.extent.depth, to.slice,   from.slice};
  return cudaSuccess;
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return call([&] {
    vgpuMemcpyNodeParams box{};
    if (const cudaError_t error = box_of(parameters, &box); error != cudaSuccess) return error;
    for (size_t z = 0; z < box.depth; ++z) {
      char* const to = static_cast<char*>(box.dst) + z * box.dslice;
      const char* const from = static_cast<const char*>(box.src) + z * box.sslice;
      const vgpuError_t queued = vgpuMemcpy2DAsync(to, box.dpitch, from, box.spitch, box.width,
                                                   box.height, vgpuMemcpyDefault, to_vgpu(stream));
      const vgpuError_t error = settle(queued, to, from, stream);
      if (error != vgpuSuccess) return to_cuda(error);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  const cudaError_t error = cudaMemcpy3DAsync(parameters, nullptr);
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}
