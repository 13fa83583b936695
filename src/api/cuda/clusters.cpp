// Clusters: how kernels were declared, launches and occupancy; see clusters.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/clusters.h"

#include <vgpu/c/device.h>
#include <vgpu/c/launch.h>

#include <cstring>

#include "api/cuda/call.h"
#include "api/cuda/occupancy.h"

namespace vgpu::cuda {
namespace {

constexpr unsigned kMostBlocks = 16;
constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

std::uint32_t packed(const dim3& size) { return size.x | size.y << 8 | size.z << 16; }

// The compiler leaves it in a variable (src/compiler/front/cuda/cluster_sizes.cpp).
cudaError_t read_declared(const Function& function, dim3* size) {
  vgpuModule_t module = nullptr;
  if (const cudaError_t error = function.program->module(current_device(), &module)) return error;
  void* place = nullptr;
  std::size_t bytes = 0;
  *size = dim3(0, 0, 0);
  const std::string name = "__vgpu_cluster_" + function.name;
  if (vgpuModuleGetGlobal(&place, &bytes, module, name.c_str()) != vgpuSuccess) {
    vgpuGetLastError();
    return cudaSuccess;
  }
  std::uint32_t sizes[3];
  if (bytes != sizeof sizes) return cudaErrorInvalidKernelImage;
  std::memcpy(sizes, place, sizeof sizes);
  *size = dim3(sizes[0], sizes[1], sizes[2]);
  const bool fits = sizes[0] <= kMostBlocks && sizes[1] <= kMostBlocks && sizes[2] <= kMostBlocks;
  return fits && size->x * size->y * size->z != 0 ? cudaSuccess : cudaErrorInvalidClusterSize;
}

}  // namespace

cudaError_t declared_cluster(Function& function, dim3* size) {
  std::uint32_t known = function.cluster.load(std::memory_order_relaxed);
  if (known == kUnknown) {
    if (const cudaError_t error = read_declared(function, size)) return error;
    known = packed(*size);
    function.cluster.store(known, std::memory_order_relaxed);
  }
  *size = dim3(known & 0xff, known >> 8 & 0xff, known >> 16 & 0xff);
  return cudaSuccess;
}

cudaError_t check_cluster(const dim3& grid, const dim3& cluster, bool non_portable) {
  if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0) return cudaErrorInvalidClusterSize;
  const unsigned most = non_portable ? kMostBlocks : kPortableCluster;
  const bool fits = cluster.x <= most && cluster.y <= most && cluster.z <= most &&
                    cluster.x * cluster.y * cluster.z <= most;
  const bool divides =
      grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0;
  return fits && divides ? cudaSuccess : cudaErrorInvalidClusterSize;
}

cudaError_t launch_in_clusters(vgpuKernel_t kernel, const ClusterLaunch& launch, void** args) {
  vgpuDeviceProp device{};
  if (const vgpuError_t error = vgpuGetDeviceProperties(&device, current_device()))
    return to_cuda(error);
  if (device.kind != vgpuDeviceKindCpu) return cudaErrorNotSupported;
  vgpuLaunchConfig config{};
  const unsigned grid[] = {launch.grid.x, launch.grid.y, launch.grid.z};
  const unsigned block[] = {launch.block.x, launch.block.y, launch.block.z};
  const unsigned cluster[] = {launch.cluster.x, launch.cluster.y, launch.cluster.z};
  config.workDim = 3;
  for (unsigned d = 0; d < 3; ++d) {
    if (block[d] == 0) return cudaErrorInvalidConfiguration;
    config.globalSize[d] = std::size_t{grid[d]} * block[d];
    config.globalOffset[d] = cluster[d];
    config.block[d] = block[d];
  }
  config.sharedBytes = launch.shared_bytes;
  config.stream = to_vgpu(launch.stream);
  config.cooperative = launch.cooperative ? 1 : 0;
  return to_cuda(vgpuLaunchKernelEx(&config, kernel, args));
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

// The size of clusters that a configuration asks for; of one that says nothing, as the kernel was declared.
static cudaError_t wanted_cluster(const cudaLaunchConfig_t& config, Function& function,
                                  dim3* size) {
  if (const cudaError_t error = declared_cluster(function, size)) return error;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
      *size = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
  }
  if (packed(*size) == 0) *size = dim3(1, 1, 1);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* stub,
                                           const cudaLaunchConfig_t* config) {
  return call([&] {
    vgpuKernel_t kernel = nullptr;
    if (clusters == nullptr || config == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = find_kernel(stub, &kernel)) return error;
    dim3 size;
    Function& function = *find_function(stub);
    if (const cudaError_t error = wanted_cluster(*config, function, &size)) return error;
    if (const cudaError_t error = check_cluster(size, size, function.non_portable_cluster))
      return error;
    const dim3& block = config->blockDim;
    int blocks = 0;
    const cudaError_t error = active_blocks(
        &blocks, kernel, static_cast<int>(block.x * block.y * block.z), config->dynamicSmemBytes);
    const int units = device_properties(current_device()).multiProcessorCount;
    *clusters = blocks * units / static_cast<int>(size.x * size.y * size.z);
    return error;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* stub,
                                                 const cudaLaunchConfig_t* config) {
  return call([&] {
    const Function* function = find_function(stub);
    if (size == nullptr || config == nullptr) return cudaErrorInvalidValue;
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    *size = static_cast<int>(function->non_portable_cluster ? kMostBlocks : kPortableCluster);
    return cudaSuccess;
  });
}
