/* What the headers of the CUDA run time share: handles, linkage, default arguments.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_TYPES_H
#define VGPU_API_TYPES_H

#include <limits.h>
#include <stddef.h>

#include "vgpu_vector_types.h"

/* Programs ask by these macros whether CUDA's types are known. */
#define __DRIVER_TYPES_H__ 1
#define __VECTOR_FUNCTIONS_H__ 1
#define __HOST_DEFINES_H__ 1
#define __DEVICE_TYPES_H__ 1

#ifdef __cplusplus
#define VG_C_BEGIN extern "C" {
#define VG_C_END }
#define VG_DEFAULT(value) = value
#else
#define VG_C_BEGIN
#define VG_C_END
#define VG_DEFAULT(value)
#endif

#ifndef CUDARTAPI
#define CUDARTAPI
#define CUDART_CB
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION 12050
#endif

enum cudaRoundMode {
  cudaRoundNearest = 0,
  cudaRoundZero = 1,
  cudaRoundPosInf = 2,
  cudaRoundMinInf = 3
};

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUfunc_st* cudaFunction_t;
typedef struct CUkern_st* cudaKernel_t;
typedef struct CUmemPoolHandle_st* cudaMemPool_t;
typedef struct cudaArray* cudaArray_t;
typedef const struct cudaArray* cudaArray_const_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray* cudaMipmappedArray_const_t;

#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

#endif
