/* Graphs: commands with dependencies, built by hand or captured from streams, launched many times.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_GRAPH_H
#define VGPU_C_GRAPH_H

#include <vgpu/c/copy.h>
#include <vgpu/c/stream.h>

typedef enum vgpuGraphNodeType VGPU_INT_ENUM {
  vgpuGraphNodeTypeKernel = 0,
  vgpuGraphNodeTypeMemcpy = 1,
  vgpuGraphNodeTypeMemset = 2,
  vgpuGraphNodeTypeHost = 3,
  vgpuGraphNodeTypeGraph = 4, /**< a graph inside the graph */
  vgpuGraphNodeTypeEmpty = 5,
  vgpuGraphNodeTypeEventRecord = 6,
  vgpuGraphNodeTypeEventWait = 7
} vgpuGraphNodeType;

typedef enum vgpuStreamCaptureMode VGPU_INT_ENUM {
  vgpuStreamCaptureModeGlobal = 0,
  vgpuStreamCaptureModeThreadLocal = 1,
  vgpuStreamCaptureModeRelaxed = 2
} vgpuStreamCaptureMode;

typedef struct vgpuKernelNodeParams {
  vgpuKernel_t kernel;
  dim3 grid, block;
  size_t sharedBytes;
  void** args; /**< the values are copied into the node */
} vgpuKernelNodeParams;

typedef struct vgpuMemcpyNodeParams {
  void* dst;
  size_t dpitch; /**< of no meaning where height is 1 */
  const void* src;
  size_t spitch;
  size_t width, height;
  vgpuMemcpyKind kind;
  size_t depth, dslice, sslice; /**< slices of a box and the bytes between them; depth 0 is 1 */
} vgpuMemcpyNodeParams;

typedef struct vgpuMemsetNodeParams {
  void* dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /**< 1, 2 or 4 */
  size_t width, height;     /**< elements in a row, rows */
} vgpuMemsetNodeParams;

typedef struct vgpuHostNodeParams {
  vgpuHostFunction_t function;
  void* userData;
} vgpuHostNodeParams;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuGraphCreate(vgpuGraph_t* graph, unsigned int flags);
VGPU_API vgpuError_t vgpuGraphDestroy(vgpuGraph_t graph);
VGPU_API vgpuError_t vgpuGraphClone(vgpuGraph_t* clone, vgpuGraph_t graph);

/* Each node waits for the count nodes of dependencies, which may be NULL if count is 0. */
VGPU_API vgpuError_t vgpuGraphAddKernelNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                            const vgpuGraphNode_t* dependencies, size_t count,
                                            const vgpuKernelNodeParams* params);
VGPU_API vgpuError_t vgpuGraphAddMemcpyNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                            const vgpuGraphNode_t* dependencies, size_t count,
                                            const vgpuMemcpyNodeParams* params);
VGPU_API vgpuError_t vgpuGraphAddMemsetNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                            const vgpuGraphNode_t* dependencies, size_t count,
                                            const vgpuMemsetNodeParams* params);
VGPU_API vgpuError_t vgpuGraphAddHostNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                          const vgpuGraphNode_t* dependencies, size_t count,
                                          const vgpuHostNodeParams* params);
VGPU_API vgpuError_t vgpuGraphAddChildGraphNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                                const vgpuGraphNode_t* dependencies, size_t count,
                                                vgpuGraph_t child);
VGPU_API vgpuError_t vgpuGraphAddEmptyNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                           const vgpuGraphNode_t* dependencies, size_t count);
VGPU_API vgpuError_t vgpuGraphAddEventRecordNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                                 const vgpuGraphNode_t* dependencies, size_t count,
                                                 vgpuEvent_t event);
VGPU_API vgpuError_t vgpuGraphAddEventWaitNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                               const vgpuGraphNode_t* dependencies, size_t count,
                                               vgpuEvent_t event);

/** Adds the edges from[i] -> to[i]; a cycle is refused. */
VGPU_API vgpuError_t vgpuGraphAddDependencies(vgpuGraph_t graph, const vgpuGraphNode_t* from,
                                              const vgpuGraphNode_t* to, size_t count);

/* Each gives what there is: *count is the room in the arrays and gets the number; arrays may be
 * NULL. */
VGPU_API vgpuError_t vgpuGraphGetNodes(vgpuGraph_t graph, vgpuGraphNode_t* nodes, size_t* count);
VGPU_API vgpuError_t vgpuGraphGetRootNodes(vgpuGraph_t graph, vgpuGraphNode_t* nodes,
                                           size_t* count);
VGPU_API vgpuError_t vgpuGraphGetEdges(vgpuGraph_t graph, vgpuGraphNode_t* from,
                                       vgpuGraphNode_t* to, size_t* count);
VGPU_API vgpuError_t vgpuGraphNodeGetType(vgpuGraphNode_t node, vgpuGraphNodeType* type);
/** The nodes that it waits for (after = 0), or those that wait for it. */
VGPU_API vgpuError_t vgpuGraphNodeGetNeighbours(vgpuGraphNode_t node, vgpuGraphNode_t* nodes,
                                                size_t* count, int after);

/** Writes the graph as a picture for Graphviz. */
VGPU_API vgpuError_t vgpuGraphDebugDotPrint(vgpuGraph_t graph, const char* path,
                                            unsigned int flags);

/** Freezes the graph as it is now for launching. flags must be 0. */
VGPU_API vgpuError_t vgpuGraphInstantiate(vgpuGraphExec_t* exec, vgpuGraph_t graph,
                                          unsigned int flags);

/** Runs the graph as one command of the stream. */
VGPU_API vgpuError_t vgpuGraphLaunch(vgpuGraphExec_t exec, vgpuStream_t stream);
VGPU_API vgpuError_t vgpuGraphExecDestroy(vgpuGraphExec_t exec);

/** From here the stream's commands, and those of streams that wait for its events, become nodes of
 * a graph. */
VGPU_API vgpuError_t vgpuStreamBeginCapture(vgpuStream_t stream, vgpuStreamCaptureMode mode);
VGPU_API vgpuError_t vgpuStreamEndCapture(vgpuStream_t stream, vgpuGraph_t* graph);
VGPU_API vgpuError_t vgpuStreamIsCapturing(vgpuStream_t stream, vgpuStreamCaptureStatus* status);

VGPU_C_END

#include <vgpu/c/graph_edits.h>
#include <vgpu/c/graph_parameters.h>

#endif
