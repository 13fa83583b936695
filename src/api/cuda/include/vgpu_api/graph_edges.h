/* Edges of graphs with data, since CUDA 12.3. Included by vgpu_api/graph.h.
 *
 * A programmatic edge lets a kernel begin before the one that it depends on has ended. Here it begins behind it, which is
 * one of the orders that such an edge allows; so all edges are alike, and are told as default ones.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_GRAPH_EDGES_H
#define VGPU_API_GRAPH_EDGES_H

struct cudaGraphNodeParams;

enum cudaGraphDependencyType {
  cudaGraphDependencyTypeDefault = 0,
  cudaGraphDependencyTypeProgrammatic = 1
};
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaGraphKernelNodePortLaunchCompletion 2

VG_C_BEGIN
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                size_t count, struct cudaGraphNodeParams* params);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           const cudaGraphEdgeData* edges, size_t count);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                            cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                              cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
                                                   cudaGraphNode_t* dependencies,
                                                   const cudaGraphEdgeData* edges, size_t count,
                                                   unsigned int flags VG_DEFAULT(0));
VG_C_END

#ifdef __cplusplus
/* By these names since CUDA 13. */
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies,
                                           const cudaGraphEdgeData* edges, size_t count,
                                           cudaGraphNodeParams* params) {
  return cudaGraphAddNode_v2(node, graph, dependencies, edges, count, params);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData* edges, size_t count) {
  return cudaGraphAddDependencies_v2(graph, from, to, edges, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                      const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to,
                                                      const cudaGraphEdgeData* edges,
                                                      size_t count) {
  return cudaGraphRemoveDependencies_v2(graph, from, to, edges, count);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                            cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                                            size_t* count) {
  return cudaGraphGetEdges_v2(graph, from, to, edges, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                       cudaGraphNode_t* dependencies,
                                                       cudaGraphEdgeData* edges, size_t* count) {
  return cudaGraphNodeGetDependencies_v2(node, dependencies, edges, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                         cudaGraphNode_t* dependents,
                                                         cudaGraphEdgeData* edges, size_t* count) {
  return cudaGraphNodeGetDependentNodes_v2(node, dependents, edges, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t* dependencies,
                                                              const cudaGraphEdgeData* edges,
                                                              size_t count,
                                                              unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags);
}
#endif

#endif
