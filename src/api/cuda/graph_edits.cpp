// The functions of vgpu_api/graph_edits.h, those for nodes of any kind on those for nodes of one.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

namespace {

// The parameters as the functions for one kind take them.
cudaKernelNodeParams kernel_of(const cudaGraphNodeParams& all) {
  const cudaKernelNodeParamsV2& p = all.kernel;
  return {p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, p.extra};
}
cudaMemsetParams fill_of(const cudaGraphNodeParams& all) {
  const cudaMemsetParamsV2& p = all.memset;
  return {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
}
cudaHostNodeParams host_of(const cudaGraphNodeParams& all) {
  return {all.host.fn, all.host.userData};
}

// Hands the parameters of a kind that can change to `kernel`, `copy`, `fill`, `host` or `child`.
template <class Kernel, class CopyTo, class Fill, class Host, class Child>
cudaError_t change(const cudaGraphNodeParams* params, Kernel kernel, CopyTo copy, Fill fill,
                   Host host, Child child) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  switch (params->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams wanted = kernel_of(*params);
      return kernel(&wanted);
    }
    case cudaGraphNodeTypeMemcpy:
      return copy(&params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams wanted = fill_of(*params);
      return fill(&wanted);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams wanted = host_of(*params);
      return host(&wanted);
    }
    case cudaGraphNodeTypeGraph:
      return child(params->graph.graph);
    default:
      return remember(cudaErrorInvalidValue);
  }
}

}  // namespace

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, size_t count,
                             cudaGraphNodeParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  switch (params->type) {
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, dependencies, count, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, dependencies, count,
                                         params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, dependencies, count, &params->alloc);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, dependencies, count, params->free.dptr);
    default:
      break;
  }
  const auto adder = [&](auto add) {
    return [=](auto wanted) { return add(node, graph, dependencies, count, wanted); };
  };
  return change(params, adder(cudaGraphAddKernelNode), adder(cudaGraphAddMemcpyNode),
                adder(cudaGraphAddMemsetNode), adder(cudaGraphAddHostNode),
                adder(cudaGraphAddChildGraphNode));
}

// A graph inside a graph is copied when its node is made, and stays.
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params) {
  const auto setter = [&](auto set) { return [=](auto wanted) { return set(node, wanted); }; };
  return change(params, setter(cudaGraphKernelNodeSetParams), setter(cudaGraphMemcpyNodeSetParams),
                setter(cudaGraphMemsetNodeSetParams), setter(cudaGraphHostNodeSetParams),
                [](cudaGraph_t) { return remember(cudaErrorInvalidValue); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* params) {
  const auto setter = [&](auto set) {
    return [=](auto wanted) { return set(exec, node, wanted); };
  };
  return change(params, setter(cudaGraphExecKernelNodeSetParams),
                setter(cudaGraphExecMemcpyNodeSetParams), setter(cudaGraphExecMemsetNodeSetParams),
                setter(cudaGraphExecHostNodeSetParams),
                setter(cudaGraphExecChildGraphNodeSetParams));
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

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t node,
                                     cudaGraph_t clone) {
  return call(
      [&] { return vgpuGraphNodeFindInClone(to_vgpu(found), to_vgpu(node), to_vgpu(clone)); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
  return call([&] {
    return vgpuGraphExecNodeSetEnabled(find_exec(exec), to_vgpu(node), enabled != 0 ? 1 : 0);
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
  return call([&] {
    int found = 0;
    if (enabled == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphExecNodeGetEnabled(find_exec(exec), to_vgpu(node), &found);
    *enabled = static_cast<unsigned>(found);
    return error;
  });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  const cudaError_t error = cudaGraphInstantiate(exec, graph, params->flags);
  params->errNode_out = nullptr;
  params->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}
