// The functions of vgpu_api/graph_edges.h.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

namespace vgpu::cuda {

cudaError_t check_edges(const cudaGraphEdgeData* edges, std::size_t count) {
  if (edges == nullptr) return cudaSuccess;
  const bool known = std::all_of(edges, edges + count, [](const cudaGraphEdgeData& edge) {
    return edge.from_port <= cudaGraphKernelNodePortLaunchCompletion && edge.to_port == 0 &&
           edge.type <= cudaGraphDependencyTypeProgrammatic;
  });
  return known ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace vgpu::cuda

namespace {

// Edges that were asked for: as many as there is room for.
cudaError_t tell_edges(cudaError_t error, cudaGraphEdgeData* edges, const std::size_t* count) {
  if (error == cudaSuccess && edges != nullptr && count != nullptr)
    std::fill_n(edges, *count, cudaGraphEdgeData{});
  return error;
}

}  // namespace

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                size_t count, cudaGraphNodeParams* params) {
  if (const cudaError_t error = check_edges(edges, count)) return remember(error);
  return cudaGraphAddNode(node, graph, dependencies, count, params);
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        size_t count) {
  if (const cudaError_t error = check_edges(edges, count)) return remember(error);
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           const cudaGraphEdgeData* edges, size_t count) {
  if (const cudaError_t error = check_edges(edges, count)) return remember(error);
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count) {
  return tell_edges(cudaGraphGetEdges(graph, from, to, count), edges, count);
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                            cudaGraphEdgeData* edges, size_t* count) {
  return tell_edges(cudaGraphNodeGetDependencies(node, dependencies, count), edges, count);
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                              cudaGraphEdgeData* edges, size_t* count) {
  return tell_edges(cudaGraphNodeGetDependentNodes(node, dependents, count), edges, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
                                                   cudaGraphNode_t* dependencies,
                                                   const cudaGraphEdgeData* edges, size_t count,
                                                   unsigned int flags) {
  if (const cudaError_t error = check_edges(edges, count)) return remember(error);
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags);
}
