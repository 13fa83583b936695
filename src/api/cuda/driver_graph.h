// Parameters of the driver interface's graph nodes as those of the run time.
//
// Each function hands what it has made of them to `use`, or gives an error. Shared by the driver_graph*.cpp files.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/driver.h"
#include "api/cuda/driver_boxes.h"
#include "api/cuda/graph_handles.h"

namespace vgpu::cuda {

template <class Use>
CUresult with_kernel(const CUDA_KERNEL_NODE_PARAMS* p, Use use) {
  if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return result(call([&] {
    std::vector<void*> pointers;
    vgpuKernelNodeParams wanted{to_vgpu(p->func), dim3(p->gridDimX, p->gridDimY, p->gridDimZ),
                                dim3(p->blockDimX, p->blockDimY, p->blockDimZ), p->sharedMemBytes,
                                nullptr};
    const cudaError_t error =
        find_arguments(wanted.kernel, p->kernelParams, p->extra, &pointers, &wanted.args);
    return error == cudaSuccess ? to_cuda(use(wanted)) : error;
  }));
}

template <class Use>
CUresult with_box(const CUDA_MEMCPY3D* copy, Use use) {
  cudaMemcpy3DParms box;
  if (copy == nullptr || !to_box(*copy, &box)) return CUDA_ERROR_INVALID_VALUE;
  return result(use(box));
}

template <class Use>
CUresult with_fill(const CUDA_MEMSET_NODE_PARAMS* p, Use use) {
  if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemsetParams wanted{to_pointer(p->dst), p->pitch, p->value,
                                p->elementSize,     p->width, p->height};
  return result(use(wanted));
}

}  // namespace vgpu::cuda
