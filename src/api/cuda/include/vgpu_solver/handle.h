/* cuSOLVER's version and the handle for dense matrices.
 *
 * Work buffers are not needed: each size is that of the smallest piece of memory that can be had.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_HANDLE_H
#define VGPU_SOLVER_HANDLE_H

#include <inttypes.h>
#include <stdio.h>

#include "cublas_v2.h"
#include "vgpu_solver/kinds.h"

#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VER_MINOR 6
#define CUSOLVER_VER_PATCH 0
#define CUSOLVER_VERSION 11600

typedef struct cusolverDnContext* cusolverDnHandle_t;

VG_C_BEGIN
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value);
cusolverStatus_t cusolverGetVersion(int* version);
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream);
VG_C_END

#endif
