// The run time's functions for typed pointers, variables and kernels: what C++ programs call without casts.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_API_TYPED_H
#define VGPU_API_TYPED_H

#include "cuda_runtime_api.h"

#define VG_TYPED     \
  template <class T> \
  static inline cudaError_t

VG_TYPED cudaMalloc(T** pointer, size_t size) { return cudaMalloc((void**)(void*)pointer, size); }
VG_TYPED cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, size, flags);
}
VG_TYPED cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, size, flags);
}
VG_TYPED cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
VG_TYPED cudaMallocManaged(T** pointer, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, size, flags);
}
VG_TYPED cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
VG_TYPED cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, size, stream);
}
VG_TYPED cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}
VG_TYPED cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                 cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}

// The address itself if a variable of the program is there, else that of the variable with this name.
extern "C" const void* __vgpuVariableOrNamed(const char* address_or_name);

// The host address by which the run time knows a variable. CUDA 4 and older took its name as text too
// (cudaMemcpyToSymbol("table", ...)), which looks like a variable that is an array of characters.
template <class T>
static inline const void* __vg_symbol(const T& symbol) {
  return (const void*)&symbol;
}
template <size_t n>
static inline const void* __vg_symbol(const char (&symbol)[n]) {
  return __vgpuVariableOrNamed(symbol);
}
static inline cudaError_t cudaGetTextureReference(const textureReference** reference,
                                                  const char* name) {
  return cudaGetTextureReference(reference, __vgpuVariableOrNamed(name));
}

VG_TYPED cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                            cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(__vg_symbol(symbol), src, count, offset, kind);
}
VG_TYPED cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                 cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync(__vg_symbol(symbol), src, count, offset, kind, stream);
}
VG_TYPED cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                              cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(dst, __vg_symbol(symbol), count, offset, kind);
}
VG_TYPED cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                   cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(dst, __vg_symbol(symbol), count, offset, kind, stream);
}
VG_TYPED cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, __vg_symbol(symbol));
}
VG_TYPED cudaGetSymbolSize(size_t* size, const T& symbol) {
  return cudaGetSymbolSize(size, __vg_symbol(symbol));
}

VG_TYPED cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** args, size_t sharedBytes = 0,
                          cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)function, grid, block, args, sharedBytes, stream);
}
VG_TYPED cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** args,
                                     size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)function, grid, block, args, sharedBytes, stream);
}
VG_TYPED cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return cudaFuncGetAttributes(attributes, (const void*)function);
}
VG_TYPED cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)function, attribute, value);
}
VG_TYPED cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)function, config);
}
VG_TYPED cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)function, config);
}
#undef VG_TYPED

// cudaLaunchKernelEx(&config, kernel, arguments...): the arguments take the kernel's own types first.
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                             void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
  return [&](Parameters... values) {
    void* pointers[sizeof...(Parameters) + 1] = {(void*)&values..., nullptr};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  }(static_cast<Arguments&&>(arguments)...);
}

#include "vgpu_api/occupancy.h"

#endif
