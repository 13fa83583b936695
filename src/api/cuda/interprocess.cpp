// The functions of vgpu_api/interprocess.h: device memory is its process's own.
// SPDX-License-Identifier: MIT
#include "api/cuda/call.h"

using namespace vgpu::cuda;

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaIpcCloseMemHandle(void*) { return remember(cudaErrorNotSupported); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return remember(cudaErrorNotSupported);
}
