// The functions of vgpu_dnn/handle.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn.h"

using namespace vgpu::cuda::dnn;

size_t cudnnGetVersion() { return CUDNN_VERSION; }
size_t cudnnGetCudartVersion() { return CUDART_VERSION; }

cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUDNN_STATUS_BAD_PARAM;
  if (type < MAJOR_VERSION || type > PATCH_LEVEL) return CUDNN_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUDNN_MAJOR
           : type == MINOR_VERSION ? CUDNN_MINOR
                                   : CUDNN_PATCHLEVEL;
  return CUDNN_STATUS_SUCCESS;
}

const char* cudnnGetErrorString(cudnnStatus_t status) {
  static constexpr const char* kNames[] = {"CUDNN_STATUS_SUCCESS",
                                           "CUDNN_STATUS_NOT_INITIALIZED",
                                           "CUDNN_STATUS_ALLOC_FAILED",
                                           "CUDNN_STATUS_BAD_PARAM",
                                           "CUDNN_STATUS_INTERNAL_ERROR",
                                           "CUDNN_STATUS_INVALID_VALUE",
                                           "CUDNN_STATUS_ARCH_MISMATCH",
                                           "CUDNN_STATUS_MAPPING_ERROR",
                                           "CUDNN_STATUS_EXECUTION_FAILED",
                                           "CUDNN_STATUS_NOT_SUPPORTED",
                                           "CUDNN_STATUS_LICENSE_ERROR",
                                           "CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING",
                                           "CUDNN_STATUS_RUNTIME_IN_PROGRESS",
                                           "CUDNN_STATUS_RUNTIME_FP_OVERFLOW",
                                           "CUDNN_STATUS_VERSION_MISMATCH"};
  const auto number = static_cast<std::size_t>(status);
  return number < std::size(kNames) ? kNames[number] : "CUDNN_UNKNOWN_STATUS";
}

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) { return make(handle); }

cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  return handle == nullptr ? CUDNN_STATUS_NOT_INITIALIZED : destroy(handle);
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId) {
  if (handle == nullptr) return CUDNN_STATUS_BAD_PARAM;
  handle->stream = streamId;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* streamId) {
  if (handle == nullptr || streamId == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *streamId = handle->stream;
  return CUDNN_STATUS_SUCCESS;
}
