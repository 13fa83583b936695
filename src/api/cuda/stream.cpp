// The functions of vgpu_api/stream.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>
#include <vgpu/c/stream.h>

#include <memory>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/interprocess_events.h"
#include "api/cuda/memory_pools.h"

using namespace vgpu::cuda;

namespace {

// For the device's reset: even a stream that is being captured goes.
void destroy_stream(void* made) {
  auto* const stream = static_cast<vgpuStream_t>(made);
  if (vgpuStreamDestroy(stream) == vgpuSuccess) return;
  vgpuGraph_t captured = nullptr;
  if (vgpuStreamEndCapture(stream, &captured) == vgpuSuccess) vgpuGraphDestroy(captured);
  vgpuStreamDestroy(stream);
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return call([&] {
    const vgpuError_t error = vgpuStreamCreateWithPriority(to_vgpu(stream), flags, priority);
    if (error == vgpuSuccess) own(*stream, destroy_stream);
    return error;
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&] {
    const vgpuError_t error = vgpuStreamDestroy(to_vgpu(stream));
    if (error == vgpuSuccess) disown(stream);
    return error;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call([&] {
    const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(stream));
    trim_pools();
    return error;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call([&] { return vgpuStreamQuery(to_vgpu(stream)); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return call([&] {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    if (SharedEvent* shared = find_shared_event(event))
      return wait_for_shared_event(*shared, stream);
    return to_cuda(vgpuStreamWaitEvent(to_vgpu(stream), to_vgpu(event), 0));
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return call([&] { return vgpuStreamGetFlags(to_vgpu(stream), flags); });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call([&] { return vgpuStreamGetPriority(to_vgpu(stream), priority); });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return call([&] {
    unsigned flags = 0;
    if (id == nullptr) return vgpuErrorInvalidValue;
    *id = reinterpret_cast<unsigned long long>(stream);
    return vgpuStreamGetFlags(to_vgpu(stream), &flags);  // refuses a dead handle
  });
}

namespace {

struct Callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;
  void* user_data;
};

void run_callback(vgpuStream_t, vgpuError_t status, void* data) {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(data));
  callback->function(callback->stream, to_cuda(status), callback->user_data);
}

}  // namespace

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function,
                                  void* user_data, unsigned int flags) {
  return call([&] {
    if (function == nullptr || flags != 0) return vgpuErrorInvalidValue;
    auto callback = std::make_unique<Callback>(Callback{function, stream, user_data});
    const vgpuError_t error =
        vgpuStreamAddCallback(to_vgpu(stream), run_callback, callback.get(), 0);
    if (error == vgpuSuccess) callback.release();
    return error;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  return call([&] { return vgpuLaunchHostFunc(to_vgpu(stream), function, user_data); });
}
