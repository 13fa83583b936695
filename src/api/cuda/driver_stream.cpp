// The functions of vgpu_driver/stream.h: streams, events and graphs.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"
#include "api/cuda/driver_boxes.h"

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

CUresult cuGraphCreate(CUgraph* graph, unsigned int flags) {
  return result(cudaGraphCreate(graph, flags));
}
CUresult cuGraphDestroy(CUgraph graph) { return result(cudaGraphDestroy(graph)); }
CUresult cuGraphClone(CUgraph* clone, CUgraph graph) {
  return result(cudaGraphClone(clone, graph));
}

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS* p) {
  if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return result(call([&] {
    std::vector<void*> pointers;
    vgpuKernelNodeParams wanted{to_vgpu(p->func), dim3(p->gridDimX, p->gridDimY, p->gridDimZ),
                                dim3(p->blockDimX, p->blockDimY, p->blockDimZ), p->sharedMemBytes,
                                nullptr};
    const cudaError_t error =
        find_arguments(wanted.kernel, p->kernelParams, p->extra, &pointers, &wanted.args);
    if (error != cudaSuccess) return error;
    return to_cuda(vgpuGraphAddKernelNode(
        reinterpret_cast<vgpuGraphNode_t*>(node), reinterpret_cast<vgpuGraph_t>(graph),
        reinterpret_cast<const vgpuGraphNode_t*>(dependencies), count, &wanted));
  }));
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
  cudaMemcpy3DParms box;
  if (copy == nullptr || !to_box(*copy, &box)) return CUDA_ERROR_INVALID_VALUE;
  return result(cudaGraphAddMemcpyNode(node, graph, dependencies, count, &box));
}
CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS* params, CUcontext) {
  return result(cudaGraphAddMemsetNode(node, graph, dependencies, count, params));
}
CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS* params) {
  return result(cudaGraphAddHostNode(node, graph, dependencies, count, params));
}
CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t count, CUgraph child) {
  return result(cudaGraphAddChildGraphNode(node, graph, dependencies, count, child));
}
CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                             size_t count) {
  return result(cudaGraphAddEmptyNode(node, graph, dependencies, count));
}
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                size_t count) {
  return result(cudaGraphAddDependencies(graph, from, to, count));
}
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return result(cudaGraphGetNodes(graph, nodes, count));
}
CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return result(cudaGraphGetRootNodes(graph, nodes, count));
}
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, size_t* count) {
  return result(cudaGraphGetEdges(graph, from, to, count));
}
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return result(cudaGraphNodeGetType(node, type));
}
CUresult cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned int flags) {
  return result(cudaGraphDebugDotPrint(graph, path, flags));
}
CUresult cuGraphInstantiate(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  return result(cudaGraphInstantiate(exec, graph, flags));
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  return result(cudaGraphInstantiate(exec, graph, flags));
}
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return result(cudaGraphUpload(exec, stream));
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return result(cudaGraphLaunch(exec, stream));
}
CUresult cuGraphExecDestroy(CUgraphExec exec) { return result(cudaGraphExecDestroy(exec)); }
