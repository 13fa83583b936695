// The functions of vgpu_api/graph_capture.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include <utility>
#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call([&] {
    return vgpuStreamBeginCapture(to_vgpu(stream), static_cast<vgpuStreamCaptureMode>(mode));
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* edges, size_t count,
                                          cudaStreamCaptureMode mode) {
  return call([&] {
    if (const cudaError_t error = check_edges(edges, count)) return error;
    return to_cuda(vgpuStreamBeginCaptureToGraph(to_vgpu(stream), to_vgpu(graph),
                                                 to_vgpu(dependencies), count,
                                                 static_cast<vgpuStreamCaptureMode>(mode)));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  cudaGraph_t known = nullptr;  // who captures into a graph of his own need not ask for it
  return call(
      [&] { return vgpuStreamEndCapture(to_vgpu(stream), to_vgpu(graph ? graph : &known)); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call([&] {
    vgpuStreamCaptureStatus found{};
    if (status == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuStreamIsCapturing(to_vgpu(stream), &found);
    *status = static_cast<cudaStreamCaptureStatus>(found);
    return error;
  });
}

// A stream is captured once at a time, so its number tells captures apart that are under way together.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, size_t* count) {
  const cudaError_t error = cudaStreamIsCapturing(stream, status);
  if (error != cudaSuccess) return error;
  const bool active = *status == cudaStreamCaptureStatusActive;
  if (id != nullptr) {
    *id = *status == cudaStreamCaptureStatusNone ? 0 : reinterpret_cast<unsigned long long>(stream);
  }
  if (graph != nullptr) *graph = nullptr;
  if (count != nullptr) *count = 0;
  if (!active || (graph == nullptr && count == nullptr)) return cudaSuccess;
  return call([&] {
    thread_local std::vector<cudaGraphNode_t> nodes;
    std::size_t size = 0;
    vgpuGraph_t target = nullptr;
    vgpuError_t failure = vgpuStreamGetCapturePlace(to_vgpu(stream), &target, nullptr, &size);
    nodes.resize(size);
    if (failure == vgpuSuccess) {
      failure = vgpuStreamGetCapturePlace(to_vgpu(stream), &target, to_vgpu(nodes.data()), &size);
    }
    if (graph != nullptr) *graph = reinterpret_cast<cudaGraph_t>(target);
    if (count != nullptr) *count = size;
    if (dependencies != nullptr) *dependencies = nodes.data();
    return failure;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                size_t count, unsigned int flags) {
  return call([&] {
    if (flags > cudaStreamSetCaptureDependencies) return vgpuErrorInvalidValue;
    return vgpuStreamUpdateCaptureDependencies(to_vgpu(stream), to_vgpu(dependencies), count,
                                               flags == cudaStreamSetCaptureDependencies);
  });
}

// Threads never forbid calls to each other here, so the mode is only kept.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode kept = cudaStreamCaptureModeGlobal;
  if (mode == nullptr) return remember(cudaErrorInvalidValue);
  *mode = std::exchange(kept, *mode);
  return cudaSuccess;
}
