// The functions of vgpu_api/event.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/event.h>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/interprocess_events.h"
#include "api/cuda/memory_pools.h"

using namespace vgpu::cuda;

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return call([&] {
    if (flags > 7) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuEventCreateWithFlags(to_vgpu(event), flags & 3);
    if (error == vgpuSuccess)
      own(*event, [](void* made) { vgpuEventDestroy(static_cast<vgpuEvent_t>(made)); });
    return error;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&] {
    disown(event);
    forget_shared_event(event);
    return vgpuEventDestroy(to_vgpu(event));
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call([&] {
    const vgpuError_t error = vgpuEventRecord(to_vgpu(event), to_vgpu(stream));
    SharedEvent* const shared = error == vgpuSuccess ? find_shared_event(event) : nullptr;
    return shared != nullptr ? record_shared_event(*shared, stream) : to_cuda(error);
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if (flags > cudaEventRecordExternal) return remember(cudaErrorInvalidValue);
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&] {
    if (const SharedEvent* shared = find_shared_event(event))
      return shared->is_done() ? vgpuSuccess : vgpuErrorNotReady;
    return vgpuEventQuery(to_vgpu(event));
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&] {
    const vgpuError_t error = vgpuEventSynchronize(to_vgpu(event));
    if (const SharedEvent* shared = find_shared_event(event)) wait_on_host(*shared);
    trim_pools();
    return error;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call([&] {
    const vgpuError_t error = vgpuEventElapsedTime(milliseconds, to_vgpu(start), to_vgpu(end));
    // Never recorded, or recorded without times: both are a bad handle to CUDA.
    return error == vgpuErrorIllegalState ? vgpuErrorInvalidHandle : error;
  });
}
