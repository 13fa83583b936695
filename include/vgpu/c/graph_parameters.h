/* What the nodes of a graph do, asked for and changed. Included by vgpu/c/graph.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_GRAPH_PARAMETERS_H
#define VGPU_C_GRAPH_PARAMETERS_H

VGPU_C_BEGIN

/* What a node does, and other parameters for it; executable graphs made before stay as they are. The
 * arguments of a kernel that are given belong to the node and are good until they are asked for
 * again. */
VGPU_API vgpuError_t vgpuGraphKernelNodeGetParams(vgpuGraphNode_t node,
                                                  vgpuKernelNodeParams* params);
VGPU_API vgpuError_t vgpuGraphKernelNodeSetParams(vgpuGraphNode_t node,
                                                  const vgpuKernelNodeParams* params);
VGPU_API vgpuError_t vgpuGraphMemcpyNodeGetParams(vgpuGraphNode_t node,
                                                  vgpuMemcpyNodeParams* params);
VGPU_API vgpuError_t vgpuGraphMemcpyNodeSetParams(vgpuGraphNode_t node,
                                                  const vgpuMemcpyNodeParams* params);
VGPU_API vgpuError_t vgpuGraphMemsetNodeGetParams(vgpuGraphNode_t node,
                                                  vgpuMemsetNodeParams* params);
VGPU_API vgpuError_t vgpuGraphMemsetNodeSetParams(vgpuGraphNode_t node,
                                                  const vgpuMemsetNodeParams* params);
VGPU_API vgpuError_t vgpuGraphHostNodeGetParams(vgpuGraphNode_t node, vgpuHostNodeParams* params);
VGPU_API vgpuError_t vgpuGraphHostNodeSetParams(vgpuGraphNode_t node,
                                                const vgpuHostNodeParams* params);

/** New arguments and sizes for the node that `node` of the original graph has become. */
VGPU_API vgpuError_t vgpuGraphExecKernelNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                      const vgpuKernelNodeParams* params);

/* The same for the other kinds. */
VGPU_API vgpuError_t vgpuGraphExecMemcpyNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                      const vgpuMemcpyNodeParams* params);
VGPU_API vgpuError_t vgpuGraphExecMemsetNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                      const vgpuMemsetNodeParams* params);
VGPU_API vgpuError_t vgpuGraphExecHostNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                    const vgpuHostNodeParams* params);
VGPU_API vgpuError_t vgpuGraphExecChildGraphNodeSetParams(vgpuGraphExec_t exec,
                                                          vgpuGraphNode_t node, vgpuGraph_t child);

/** The graph inside a node: the copy that was made of the child when the node was added. */
VGPU_API vgpuError_t vgpuGraphChildGraphNodeGetGraph(vgpuGraphNode_t node, vgpuGraph_t* graph);

/** Whether the kernel, copy or fill that `node` of the original graph has become runs in launches. */
VGPU_API vgpuError_t vgpuGraphNodeSetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                             unsigned int enabled);
VGPU_API vgpuError_t vgpuGraphNodeGetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                             unsigned int* enabled);

VGPU_C_END

#endif
