// From CUDA's handles of graphs to vGPU's; shared by the files of graphs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/graph.h>

#include <cstddef>

namespace vgpu::cuda {

inline vgpuGraph_t to_vgpu(cudaGraph_t graph) { return reinterpret_cast<vgpuGraph_t>(graph); }
inline vgpuGraph_t* to_vgpu(cudaGraph_t* graph) { return reinterpret_cast<vgpuGraph_t*>(graph); }
inline vgpuGraphNode_t to_vgpu(cudaGraphNode_t node) {
  return reinterpret_cast<vgpuGraphNode_t>(node);
}
inline vgpuGraphNode_t* to_vgpu(cudaGraphNode_t* nodes) {
  return reinterpret_cast<vgpuGraphNode_t*>(nodes);
}
inline const vgpuGraphNode_t* to_vgpu(const cudaGraphNode_t* nodes) {
  return reinterpret_cast<const vgpuGraphNode_t*>(nodes);
}

// The executable graph behind a handle now (cudaGraphExecUpdate replaces it); null if there is none.
vgpuGraphExec_t find_exec(cudaGraphExec_t exec);

// Whether there are such edges; null: default ones.
cudaError_t check_edges(const cudaGraphEdgeData* edges, std::size_t count);

cudaError_t kernel_params(const cudaKernelNodeParams* params, vgpuKernelNodeParams* out);

}  // namespace vgpu::cuda
