// The functions of vgpu_driver/graph.h that make graphs, ask about them and run them.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver_graph.h"
#include "api/cuda/driver.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

CUresult cuGraphCreate(CUgraph* graph, unsigned int flags) {
  return result(cudaGraphCreate(graph, flags));
}
CUresult cuGraphDestroy(CUgraph graph) { return result(cudaGraphDestroy(graph)); }
CUresult cuGraphClone(CUgraph* clone, CUgraph graph) {
  return result(cudaGraphClone(clone, graph));
}

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const vgpuKernelNodeParams& wanted) {
    return vgpuGraphAddKernelNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                  &wanted);
  });
}
CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
  return with_box(copy, [&](const cudaMemcpy3DParms& wanted) {
    return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &wanted);
  });
}
CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS* params, CUcontext) {
  return with_fill(params, [&](const cudaMemsetParams& wanted) {
    return cudaGraphAddMemsetNode(node, graph, dependencies, count, &wanted);
  });
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

CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph,
                                   const CUgraphNode* dependencies, size_t count, CUevent event) {
  return result(cudaGraphAddEventRecordNode(node, graph, dependencies, count, event));
}
CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                 size_t count, CUevent event) {
  return result(cudaGraphAddEventWaitNode(node, graph, dependencies, count, event));
}
CUresult cuGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUdeviceptr pointer) {
  return result(cudaGraphAddMemFreeNode(node, graph, dependencies, count, to_pointer(pointer)));
}
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                   size_t count) {
  return result(cudaGraphRemoveDependencies(graph, from, to, count));
}
CUresult cuGraphDestroyNode(CUgraphNode node) { return result(cudaGraphDestroyNode(node)); }
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* dependencies, size_t* count) {
  return result(cudaGraphNodeGetDependencies(node, dependencies, count));
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* dependents, size_t* count) {
  return result(cudaGraphNodeGetDependentNodes(node, dependents, count));
}
CUresult cuGraphNodeFindInClone(CUgraphNode* node, CUgraphNode original, CUgraph clone) {
  return result(cudaGraphNodeFindInClone(node, original, clone));
}
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
  return result(cudaGraphChildGraphNodeGetGraph(node, graph));
}
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* info) {
  return result(cudaGraphExecUpdate(exec, graph, info));
}
CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled) {
  return result(cudaGraphNodeSetEnabled(exec, node, enabled));
}
CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int* enabled) {
  return result(cudaGraphNodeGetEnabled(exec, node, enabled));
}
CUresult cuUserObjectCreate(CUuserObject* object, void* pointer, CUhostFn destroy,
                            unsigned int references, unsigned int flags) {
  return result(cudaUserObjectCreate(object, pointer, destroy, references, flags));
}
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) {
  return result(cudaUserObjectRetain(object, count));
}
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return result(cudaUserObjectRelease(object, count));
}
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags) {
  return result(cudaGraphRetainUserObject(graph, object, count, flags));
}
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
  return result(cudaGraphReleaseUserObject(graph, object, count));
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t* flags) {
  unsigned long long known = 0;
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaGraphExecGetFlags(exec, &known);
  *flags = known;
  return result(error);
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* params) {
  if (params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaMemAllocNodeParams wanted{params->poolProps, params->accessDescs, params->accessDescCount,
                                params->bytesize, nullptr};
  const cudaError_t error = cudaGraphAddMemAllocNode(node, graph, dependencies, count, &wanted);
  params->dptr = reinterpret_cast<CUdeviceptr>(wanted.dptr);
  return result(error);
}
