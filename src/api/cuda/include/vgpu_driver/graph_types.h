/* What the functions of vgpu_driver/graph.h get and give.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_GRAPH_TYPES_H
#define VGPU_DRIVER_GRAPH_TYPES_H

#include "vgpu_driver/copy.h"

typedef cudaHostFn_t CUhostFn;
typedef cudaUserObject_t CUuserObject;
#define CU_USER_OBJECT_NO_DESTRUCTOR_SYNC cudaUserObjectNoDestructorSync
#define CU_GRAPH_USER_OBJECT_MOVE cudaGraphUserObjectMove
typedef enum cudaGraphNodeType CUgraphNodeType;
#define CU_GRAPH_NODE_TYPE_KERNEL cudaGraphNodeTypeKernel
#define CU_GRAPH_NODE_TYPE_MEMCPY cudaGraphNodeTypeMemcpy
#define CU_GRAPH_NODE_TYPE_MEMSET cudaGraphNodeTypeMemset
#define CU_GRAPH_NODE_TYPE_HOST cudaGraphNodeTypeHost
#define CU_GRAPH_NODE_TYPE_GRAPH cudaGraphNodeTypeGraph
#define CU_GRAPH_NODE_TYPE_EMPTY cudaGraphNodeTypeEmpty
#define CU_GRAPH_NODE_TYPE_WAIT_EVENT cudaGraphNodeTypeWaitEvent
#define CU_GRAPH_NODE_TYPE_EVENT_RECORD cudaGraphNodeTypeEventRecord
#define CU_GRAPH_NODE_TYPE_MEM_ALLOC cudaGraphNodeTypeMemAlloc
#define CU_GRAPH_NODE_TYPE_MEM_FREE cudaGraphNodeTypeMemFree
#define CU_GRAPH_NODE_TYPE_CONDITIONAL cudaGraphNodeTypeConditional
#define CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH cudaGraphInstantiateFlagAutoFreeOnLaunch
#define CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD cudaGraphInstantiateFlagUpload
#define CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH cudaGraphInstantiateFlagDeviceLaunch
#define CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY cudaGraphInstantiateFlagUseNodePriority
typedef enum cudaGraphExecUpdateResult CUgraphExecUpdateResult;
#define CU_GRAPH_EXEC_UPDATE_SUCCESS cudaGraphExecUpdateSuccess
#define CU_GRAPH_EXEC_UPDATE_ERROR cudaGraphExecUpdateError
#define CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED cudaGraphExecUpdateErrorTopologyChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED cudaGraphExecUpdateErrorNodeTypeChanged
typedef cudaGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo;
typedef cudaKernelNodeAttrID CUkernelNodeAttrID;
typedef cudaKernelNodeAttrValue CUkernelNodeAttrValue;
typedef struct cudaHostNodeParams CUDA_HOST_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value, elementSize;
  size_t width, height;
} CUDA_MEMSET_NODE_PARAMS;
typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc* accessDescs;
  size_t accessDescCount, bytesize;
  CUdeviceptr dptr; /* is set when the node is made */
} CUDA_MEM_ALLOC_NODE_PARAMS;
typedef struct CUDA_KERNEL_NODE_PARAMS_st {
  CUfunction func;
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  void** kernelParams;
  void** extra;
} CUDA_KERNEL_NODE_PARAMS;

#endif
