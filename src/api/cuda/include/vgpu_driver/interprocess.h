/* Memory and events shared between processes, of CUDA's driver interface.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_INTERPROCESS_H
#define VGPU_DRIVER_INTERPROCESS_H

#include "vgpu_api/interprocess.h"
#include "vgpu_driver/types.h"

#define CU_IPC_HANDLE_SIZE CUDA_IPC_HANDLE_SIZE
#define CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS cudaIpcMemLazyEnablePeerAccess
typedef cudaIpcMemHandle_t CUipcMemHandle;
typedef cudaIpcEventHandle_t CUipcEventHandle;

VG_C_BEGIN
CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr pointer);
CUresult cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned int flags);
CUresult cuIpcCloseMemHandle(CUdeviceptr pointer);
CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event);
CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle);
VG_C_END

#endif
