// The functions of vgpu_api/library.h, by those of the driver interface.
// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>

#include "api/cuda/call.h"
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

// Both interfaces number errors alike.
template <typename Body>
cudaError_t driver(Body&& body) {
  return call([&] { return static_cast<cudaError_t>(body()); });
}

CUdeviceptr* address(void** pointer) { return reinterpret_cast<CUdeviceptr*>(pointer); }
CUjit_option* jit(cudaJitOption* options) { return reinterpret_cast<CUjit_option*>(options); }

}  // namespace

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* options,
                                void** values, unsigned int count, cudaLibraryOption*, void**,
                                unsigned int) {
  return driver([&] {
    return cuLibraryLoadData(library, code, jit(options), values, count, nullptr, nullptr, 0);
  });
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    cudaJitOption* options, void** values, unsigned int count,
                                    cudaLibraryOption*, void**, unsigned int) {
  return driver([&] {
    return cuLibraryLoadFromFile(library, path, jit(options), values, count, nullptr, nullptr, 0);
  });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return driver([&] { return cuLibraryUnload(library); });
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  return driver([&] { return cuLibraryGetKernel(kernel, library, name); });
}
cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t library) {
  return driver([&] { return cuLibraryGetKernelCount(count, library); });
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int count,
                                        cudaLibrary_t library) {
  return driver([&] { return cuLibraryEnumerateKernels(kernels, count, library); });
}
cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return driver([&] { return cuLibraryGetGlobal(address(pointer), bytes, library, name); });
}
cudaError_t cudaLibraryGetManaged(void** pointer, size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
  return driver([&] { return cuLibraryGetManaged(address(pointer), bytes, library, name); });
}
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  return driver([&] {
    return cuKernelSetAttribute(static_cast<CUfunction_attribute>(attribute), value, kernel,
                                device);
  });
}
