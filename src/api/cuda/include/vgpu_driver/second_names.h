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
#define cuDeviceGetUuid_v2 cuDeviceGetUuid
#define cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2 cuDevicePrimaryCtxReset
#define cuDevicePrimaryCtxSetFlags_v2 cuDevicePrimaryCtxSetFlags
#define cuDeviceTotalMem_v2 cuDeviceTotalMem
#define cuEventDestroy_v2 cuEventDestroy
#define cuGetProcAddress_v2 cuGetProcAddress
#define cuGraphAddKernelNode_v2 cuGraphAddKernelNode
#define cuGraphicsResourceGetMappedPointer_v2 cuGraphicsResourceGetMappedPointer
#define cuIpcOpenMemHandle_v2 cuIpcOpenMemHandle
#define cuLinkAddData_v2 cuLinkAddData
#define cuLinkAddFile_v2 cuLinkAddFile
#define cuLinkCreate_v2 cuLinkCreate
#define cuMemAllocHost_v2 cuMemAllocHost
#define cuMemAllocPitch_v2 cuMemAllocPitch
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemFree_v2 cuMemFree
#define cuMemGetAddressRange_v2 cuMemGetAddressRange
#define cuMemGetInfo_v2 cuMemGetInfo
#define cuMemHostGetDevicePointer_v2 cuMemHostGetDevicePointer
#define cuMemHostRegister_v2 cuMemHostRegister
#define cuMemcpy2DAsync_v2 cuMemcpy2DAsync
#define cuMemcpy2DUnaligned_v2 cuMemcpy2DUnaligned
#define cuMemcpy2D_v2 cuMemcpy2D
#define cuMemcpy3DAsync_v2 cuMemcpy3DAsync
#define cuMemcpy3D_v2 cuMemcpy3D
#define cuMemcpyAtoA_v2 cuMemcpyAtoA
#define cuMemcpyAtoD_v2 cuMemcpyAtoD
#define cuMemcpyAtoHAsync_v2 cuMemcpyAtoHAsync
#define cuMemcpyAtoH_v2 cuMemcpyAtoH
#define cuMemcpyDtoA_v2 cuMemcpyDtoA
#define cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyHtoAAsync_v2 cuMemcpyHtoAAsync
#define cuMemcpyHtoA_v2 cuMemcpyHtoA
#define cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemsetD16_v2 cuMemsetD16
#define cuMemsetD2D16_v2 cuMemsetD2D16
#define cuMemsetD2D32_v2 cuMemsetD2D32
#define cuMemsetD2D8_v2 cuMemsetD2D8
#define cuMemsetD32_v2 cuMemsetD32
#define cuMemsetD8_v2 cuMemsetD8
#define cuModuleGetGlobal_v2 cuModuleGetGlobal
#define cuStreamBatchMemOp_v2 cuStreamBatchMemOp
#define cuStreamBeginCapture_v2 cuStreamBeginCapture
#define cuStreamDestroy_v2 cuStreamDestroy
#define cuStreamWaitValue32_v2 cuStreamWaitValue32
#define cuStreamWaitValue64_v2 cuStreamWaitValue64
#define cuStreamWriteValue32_v2 cuStreamWriteValue32
#define cuStreamWriteValue64_v2 cuStreamWriteValue64
#define cuTexRefGetAddress_v2 cuTexRefGetAddress
#define cuTexRefSetAddress_v2 cuTexRefSetAddress
#define cuTexRefSetAddress2D_v2 cuTexRefSetAddress2D
#define cuTexRefSetAddress2D_v3 cuTexRefSetAddress2D

#endif
