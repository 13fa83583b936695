// See pageable.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/pageable.h"

#include <vgpu/c/copy.h>
#include <vgpu/c/graph.h>
#include <vgpu/c/memory.h>
#include <vgpu/c/stream.h>

#include <memory>
#include <string>

#include "api/cuda/call.h"
#include "api/cuda/ranges.h"
#include "api/cuda/stream_task.h"

namespace vgpu::cuda {
namespace {

constexpr std::size_t kFewBytes = std::size_t{64} << 10;

bool is_pageable(const void* pointer) {
  vgpuPointerAttributes found{};
  return vgpuPointerGetAttributes(&found, pointer) == vgpuSuccess &&
         found.type == vgpuMemoryTypeUnregistered && !registered_host_memory().find(pointer) &&
         !mapped_device_memory().find(pointer);
}

bool is_captured(cudaStream_t stream) {
  vgpuStreamCaptureStatus status = vgpuStreamCaptureStatusNone;
  return vgpuStreamIsCapturing(to_vgpu(stream), &status) == vgpuSuccess &&
         status != vgpuStreamCaptureStatusNone;
}

// From a copy of the bytes, which lives until a task behind the copying is done.
vgpuError_t copy_staged(void* dst, const void* src, std::size_t count, cudaStream_t stream) {
  const auto staged = std::make_shared<std::string>(static_cast<const char*>(src), count);
  const vgpuError_t error =
      vgpuMemcpyAsync(dst, staged->data(), count, vgpuMemcpyDefault, to_vgpu(stream));
  if (error != vgpuSuccess) return error;
  StreamTask keep;
  keep.finish = [staged] {};
  return enqueue(std::move(keep), stream);
}

}  // namespace

vgpuError_t settle(vgpuError_t queued, const void* dst, const void* src, cudaStream_t stream) {
  if (queued != vgpuSuccess || (!is_pageable(dst) && !is_pageable(src)) || is_captured(stream))
    return queued;
  return vgpuStreamSynchronize(to_vgpu(stream));
}

vgpuError_t copy_in_stream(void* dst, const void* src, std::size_t count, cudaStream_t stream) {
  if (count > 0 && count <= kFewBytes && is_pageable(src) && !is_pageable(dst) &&
      !is_captured(stream))
    return copy_staged(dst, src, count, stream);
  return settle(vgpuMemcpyAsync(dst, src, count, vgpuMemcpyDefault, to_vgpu(stream)), dst, src,
                stream);
}

}  // namespace vgpu::cuda
