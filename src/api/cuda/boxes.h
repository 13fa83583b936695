// Copies of boxes, as slices of rows.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/graph.h>

namespace vgpu::cuda {

// Extents count texels where an array takes part, else bytes.
cudaError_t box_of(const cudaMemcpy3DParms* params, vgpuMemcpyNodeParams* box);

}  // namespace vgpu::cuda
