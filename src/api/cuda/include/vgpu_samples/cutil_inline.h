/* Checks and the choice of a device, with the names of the CUDA SDK of versions 3 and 4. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef _CUTIL_INLINE_H_
#define _CUTIL_INLINE_H_

#include "cufft.h"
#include "cutil.h"
#include "helper_cuda_drvapi.h"

#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif

#define cutilSafeCallNoSync(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilSafeCall(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilSafeThreadSync() CUDA_SAFE_CALL_NO_SYNC(cudaDeviceSynchronize())
#define cutilSafeDeviceSync() CUDA_SAFE_CALL_NO_SYNC(cudaDeviceSynchronize())
#define cutilDrvSafeCallNoSync(call) CU_SAFE_CALL_NO_SYNC(call)
#define cutilDrvSafeCall(call) CU_SAFE_CALL_NO_SYNC(call)
#define cufftSafeCall(call) CUFFT_SAFE_CALL(call)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCheckMsg(message) CUT_CHECK_ERROR(message)
#define cutilSafeMalloc(call) CUT_SAFE_MALLOC(call)
#define cutilCondition(value) CUT_CONDITION(value)
#define cutilExit(argc, argv) CUT_EXIT(argc, argv)

inline cudaError_t cutilDeviceSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cutilDeviceReset() { return cudaDeviceReset(); }
inline int cutGetMaxGflopsDeviceId() { return gpuGetMaxGflopsDeviceId(); }
template <class Words>
inline int cutilDeviceInit(int argc, Words argv) {
  return findCudaDevice(argc, const_cast<const char**>(argv));
}
template <class Words>
inline int cutilChooseCudaDevice(int argc, Words argv) {
  return findCudaDevice(argc, const_cast<const char**>(argv));
}
/* Of the driver interface: the device, and its number. */
template <class Words>
inline CUdevice cutilChooseCudaDeviceDrv(int argc, Words argv, int* number) {
  const CUdevice device = findCudaDeviceDRV(argc, const_cast<const char**>(argv));
  *number = device;
  return device;
}
inline bool cutilDrvCudaCapabilities(int major, int minor, int = 0, char** = NULL) {
  return checkCudaCapabilities(major, minor);
}
inline int cutilDrvGetMaxGflopsDeviceId() { return gpuGetMaxGflopsDeviceIdDRV(); }
inline bool cutilCudaCapabilities(int major, int minor, int = 0, char** = NULL) {
  return checkCudaCapabilities(major, minor);
}

#endif
