// The functions of vgpu_driver/interprocess.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr pointer) {
  return result(cudaIpcGetMemHandle(handle, to_pointer(pointer)));
}
CUresult cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned int flags) {
  return result(cudaIpcOpenMemHandle(to_pointer(pointer), handle, flags));
}
CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return result(cudaIpcCloseMemHandle(to_pointer(pointer)));
}
CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  return result(cudaIpcGetEventHandle(handle, event));
}
CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  return result(cudaIpcOpenEventHandle(event, handle));
}
