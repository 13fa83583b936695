// The functions of cuda.h: the driver's names over the run time's and vGPU's own.
//
// A context's handle is its device's number plus one. SPDX-License-Identifier: MIT
#include <cuda.h>
#include <vgpu/c/copy.h>
#include <vgpu/c/launch.h>
#include <vgpu/c/module.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/embedded_program.h"

using namespace vgpu::cuda;

namespace {

CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }
CUresult result(vgpuError_t error) { return static_cast<CUresult>(to_cuda(error)); }

bool is_device(int device) { return device >= 0 && device < device_count(); }

CUcontext context_of(int device) {
  return reinterpret_cast<CUcontext>(static_cast<std::size_t>(device) + 1);
}
int device_of(CUcontext context) {
  return static_cast<int>(reinterpret_cast<std::size_t>(context)) - 1;
}

void* to_pointer(CUdeviceptr pointer) { return reinterpret_cast<void*>(pointer); }

CUresult load(CUmodule* module, const char* bytes, std::size_t size) {
  ProgramHead head;
  if (module == nullptr || bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (size < sizeof head) return CUDA_ERROR_INVALID_IMAGE;
  std::memcpy(&head, bytes, sizeof head);
  const bool known = std::memcmp(head.magic, kProgramMagic, sizeof head.magic) == 0;
  if (!known || head.bytes > size - sizeof head) return CUDA_ERROR_INVALID_IMAGE;
  return result(vgpuModuleLoadBinary(reinterpret_cast<vgpuModule_t*>(module), bytes + sizeof head,
                                     head.bytes));
}

}  // namespace

CUresult cuInit(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return device_count() > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult cuDriverGetVersion(int* version) { return result(cudaDriverGetVersion(version)); }

CUresult cuGetErrorName(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorName(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) { return result(cudaGetDeviceCount(count)); }

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (name == nullptr || length < 1) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<std::size_t>(length), "%s", device_properties(device).name);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = device_properties(device).totalGlobalMem;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return result(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *major = device_properties(device).major;
  *minor = device_properties(device).minor;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) { return result(cudaSetDevice(device_of(context))); }

CUresult cuCtxCreate(CUcontext* context, unsigned int, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *context = context_of(device);
  return cuCtxSetCurrent(*context);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *context = context_of(device);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return is_device(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuCtxDestroy(CUcontext context) {
  return is_device(device_of(context)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = context_of(current_device());
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) { return result(cudaGetDevice(device)); }
CUresult cuCtxSynchronize() { return result(cudaDeviceSynchronize()); }

// The image says its own size.
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  ProgramHead head;
  if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(&head, image, sizeof head);
  return load(module, static_cast<const char*>(image), sizeof head + head.bytes);
}

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  if (path == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(path, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return load(module, bytes.data(), bytes.size());
}

CUresult cuModuleUnload(CUmodule module) {
  return result(vgpuModuleUnload(reinterpret_cast<vgpuModule_t>(module)));
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return result(vgpuModuleGetKernel(reinterpret_cast<vgpuKernel_t*>(function),
                                    reinterpret_cast<vgpuModule_t>(module), name));
}

CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUmodule module, const char* name) {
  return result(vgpuModuleGetGlobal(reinterpret_cast<void**>(pointer), bytes,
                                    reinterpret_cast<vgpuModule_t>(module), name));
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void** arguments, void** extra) {
  if (arguments == nullptr && extra != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  return result(call([&] {
    return vgpuLaunchKernelAsync(reinterpret_cast<vgpuKernel_t>(function),
                                 dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                                 arguments, shared_bytes, to_vgpu(stream));
  }));
}

CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
  return result(cudaMalloc(reinterpret_cast<void**>(pointer), bytes));
}
CUresult cuMemFree(CUdeviceptr pointer) { return result(cudaFree(to_pointer(pointer))); }
CUresult cuMemGetInfo(size_t* free, size_t* total) { return result(cudaMemGetInfo(free, total)); }

CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, size_t bytes) {
  return result(cudaMemcpy(to_pointer(dst), src, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, size_t bytes) {
  return result(cudaMemcpy(dst, to_pointer(src), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return result(cudaMemcpy(to_pointer(dst), to_pointer(src), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(to_pointer(dst), src, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(dst, to_pointer(src), bytes, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count) {
  return result(cudaMemset(to_pointer(dst), value, count));
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t count) {
  return result(call([&] { return vgpuMemsetD32(to_pointer(dst), value, count); }));
}

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return result(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamDestroy(CUstream stream) { return result(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return result(cudaStreamSynchronize(stream)); }
CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return result(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return result(cudaEventRecord(event, stream));
}
CUresult cuEventSynchronize(CUevent event) { return result(cudaEventSynchronize(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return result(cudaEventElapsedTime(milliseconds, start, end));
}
CUresult cuEventDestroy(CUevent event) { return result(cudaEventDestroy(event)); }
