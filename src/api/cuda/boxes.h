// Copies of boxes, taken apart into copies of rows.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/graph.h>

#include <vector>

namespace vgpu::cuda {

// One entry a slice. Extents count texels where an array takes part, else bytes.
cudaError_t split_box(const cudaMemcpy3DParms* params, std::vector<vgpuMemcpyNodeParams>* slices);

}  // namespace vgpu::cuda
