/* Objects of the program that live as long as a graph needs them, and attributes of kernel nodes. Included by
 * vgpu_api/graph.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_GRAPH_OBJECTS_H
#define VGPU_API_GRAPH_OBJECTS_H

#include "vgpu_api/launch_attributes.h"

typedef struct CUuserObject_st* cudaUserObject_t;
enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };

VG_C_BEGIN
/* `destroy` is called with `pointer` when the last reference is gone: on any thread, without calls of CUDA in it. */
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count VG_DEFAULT(1));
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count VG_DEFAULT(1));
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count VG_DEFAULT(1),
                                      unsigned int flags VG_DEFAULT(0));
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count VG_DEFAULT(1));

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to);
VG_C_END

#endif
