// The functions of vgpu_api/graph_nodes.h, but for those that name a variable (symbol.cpp).
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

namespace {

cudaError_t add_conditional(cudaGraphNode_t* node, cudaGraph_t graph,
                            const cudaGraphNode_t* dependencies, size_t count,
                            cudaConditionalNodeParams& params) {
  return call([&] {
    vgpuGraph_t* bodies = nullptr;
    const vgpuError_t error = vgpuGraphAddConditionalNode(
        to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count, params.handle,
        static_cast<vgpuGraphConditionalType>(params.type), params.size, &bodies);
    params.phGraph_out = reinterpret_cast<cudaGraph_t*>(bodies);
    return error;
  });
}

}  // namespace

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, size_t count,
                             cudaGraphNodeParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  const auto add = [&](auto function, auto what) {
    return function(node, graph, dependencies, count, what);
  };
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return add(cudaGraphAddKernelNode, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return add(cudaGraphAddMemcpyNode, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return add(cudaGraphAddMemsetNode, &params->memset);
    case cudaGraphNodeTypeHost:
      return add(cudaGraphAddHostNode, &params->host);
    case cudaGraphNodeTypeGraph:
      return add(cudaGraphAddChildGraphNode, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
      return add(cudaGraphAddEventWaitNode, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return add(cudaGraphAddEventRecordNode, params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
      return add(cudaGraphAddMemAllocNode, &params->alloc);
    case cudaGraphNodeTypeMemFree:
      return add(cudaGraphAddMemFreeNode, params->free.dptr);
    case cudaGraphNodeTypeConditional:
      return add_conditional(node, graph, dependencies, count, params->conditional);
  }
  return remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphKernelNodeSetParams(node, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphMemsetNodeSetParams(node, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphHostNodeSetParams(node, &params->host);
    default:
      return remember(cudaErrorInvalidValue);
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphExecKernelNodeSetParams(exec, node, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphExecMemcpyNodeSetParams(exec, node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphExecMemsetNodeSetParams(exec, node, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphExecHostNodeSetParams(exec, node, &params->host);
    case cudaGraphNodeTypeGraph:
      return cudaGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
    default:
      return remember(cudaErrorInvalidValue);
  }
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int first, unsigned int flags) {
  return call([&] {
    if ((flags & ~static_cast<unsigned>(cudaGraphCondAssignDefault)) != 0)
      return vgpuErrorInvalidValue;
    return vgpuGraphConditionCreate(handle, to_vgpu(graph), first, flags != 0);
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, size_t count) {
  return call([&] {
    return vgpuGraphRemoveDependencies(to_vgpu(graph), to_vgpu(from), to_vgpu(to), count);
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return call([&] { return vgpuGraphDestroyNode(to_vgpu(node)); });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  return call(
      [&] { return vgpuGraphNodeFindInClone(to_vgpu(node), to_vgpu(original), to_vgpu(clone)); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return call([&] { return vgpuGraphChildGraphNodeGetGraph(to_vgpu(node), to_vgpu(graph)); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
  return call([&] { return vgpuGraphNodeSetEnabled(find_exec(exec), to_vgpu(node), enabled); });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
  return call([&] { return vgpuGraphNodeGetEnabled(find_exec(exec), to_vgpu(node), enabled); });
}
