/* The names with _v2 of the driver interface, by which programs that load it by hand look for functions.
 *
 * The library has them too: see src/vgpucc/CMakeLists.txt. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_SECOND_NAMES_H
#define VGPU_DRIVER_SECOND_NAMES_H

#define cuArray3DCreate_v2 cuArray3DCreate
#define cuArray3DGetDescriptor_v2 cuArray3DGetDescriptor
#define cuArrayCreate_v2 cuArrayCreate
#define cuArrayGetDescriptor_v2 cuArrayGetDescriptor
#define cuCtxCreate_v2 cuCtxCreate
#define cuCtxDestroy_v2 cuCtxDestroy
#define cuCtxPopCurrent_v2 cuCtxPopCurrent
#define cuCtxPushCurrent_v2 cuCtxPushCurrent
#define cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2 cuDevicePrimaryCtxReset
#define cuDevicePrimaryCtxSetFlags_v2 cuDevicePrimaryCtxSetFlags
#define cuDeviceTotalMem_v2 cuDeviceTotalMem
#define cuDeviceGetUuid_v2 cuDeviceGetUuid
#define cuEventDestroy_v2 cuEventDestroy
#define cuGetProcAddress_v2 cuGetProcAddress
#define cuGraphAddKernelNode_v2 cuGraphAddKernelNode
#define cuIpcOpenMemHandle_v2 cuIpcOpenMemHandle
#define cuLinkAddData_v2 cuLinkAddData
#define cuLinkAddFile_v2 cuLinkAddFile
#define cuLinkCreate_v2 cuLinkCreate
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemAllocHost_v2 cuMemAllocHost
#define cuMemAllocPitch_v2 cuMemAllocPitch
#define cuMemFree_v2 cuMemFree
#define cuMemGetAddressRange_v2 cuMemGetAddressRange
#define cuMemGetInfo_v2 cuMemGetInfo
#define cuMemHostGetDevicePointer_v2 cuMemHostGetDevicePointer
#define cuMemHostRegister_v2 cuMemHostRegister
#define cuMemcpy2D_v2 cuMemcpy2D
#define cuMemcpy2DAsync_v2 cuMemcpy2DAsync
#define cuMemcpy2DUnaligned_v2 cuMemcpy2DUnaligned
#define cuMemcpy3D_v2 cuMemcpy3D
#define cuMemcpy3DAsync_v2 cuMemcpy3DAsync
#define cuMemcpyAtoA_v2 cuMemcpyAtoA
#define cuMemcpyAtoD_v2 cuMemcpyAtoD
#define cuMemcpyAtoH_v2 cuMemcpyAtoH
#define cuMemcpyDtoA_v2 cuMemcpyDtoA
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync
#define cuMemcpyHtoA_v2 cuMemcpyHtoA
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync
#define cuMemsetD16_v2 cuMemsetD16
#define cuMemsetD2D16_v2 cuMemsetD2D16
#define cuMemsetD2D32_v2 cuMemsetD2D32
#define cuMemsetD2D8_v2 cuMemsetD2D8
#define cuMemsetD32_v2 cuMemsetD32
#define cuMemsetD8_v2 cuMemsetD8
#define cuModuleGetGlobal_v2 cuModuleGetGlobal
#define cuStreamBeginCapture_v2 cuStreamBeginCapture
#define cuStreamDestroy_v2 cuStreamDestroy

#endif
