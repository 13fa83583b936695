// The functions of vgpu_driver/graphics.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver.h"

CUresult cuGraphicsUnregisterResource(CUgraphicsResource) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuGraphicsMapResources(unsigned int, CUgraphicsResource*, CUstream) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuGraphicsUnmapResources(unsigned int, CUgraphicsResource*, CUstream) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned int) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr*, size_t*, CUgraphicsResource) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuGraphicsSubResourceGetMappedArray(CUarray*, CUgraphicsResource, unsigned int,
                                             unsigned int) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuGetExportTable(const void**, const CUuuid*) { return CUDA_ERROR_NOT_FOUND; }
