/* Devices and contexts of CUDA's driver interface. A context is a device with a name of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_DEVICE_H
#define VGPU_DRIVER_DEVICE_H

#include "vgpu_driver/device_attribute.h"
#include "vgpu_driver/types.h"

typedef enum cudaLimit CUlimit;
#define CU_LIMIT_STACK_SIZE cudaLimitStackSize
#define CU_LIMIT_PRINTF_FIFO_SIZE cudaLimitPrintfFifoSize
#define CU_LIMIT_MALLOC_HEAP_SIZE cudaLimitMallocHeapSize
#define CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH cudaLimitDevRuntimeSyncDepth
#define CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT cudaLimitDevRuntimePendingLaunchCount
#define CU_LIMIT_MAX_L2_FETCH_GRANULARITY cudaLimitMaxL2FetchGranularity
#define CU_LIMIT_PERSISTING_L2_CACHE_SIZE cudaLimitPersistingL2CacheSize
/* Enumerations of both interfaces are one, under two names. */
#define CUfunc_cache_enum cudaFuncCache
typedef enum cudaFuncCache CUfunc_cache;
#define CU_FUNC_CACHE_PREFER_NONE cudaFuncCachePreferNone
#define CU_FUNC_CACHE_PREFER_SHARED cudaFuncCachePreferShared
#define CU_FUNC_CACHE_PREFER_L1 cudaFuncCachePreferL1
#define CU_FUNC_CACHE_PREFER_EQUAL cudaFuncCachePreferEqual
#define CUsharedconfig_enum cudaSharedMemConfig
typedef enum cudaSharedMemConfig CUsharedconfig;
#define CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE cudaSharedMemBankSizeDefault
#define CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE cudaSharedMemBankSizeFourByte
#define CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE cudaSharedMemBankSizeEightByte
typedef enum cudaComputeMode CUcomputemode;
#define CU_COMPUTEMODE_DEFAULT cudaComputeModeDefault
#define CU_COMPUTEMODE_EXCLUSIVE cudaComputeModeExclusive
#define CU_COMPUTEMODE_PROHIBITED cudaComputeModeProhibited
#define CU_COMPUTEMODE_EXCLUSIVE_PROCESS cudaComputeModeExclusiveProcess
typedef enum cudaDeviceP2PAttr CUdevice_P2PAttribute;
#define CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK cudaDevP2PAttrPerformanceRank
#define CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED cudaDevP2PAttrAccessSupported
#define CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED cudaDevP2PAttrNativeAtomicSupported
typedef enum CUctx_flags_enum {
  CU_CTX_SCHED_AUTO = 0x00,
  CU_CTX_SCHED_SPIN = 0x01,
  CU_CTX_SCHED_YIELD = 0x02,
  CU_CTX_SCHED_BLOCKING_SYNC = 0x04,
  CU_CTX_BLOCKING_SYNC = 0x04,
  CU_CTX_SCHED_MASK = 0x07,
  CU_CTX_MAP_HOST = 0x08,
  CU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
  CU_CTX_COREDUMP_ENABLE = 0x20,
  CU_CTX_USER_COREDUMP_ENABLE = 0x40,
  CU_CTX_SYNC_MEMOPS = 0x80,
  CU_CTX_FLAGS_MASK = 0xff
} CUctx_flags;
/* Which part of a device a context gets: there is only the whole one, by a list that is empty. */
typedef struct CUexecAffinityParam_st CUexecAffinityParam;
typedef struct CUctxCigParam_st CUctxCigParam;
typedef struct CUctxCreateParams_st {
  CUexecAffinityParam* execAffinityParams;
  int numExecAffinityParams;
  CUctxCigParam* cigParams;
} CUctxCreateParams;
#define CU_GET_PROC_ADDRESS_DEFAULT 0
typedef enum cudaDriverEntryPointQueryResult CUdriverProcAddressQueryResult;
#define CU_GET_PROC_ADDRESS_SUCCESS cudaDriverEntryPointSuccess
#define CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND cudaDriverEntryPointSymbolNotFound
typedef struct CUdevprop_st {
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock, totalConstantMemory;
  int SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign;
} CUdevprop;
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0, CU_OUT_CSV = 1 } CUoutput_mode;

VG_C_BEGIN
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int* version);
CUresult cuGetErrorName(CUresult error, const char** text);
CUresult cuGetErrorString(CUresult error, const char** text);
CUresult cuGetProcAddress(const char* symbol, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* status VG_DEFAULT(0));
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device);
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text);
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer);
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination);
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active);
CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* list, int count,
                        unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* params, unsigned int flags,
                        CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxAttach(CUcontext* context, unsigned int flags);
CUresult cuCtxDetach(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxGetFlags(unsigned int* flags);
CUresult cuCtxSetFlags(unsigned int flags);
CUresult cuCtxGetId(CUcontext context, unsigned long long* id);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int* version);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetLimit(size_t* value, CUlimit limit);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetCacheConfig(CUfunc_cache* config);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config);
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest);
CUresult cuCtxResetPersistingL2Cache(void);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuProfilerInitialize(const char* settings, const char* output, CUoutput_mode mode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
VG_C_END

#ifdef __cplusplus
/* By this name since CUDA 13. */
static inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* params,
                                   unsigned int flags, CUdevice device) {
  return cuCtxCreate_v4(context, params, flags, device);
}
#endif

#endif
