/* Libraries of device code that a program loads by itself, and their kernels: cudaLaunchKernel takes these as it takes a
 * kernel's name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_LIBRARY_H
#define VGPU_API_LIBRARY_H

#include "vgpu_api/error.h"
#include "vgpu_api/launch.h"
#include "vgpu_api/types.h"

typedef struct CUlib_st* cudaLibrary_t;
enum cudaJitOption {
  cudaJitMaxRegisters = 0,
  cudaJitThreadsPerBlock = 1,
  cudaJitWallTime = 2,
  cudaJitInfoLogBuffer = 3,
  cudaJitInfoLogBufferSizeBytes = 4,
  cudaJitErrorLogBuffer = 5,
  cudaJitErrorLogBufferSizeBytes = 6,
  cudaJitOptimizationLevel = 7,
  cudaJitFallbackStrategy = 10,
  cudaJitGenerateDebugInfo = 11,
  cudaJitLogVerbose = 12,
  cudaJitGenerateLineInfo = 13,
  cudaJitCacheMode = 14,
  cudaJitPositionIndependentCode = 30,
  cudaJitMinCtaPerSm = 31,
  cudaJitMaxThreadsPerBlock = 32,
  cudaJitOverrideDirectiveValues = 33
};
enum cudaLibraryOption {
  cudaLibraryHostUniversalFunctionAndDataTable = 0,
  cudaLibraryBinaryIsPreserved = 1
};
#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code,
                                enum cudaJitOption* options, void** values, unsigned int count,
                                enum cudaLibraryOption* libraryOptions, void** libraryValues,
                                unsigned int libraryCount);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    enum cudaJitOption* options, void** values, unsigned int count,
                                    enum cudaLibraryOption* libraryOptions, void** libraryValues,
                                    unsigned int libraryCount);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name);
cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int count,
                                        cudaLibrary_t library);
cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* bytes, cudaLibrary_t library,
                                 const char* name);
cudaError_t cudaLibraryGetManaged(void** pointer, size_t* bytes, cudaLibrary_t library,
                                  const char* name);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
                                            int value, int device);
#ifdef __cplusplus
}
#endif

#endif
