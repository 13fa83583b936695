/* Graphs changed after they were made: edges and nodes taken away, nodes found in copies, nodes switched off.
 *
 * Included by vgpu/c/graph.h. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_GRAPH_EDITS_H
#define VGPU_C_GRAPH_EDITS_H

#include <vgpu/c/types.h>

VGPU_C_BEGIN

/** Takes away the edges from[i] -> to[i], each of which must be there. */
VGPU_API vgpuError_t vgpuGraphRemoveDependencies(vgpuGraph_t graph, const vgpuGraphNode_t* from,
                                                 const vgpuGraphNode_t* to, size_t count);
/** Takes a node away, with its edges. Executable graphs made before keep it. */
VGPU_API vgpuError_t vgpuGraphDestroyNode(vgpuGraphNode_t node);
/** The node of a clone that was made of `node`. */
VGPU_API vgpuError_t vgpuGraphNodeFindInClone(vgpuGraphNode_t* found, vgpuGraphNode_t node,
                                              vgpuGraph_t clone);
/** Whether launches from now on do the node's work: that of a kernel, a copy or a fill. */
VGPU_API vgpuError_t vgpuGraphExecNodeSetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                 int enabled);
VGPU_API vgpuError_t vgpuGraphExecNodeGetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                 int* enabled);

VGPU_C_END

#endif
