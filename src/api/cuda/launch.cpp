// The functions of vgpu_api/launch.h, and what stands behind <<<>>>.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/launch.h>
#include <vgpu/c/stream.h>

#include <vector>

#include "api/cuda/call.h"
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
    vgpuKernel_t kernel = nullptr;
    if (const cudaError_t error = find_kernel(stub, &kernel); error != cudaSuccess) return error;
    if (const cudaError_t error = check_shared(stub, shared_bytes); error != cudaSuccess)
      return error;
    return to_cuda(vgpuLaunchKernelAsync(kernel, grid, block, args, shared_bytes, to_vgpu(stream)));
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
  return call([&] {
    vgpuKernel_t kernel = nullptr;
    if (const cudaError_t error = find_kernel(stub, &kernel); error != cudaSuccess) return error;
    if (const cudaError_t error = check_shared(stub, shared_bytes); error != cudaSuccess)
      return error;
    return to_cuda(
        vgpuLaunchCooperativeKernel(kernel, grid, block, args, shared_bytes, to_vgpu(stream)));
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* stub, void** args) {
  if (config == nullptr) return remember(cudaErrorInvalidValue);
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cudaLaunchAttributeCooperative)
      cooperative = config->attrs[i].val.cooperative != 0;
  const auto launch = cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
  return launch(stub, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                config->stream);
}

// The grids run at the same time, each on its device; they cannot wait for each other.
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* list, unsigned int count,
                                                   unsigned int flags) {
  return call([&] {
    if (list == nullptr || count == 0 || flags > 3) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i) {
      const cudaLaunchParams& one = list[i];
      int device = 0;
      if (one.stream == nullptr || vgpuStreamGetDevice(to_vgpu(one.stream), &device) != vgpuSuccess)
        return cudaErrorInvalidResourceHandle;
      const int before = current_device();
      vgpuSetDevice(device);
      const cudaError_t error = cudaLaunchCooperativeKernel(one.func, one.gridDim, one.blockDim,
                                                            one.args, one.sharedMem, one.stream);
      vgpuSetDevice(before);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
