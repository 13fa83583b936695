// The functions of vgpu_driver/library.h. All devices share what is loaded, so a library is a module and a kernel a
// function.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver.h"
#include "api/cuda/occupancy.h"

using namespace vgpu::cuda;

namespace {

CUmodule to_module(CUlibrary library) { return reinterpret_cast<CUmodule>(library); }
CUfunction to_function(CUkernel kernel) { return reinterpret_cast<CUfunction>(kernel); }

CUresult check_device(CUdevice device) {
  CUdevice known = 0;
  return cuDeviceGet(&known, device);
}

}  // namespace

CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option* options,
                           void** values, unsigned int count, CUlibraryOption*, void**,
                           unsigned int) {
  return cuModuleLoadDataEx(reinterpret_cast<CUmodule*>(library), image, count, options, values);
}
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option*, void**,
                               unsigned int, CUlibraryOption*, void**, unsigned int) {
  return cuModuleLoad(reinterpret_cast<CUmodule*>(library), path);
}
CUresult cuLibraryUnload(CUlibrary library) { return cuModuleUnload(to_module(library)); }

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  unsigned count = 0;
  if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *module = to_module(library);
  return cuModuleGetFunctionCount(&count, *module);  // refuses a dead handle
}
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return cuModuleGetFunction(reinterpret_cast<CUfunction*>(kernel), to_module(library), name);
}
CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary library) {
  return cuModuleGetFunctionCount(count, to_module(library));
}
CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int count, CUlibrary library) {
  return cuModuleEnumerateFunctions(reinterpret_cast<CUfunction*>(kernels), count,
                                    to_module(library));
}
CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUlibrary library,
                            const char* name) {
  return cuModuleGetGlobal(pointer, bytes, to_module(library), name);
}
CUresult cuLibraryGetManaged(CUdeviceptr* pointer, size_t* bytes, CUlibrary library,
                             const char* name) {
  return cuModuleGetGlobal(pointer, bytes, to_module(library), name);
}

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (function == nullptr || kernel == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = to_function(kernel);
  return CUDA_SUCCESS;
}
CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  return cuFuncGetName(name, to_function(kernel));
}
CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device) {
  const CUresult error = check_device(device);
  return error == CUDA_SUCCESS ? cuFuncGetAttribute(value, attribute, to_function(kernel)) : error;
}
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
  const CUresult error = check_device(device);
  return error == CUDA_SUCCESS ? cuFuncSetAttribute(to_function(kernel), attribute, value) : error;
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, cudaFuncCache config, CUdevice device) {
  const CUresult error = check_device(device);
  return error == CUDA_SUCCESS ? cuFuncSetCacheConfig(to_function(kernel), config) : error;
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset, size_t* size) {
  return cuFuncGetParamInfo(to_function(kernel), index, offset, size);
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* size) {
  vgpuArgumentInfo info{};
  if (offset == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = argument_info(&info, to_vgpu(function), index);
  if (error != cudaSuccess) return result(error);
  *offset = info.offset;
  if (size != nullptr) *size = info.size;
  return CUDA_SUCCESS;
}

// A module's functions are there with it; one is compiled when it is launched.
CUresult cuFuncLoad(CUfunction function) {
  const char* name = nullptr;
  return cuFuncGetName(&name, function);
}
CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *state = CU_FUNCTION_LOADING_STATE_LOADED;
  return cuFuncLoad(function);
}
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}
