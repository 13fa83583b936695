// The functions of vgpu_api/copy.h for linear memory and rows.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>
#include <vgpu/c/stream.h>

#include <cstring>
#include <utility>

#include "api/cuda/call.h"
#include "api/cuda/pageable.h"
#include "api/cuda/ranges.h"
#include "api/cuda/stream_task.h"

using namespace vgpu::cuda;

namespace {

// Programs name kinds that do not fit their pointers more often than one thinks, and the hardware lets most of
// them pass; one address space makes the kind needless.
bool is_kind(cudaMemcpyKind kind) {
  return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

// Lists are empty at times, and an array of nothing has no address.
bool is_nothing(size_t width, size_t height = 1) { return width == 0 || height == 0; }

// Memory of which vGPU's own functions know nothing: mapped by hand, or the host's and registered.
bool is_foreign(const void* pointer) {
  return mapped_device_memory().find(pointer) || registered_host_memory().find(pointer);
}

vgpuError_t set_foreign(void* dst, size_t pitch, int value, size_t width, size_t height,
                        cudaStream_t stream) {
  StreamTask task;
  task.count = height;
  task.body = [=](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row)
      std::memset(static_cast<char*>(dst) + row * pitch, value, width);
  };
  return enqueue(std::move(task), stream);
}

}  // namespace

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return call([&] {
    if (!is_kind(kind)) return vgpuErrorInvalidMemcpyDirection;
    if (is_nothing(count)) return vgpuSuccess;
    return vgpuMemcpy(dst, src, count, vgpuMemcpyDefault);
  });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return call([&] {
    if (!is_kind(kind)) return vgpuErrorInvalidMemcpyDirection;
    if (is_nothing(count)) return vgpuSuccess;
    return copy_in_stream(dst, src, count, stream);
  });
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return call([&] {
    if (!is_kind(kind)) return vgpuErrorInvalidMemcpyDirection;
    if (is_nothing(width, height)) return vgpuSuccess;
    return vgpuMemcpy2D(dst, dpitch, src, spitch, width, height, vgpuMemcpyDefault);
  });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return call([&] {
    if (!is_kind(kind)) return vgpuErrorInvalidMemcpyDirection;
    if (is_nothing(width, height)) return vgpuSuccess;
    const vgpuError_t queued = vgpuMemcpy2DAsync(dst, dpitch, src, spitch, width, height,
                                                 vgpuMemcpyDefault, to_vgpu(stream));
    return settle(queued, dst, src, stream);
  });
}

cudaError_t cudaMemcpyPeer(void* dst, int dst_device, const void* src, int src_device,
                           size_t count) {
  return call([&] { return vgpuMemcpyPeer(dst, dst_device, src, src_device, count); });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device,
                                size_t count, cudaStream_t stream) {
  return call([&] {
    return vgpuMemcpyPeerAsync(dst, dst_device, src, src_device, count, to_vgpu(stream));
  });
}

cudaError_t cudaMemset(void* dst, int value, size_t count) {
  return call([&] {
    if (is_nothing(count)) return vgpuSuccess;
    if (!is_foreign(dst)) return vgpuMemset(dst, value, count);
    const vgpuError_t error = set_foreign(dst, 0, value, count, 1, nullptr);
    return error == vgpuSuccess ? vgpuStreamSynchronize(nullptr) : error;
  });
}

cudaError_t cudaMemsetAsync(void* dst, int value, size_t count, cudaStream_t stream) {
  return call([&] {
    if (is_nothing(count)) return vgpuSuccess;
    return is_foreign(dst) ? set_foreign(dst, 0, value, count, 1, stream)
                           : vgpuMemsetAsync(dst, value, count, to_vgpu(stream));
  });
}

cudaError_t cudaMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return call([&] {
    if (is_nothing(width, height)) return vgpuSuccess;
    if (!is_foreign(dst)) return vgpuMemset2D(dst, pitch, value, width, height);
    const vgpuError_t error = set_foreign(dst, pitch, value, width, height, nullptr);
    return error == vgpuSuccess ? vgpuStreamSynchronize(nullptr) : error;
  });
}

cudaError_t cudaMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return call([&] {
    if (is_nothing(width, height)) return vgpuSuccess;
    return is_foreign(dst) ? set_foreign(dst, pitch, value, width, height, stream)
                           : vgpuMemset2DAsync(dst, pitch, value, width, height, to_vgpu(stream));
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  const cudaError_t error = cudaMemset3DAsync(pitched, value, extent, nullptr);
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return call([&] {
    vgpuError_t error = vgpuSuccess;
    for (size_t z = 0; z < extent.depth && error == vgpuSuccess; ++z) {
      char* slice = static_cast<char*>(pitched.ptr) + z * pitched.pitch * pitched.ysize;
      error = vgpuMemset2DAsync(slice, pitched.pitch, value, extent.width, extent.height,
                                to_vgpu(stream));
    }
    return error;
  });
}
