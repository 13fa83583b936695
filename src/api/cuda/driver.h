// What the files of CUDA's driver interface share.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>
#include <vgpu/c/error.h>
#include <vgpu/c/kernel.h>
#include <vgpu/c/module.h>

#include <vector>

#include "api/cuda/call.h"

namespace vgpu::cuda {

inline CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }
inline CUresult result(vgpuError_t error) { return static_cast<CUresult>(to_cuda(error)); }

inline void* to_pointer(CUdeviceptr pointer) { return reinterpret_cast<void*>(pointer); }
inline void** to_pointer(CUdeviceptr* pointer) { return reinterpret_cast<void**>(pointer); }

inline vgpuModule_t to_vgpu(CUmodule module) { return reinterpret_cast<vgpuModule_t>(module); }
inline vgpuKernel_t to_vgpu(CUfunction function) {
  return reinterpret_cast<vgpuKernel_t>(function);
}

// The device of a context; -1 if there is no such context.
int device_of(CUcontext context);
CUcontext primary_context(int device);

// A launch's arguments as pointers: as given, or found in the one block that `extra` names. `pointers` holds them.
cudaError_t find_arguments(vgpuKernel_t kernel, void** arguments, void** extra,
                           std::vector<void*>* pointers, void*** found);

// A module's texture and surface references end with it.
void forget_references(CUmodule module);

}  // namespace vgpu::cuda
