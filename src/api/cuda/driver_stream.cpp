// The functions of vgpu_driver/stream.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return result(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return result(cudaStreamCreateWithPriority(stream, flags, priority));
}
CUresult cuStreamDestroy(CUstream stream) { return result(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return result(cudaStreamSynchronize(stream)); }
CUresult cuStreamQuery(CUstream stream) { return result(cudaStreamQuery(stream)); }
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return result(cudaStreamWaitEvent(stream, event, flags));
}
// Results and errors have the same numbers, so the callback can be the run time's.
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* user_data,
                             unsigned int flags) {
  return result(cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback),
                                      user_data, flags));
}
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t length,
                                unsigned int flags) {
  return result(cudaStreamAttachMemAsync(stream, to_pointer(pointer), length, flags));
}
CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return result(cudaStreamGetFlags(stream, flags));
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return result(cudaStreamGetPriority(stream, priority));
}
CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  return result(cudaStreamGetId(stream, id));
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  int device = 0;
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const vgpuError_t error = vgpuStreamGetDevice(to_vgpu(stream), &device);
  *context = primary_context(device);
  return result(error);
}
CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return result(cudaStreamBeginCapture(stream, mode));
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return result(cudaStreamEndCapture(stream, graph));
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return result(cudaStreamIsCapturing(stream, status));
}
CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                     const CUgraphNode* dependencies,
                                     const cudaGraphEdgeData* edges, size_t count,
                                     CUstreamCaptureMode mode) {
  return result(cudaStreamBeginCaptureToGraph(stream, graph, dependencies, edges, count, mode));
}
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id,
                                CUgraph* graph, const CUgraphNode** dependencies, size_t* count) {
  unsigned long long number = 0;
  const cudaError_t error =
      cudaStreamGetCaptureInfo(stream, status, &number, graph, dependencies, count);
  if (id != nullptr) *id = number;
  return result(error);
}
CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies, size_t count,
                                           unsigned int flags) {
  return result(cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags));
}
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue* value) {
  return result(cudaStreamGetAttribute(stream, attribute, value));
}
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue* value) {
  return result(cudaStreamSetAttribute(stream, attribute, value));
}
CUresult cuStreamCopyAttributes(CUstream to, CUstream from) {
  return result(cudaStreamCopyAttributes(to, from));
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return result(cudaThreadExchangeStreamCaptureMode(mode));
}

CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return result(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return result(cudaEventRecord(event, stream));
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
  return result(cudaEventRecordWithFlags(event, stream, flags));
}
CUresult cuEventQuery(CUevent event) { return result(cudaEventQuery(event)); }
CUresult cuEventSynchronize(CUevent event) { return result(cudaEventSynchronize(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return result(cudaEventElapsedTime(milliseconds, start, end));
}
CUresult cuEventDestroy(CUevent event) { return result(cudaEventDestroy(event)); }
