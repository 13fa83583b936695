// Launches of blocks in clusters.
//
// A kernel is declared with the size of its clusters (__cluster_dims__), or a launch says it; vGPU takes it in the place of
// OpenCL's global offset (vgpu/c/launch.h). SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/kernel.h>

#include "api/cuda/program.h"

namespace vgpu::cuda {

inline constexpr unsigned kPortableCluster = 8;  // blocks that a cluster may have everywhere

// The size that the kernel was declared with, {0, 0, 0} if with none.
cudaError_t declared_cluster(Function& function, dim3* size);

// Why such a grid cannot be launched in such clusters, or cudaSuccess.
cudaError_t check_cluster(const dim3& grid, const dim3& cluster, bool non_portable);

struct ClusterLaunch {
  dim3 grid, block, cluster;
  size_t shared_bytes;
  cudaStream_t stream;
  bool cooperative;
};
cudaError_t launch_in_clusters(vgpuKernel_t kernel, const ClusterLaunch& launch, void** args);

}  // namespace vgpu::cuda
