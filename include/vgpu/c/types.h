/* What all headers share: handles, dim3, export and C++ guards.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_TYPES_H
#define VGPU_C_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define VGPU_C_BEGIN extern "C" {
#define VGPU_C_END }
#else
#define VGPU_C_BEGIN
#define VGPU_C_END
#endif

#if defined(__GNUC__)
#define VGPU_API __attribute__((visibility("default")))
#else
#define VGPU_API
#endif

#ifdef __cplusplus
#define VGPU_DEFAULT(value) = value /* a default argument where the language has them */
#define VGPU_INT_ENUM : int         /* as in C: any number may arrive, and functions check it */
#else
#define VGPU_DEFAULT(value)
#define VGPU_INT_ENUM
#endif

/* Handles are numbers in a pointer's clothes: they are checked at every call and never
 * dereferenced, so a destroyed or foreign one is vgpuErrorInvalidHandle. NULL as a stream is the
 * default stream. */
typedef struct vgpuStreamHandle* vgpuStream_t;
typedef struct vgpuEventHandle* vgpuEvent_t;
typedef struct vgpuModuleHandle* vgpuModule_t;
typedef struct vgpuKernelHandle* vgpuKernel_t;
typedef struct vgpuGraphHandle* vgpuGraph_t;
typedef struct vgpuGraphNodeHandle* vgpuGraphNode_t;
typedef struct vgpuGraphExecHandle* vgpuGraphExec_t;

/* dim3 as in CUDA. A program that includes CUDA's vector_types.h first keeps that one. */
#if !defined(__VECTOR_TYPES_H__) && !defined(VGPU_NO_DIM3)
typedef struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
#endif
} dim3;
#endif

#endif
