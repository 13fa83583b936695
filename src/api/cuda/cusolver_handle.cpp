// The functions of vgpu_solver/handle.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/solver.h"

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
           : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                   : CUSOLVER_VER_PATCH;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int* version) {
  if (version == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cusolverDnContext;
  return *handle == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->blas.stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->blas.stream;
  return CUSOLVER_STATUS_SUCCESS;
}
