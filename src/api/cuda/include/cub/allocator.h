// CachingDeviceAllocator, which here asks the device each time, the macros that report errors, facts of the device.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_ALLOCATOR_H
#define VG_CUB_ALLOCATOR_H

#include <cuda_runtime.h>
#include <stdio.h>

// Programs take these from cub, and the clocks of std::chrono with them.
#include <map>
#include <mutex>
#include <set>

namespace cub {

struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(unsigned = 8, unsigned = 3, unsigned = 7, size_t = 0,
                                  bool = false, bool = false) {}
  explicit CachingDeviceAllocator(bool) {}
  cudaError_t DeviceAllocate(void** pointer, size_t bytes, cudaStream_t = 0) {
    return cudaMalloc(pointer, bytes > 0 ? bytes : 1);
  }
  cudaError_t DeviceAllocate(int, void** pointer, size_t bytes, cudaStream_t stream = 0) {
    return DeviceAllocate(pointer, bytes, stream);
  }
  cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
  cudaError_t DeviceFree(int, void* pointer) { return cudaFree(pointer); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

// The device's compute capability as 100 * major + 10 * minor; kernels are compiled for it.
inline cudaError_t SmVersion(int& version, int device) {
  int major = 0, minor = 0;
  cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  version = major * 100 + minor * 10;
  return error;
}
inline cudaError_t SmVersion(int& version) {
  int device = 0;
  const cudaError_t error = cudaGetDevice(&device);
  return error == cudaSuccess ? SmVersion(version, device) : error;
}
inline cudaError_t PtxVersion(int& version) { return SmVersion(version); }
inline cudaError_t PtxVersion(int& version, int device) { return SmVersion(version, device); }
inline int CurrentDevice() {
  int device = -1;
  return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
inline cudaError_t SyncStream(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
template <class Kernel>
cudaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int threads, int shared = 0) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared);
}

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess)
    fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line,
            cudaGetErrorString(error));
  return error;
}

}  // namespace cub

#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e)                                   \
  if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) { \
    exit(1);                                              \
  }

#endif
