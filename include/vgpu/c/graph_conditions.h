/* Graphs that run on a condition, as nodes of a graph. Included by vgpu/c/graph.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_GRAPH_CONDITIONS_H
#define VGPU_C_GRAPH_CONDITIONS_H

/** A condition's handle is the address of its value, a 32-bit number that kernels may write. */
typedef unsigned long long vgpuGraphCondition_t;

typedef enum vgpuGraphConditionalType VGPU_INT_ENUM {
  vgpuGraphConditionalIf = 0,    /**< body 0 unless the value is 0, else body 1 if there is one */
  vgpuGraphConditionalWhile = 1, /**< body 0 again and again until the value is 0 */
  vgpuGraphConditionalSwitch = 2 /**< the body of that number, if there is one */
} vgpuGraphConditionalType;

VGPU_C_BEGIN

/** A value for conditional nodes of the graph. With resets it becomes `first` whenever the graph that
 * has the node begins to run; else it keeps what it has. */
VGPU_API vgpuError_t vgpuGraphConditionCreate(vgpuGraphCondition_t* condition, vgpuGraph_t graph,
                                              unsigned int first, int resets);

/** Makes `size` empty graphs inside the new node, to be filled before the graph is instantiated, and
 * gives an array of them. They and the array belong to the graph. An if has one or two bodies, a while
 * has one. */
VGPU_API vgpuError_t vgpuGraphAddConditionalNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                                 const vgpuGraphNode_t* dependencies, size_t count,
                                                 vgpuGraphCondition_t condition,
                                                 vgpuGraphConditionalType type, size_t size,
                                                 vgpuGraph_t** bodies);

VGPU_C_END

#endif
