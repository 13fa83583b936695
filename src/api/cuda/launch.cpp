// The functions of vgpu_api/launch.h, and what stands behind <<<>>>.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/launch.h>
#include <vgpu/c/stream.h>

#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/clusters.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
};

// Arguments of a launch may launch by themselves, so configurations form a stack.
thread_local std::vector<Configuration> t_configurations;

// What the hardware refuses although vGPU could do it: programs test for these errors.
cudaError_t check_shared(const void* stub, size_t shared_bytes) {
  const Function* function = find_function(stub);
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto limit = static_cast<size_t>(function->dynamic_shared_limit.load());
  return shared_bytes <= limit ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t start(vgpuKernel_t kernel, const ClusterLaunch& wanted, void** args) {
  const auto launch = wanted.cooperative ? vgpuLaunchCooperativeKernel : vgpuLaunchKernelAsync;
  return to_cuda(
      launch(kernel, wanted.grid, wanted.block, args, wanted.shared_bytes, to_vgpu(wanted.stream)));
}

// Kernels of libraries come as handles, where others come as their stubs.
cudaError_t launch_handle(const void* handle, const ClusterLaunch& wanted, void** args) {
  auto kernel = static_cast<vgpuKernel_t>(const_cast<void*>(handle));
  const char* name = nullptr;
  if (handle == nullptr || vgpuKernelGetName(&name, kernel) != vgpuSuccess)
    return cudaErrorInvalidDeviceFunction;
  if (wanted.cluster.x == 0) return start(kernel, wanted, args);
  const cudaError_t error = check_cluster(wanted.grid, wanted.cluster, false);
  return error ? error : launch_in_clusters(kernel, wanted, args);
}

// A launch in clusters of the size that it wants, or else of the one that the kernel was declared with.
cudaError_t launch(const void* stub, ClusterLaunch wanted, void** args) {
  vgpuKernel_t kernel = nullptr;
  if (find_function(stub) == nullptr) return launch_handle(stub, wanted, args);
  if (const cudaError_t error = find_kernel(stub, &kernel)) return error;
  if (const cudaError_t error = check_shared(stub, wanted.shared_bytes)) return error;
  Function& function = *find_function(stub);
  dim3 declared;
  if (const cudaError_t error = declared_cluster(function, &declared)) return error;
  if (declared.x != 0 && wanted.cluster.x != 0 &&
      (declared.x != wanted.cluster.x || declared.y != wanted.cluster.y ||
       declared.z != wanted.cluster.z))
    return cudaErrorInvalidClusterSize;
  if (declared.x != 0) wanted.cluster = declared;
  if (wanted.cluster.x != 0) {
    const cudaError_t error =
        check_cluster(wanted.grid, wanted.cluster, function.non_portable_cluster);
    return error ? error : launch_in_clusters(kernel, wanted, args);
  }
  return start(kernel, wanted, args);
}

}  // namespace

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                         CUstream_st* stream) {
  try {
    t_configurations.push_back({grid, block, shared_bytes, stream});
    return 0;
  } catch (...) {
    return 1;
  }
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                       void* stream) {
  if (t_configurations.empty()) return remember(cudaErrorMissingConfiguration);
  const Configuration& last = t_configurations.back();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  t_configurations.pop_back();
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* stub, dim3 grid, dim3 block, void** args,
                             size_t shared_bytes, cudaStream_t stream) {
  return call([&] {
    return launch(stub, {grid, block, dim3(0, 0, 0), shared_bytes, stream, false}, args);
  });
}

// What <<<>>> calls in files compiled with --default-stream per-thread.
cudaError_t cudaLaunchKernel_ptsz(const void* stub, dim3 grid, dim3 block, void** args,
                                  size_t shared_bytes, cudaStream_t stream) {
  return cudaLaunchKernel(stub, grid, block, args, shared_bytes,
                          stream != nullptr ? stream : cudaStreamPerThread);
}

cudaError_t cudaLaunchCooperativeKernel(const void* stub, dim3 grid, dim3 block, void** args,
                                        size_t shared_bytes, cudaStream_t stream) {
  return call(
      [&] { return launch(stub, {grid, block, dim3(0, 0, 0), shared_bytes, stream, true}, args); });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* stub, void** args) {
  if (config == nullptr) return remember(cudaErrorInvalidValue);
  ClusterLaunch wanted{config->gridDim,          config->blockDim, dim3(0, 0, 0),
                       config->dynamicSmemBytes, config->stream,   false};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config->attrs[i].val;
    if (config->attrs[i].id == cudaLaunchAttributeCooperative)
      wanted.cooperative = value.cooperative != 0;
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
      wanted.cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
      if (wanted.cluster.x == 0) return remember(cudaErrorInvalidClusterSize);
    }
  }
  return call([&] { return launch(stub, wanted, args); });
}
