/* What the headers of CUDA's driver interface share: handles and results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_TYPES_H
#define VGPU_DRIVER_TYPES_H

#include <stdint.h>
#include <stdlib.h>

#include "cuda_runtime_api.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 12050
#endif
#define CUDAAPI
#define CUDA_CB

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUlib_st* CUlibrary;
typedef struct CUlinkState_st* CUlinkState;
typedef cudaFunction_t CUfunction;
typedef cudaKernel_t CUkernel;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaArray_t CUarray;
typedef cudaMipmappedArray_t CUmipmappedArray;
typedef cudaMemPool_t CUmemoryPool;
typedef cudaGraph_t CUgraph;
typedef cudaGraphNode_t CUgraphNode;
typedef cudaGraphExec_t CUgraphExec;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;

#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)
#define CU_DEVICE_CPU ((CUdevice) - 1)
#define CU_DEVICE_INVALID ((CUdevice) - 2)

typedef enum cudaError_enum {
#define VG_CU_RESULT(name, number) name = number,
#include "vgpu_driver/results.def"
#undef VG_CU_RESULT
} CUresult;

#endif
