// The functions of vgpu_driver/module.h that launch kernels and ask about them.
//
// A function keeps its limit of dynamic shared memory here, since kernels of modules have no stub in the program.
// SPDX-License-Identifier: MIT
#include <vgpu/c/launch.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"
#include "api/cuda/occupancy.h"

using namespace vgpu::cuda;

namespace {

struct Settings {
  int dynamic_shared = kUsualDynamicShared;
  int carveout = cudaSharedmemCarveoutDefault;
};

struct FunctionSettings {
  std::mutex mutex;
  std::unordered_map<CUfunction, Settings> all;
};

FunctionSettings& function_settings() {
  static auto* all = new FunctionSettings;
  return *all;
}

Settings settings_of(CUfunction function) {
  const std::lock_guard lock(function_settings().mutex);
  const auto found = function_settings().all.find(function);
  return found == function_settings().all.end() ? Settings{} : found->second;
}

CUresult launch(CUfunction function, dim3 grid, dim3 block, unsigned shared_bytes, CUstream stream,
                void** arguments, void** extra, bool cooperative) {
  return result(call([&] {
    std::vector<void*> pointers;
    const cudaError_t error =
        find_arguments(to_vgpu(function), arguments, extra, &pointers, &arguments);
    if (error != cudaSuccess) return error;
    if (shared_bytes > static_cast<unsigned>(settings_of(function).dynamic_shared))
      return cudaErrorInvalidValue;
    const auto start = cooperative ? vgpuLaunchCooperativeKernel : vgpuLaunchKernelAsync;
    return to_cuda(start(to_vgpu(function), grid, block, arguments, shared_bytes, to_vgpu(stream)));
  }));
}

}  // namespace

namespace vgpu::cuda {

cudaError_t find_arguments(vgpuKernel_t kernel, void** arguments, void** extra,
                           std::vector<void*>* pointers, void*** found) {
  vgpuKernelAttributes known{};
  if (const vgpuError_t error = vgpuKernelGetAttributes(&known, kernel); error != vgpuSuccess)
    return to_cuda(error);
  if (arguments != nullptr && extra != nullptr) return cudaErrorInvalidValue;
  *found = arguments;
  if (extra == nullptr)
    return arguments != nullptr || known.argumentCount == 0 ? cudaSuccess : cudaErrorInvalidValue;
  char* block = nullptr;
  std::size_t size = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      block = static_cast<char*>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = *static_cast<std::size_t*>(extra[1]);
    else
      return cudaErrorInvalidValue;
  }
  for (int i = 0; i < known.argumentCount; ++i) {
    vgpuArgumentInfo info{};
    const vgpuError_t error = vgpuKernelGetArgumentInfo(&info, kernel, i);
    if (error != vgpuSuccess) return to_cuda(error);
    if (block == nullptr || info.offset + info.size > size) return cudaErrorInvalidValue;
    pointers->push_back(block + info.offset);
  }
  *found = pointers->data();
  return cudaSuccess;
}

}  // namespace vgpu::cuda

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void** arguments, void** extra) {
  return launch(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                shared_bytes, stream, arguments, extra, false);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** arguments) {
  return launch(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                shared_bytes, stream, arguments, nullptr, true);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments,
                          void** extra) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config->attrs[i].val;
    if (config->attrs[i].id == cudaLaunchAttributeCooperative) cooperative = value.cooperative != 0;
    // Clusters are launched by the run time's functions.
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension &&
        value.clusterDim.x * value.clusterDim.y * value.clusterDim.z > 1)
      return CUDA_ERROR_NOT_SUPPORTED;
  }
  return launch(function, dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
                dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
                config->sharedMemBytes, config->hStream, arguments, extra, cooperative);
}

CUresult cuLaunchHostFunc(CUstream stream, cudaHostFn_t function, void* user_data) {
  return result(cudaLaunchHostFunc(stream, function, user_data));
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  return result(vgpuKernelGetName(name, to_vgpu(function)));
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  cudaFuncAttributes known{};
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = kernel_attributes(&known, to_vgpu(function));
  if (error != cudaSuccess) return result(error);
  const Settings set = settings_of(function);
  const int values[] = {known.maxThreadsPerBlock,
                        static_cast<int>(known.sharedSizeBytes),
                        static_cast<int>(known.constSizeBytes),
                        static_cast<int>(known.localSizeBytes),
                        known.numRegs,
                        known.ptxVersion,
                        known.binaryVersion,
                        known.cacheModeCA,
                        set.dynamic_shared,
                        set.carveout};
  if (attribute < 0 || attribute > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return CUDA_ERROR_INVALID_VALUE;
  *value = values[attribute];
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  cudaFuncAttributes known{};
  const cudaError_t error = kernel_attributes(&known, to_vgpu(function));
  if (error != cudaSuccess) return result(error);
  const auto most = static_cast<int>(device_properties(current_device()).sharedMemPerBlockOptin);
  const std::lock_guard lock(function_settings().mutex);
  Settings& set = function_settings().all[function];
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0 || value > most) return CUDA_ERROR_INVALID_VALUE;
      set.dynamic_shared = value;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      if (value < -1 || value > 100) return CUDA_ERROR_INVALID_VALUE;
      set.carveout = value;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuFuncSetCacheConfig(CUfunction function, cudaFuncCache) {
  cudaFuncAttributes known{};
  return result(kernel_attributes(&known, to_vgpu(function)));
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, cudaSharedMemConfig) {
  cudaFuncAttributes known{};
  return result(kernel_attributes(&known, to_vgpu(function)));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                     int block_size, size_t shared_bytes) {
  return result(active_blocks(blocks, to_vgpu(function), block_size, shared_bytes));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int block_size, size_t shared_bytes,
                                                              unsigned int flags) {
  if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return CUDA_ERROR_INVALID_VALUE;
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}

// The largest block of those that keep the most threads on a multiprocessor.
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize shared_of_block, size_t shared_bytes,
                                          int limit) {
  cudaFuncAttributes known{};
  if (grid == nullptr || block == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = kernel_attributes(&known, to_vgpu(function));
  if (error != cudaSuccess) return result(error);
  const cudaDeviceProp& p = device_properties(current_device());
  const int largest =
      limit > 0 ? std::min(limit, known.maxThreadsPerBlock) : known.maxThreadsPerBlock;
  int best = 0;
  *grid = *block = 0;
  for (int size = largest; size > 0; size = (size - 1) / p.warpSize * p.warpSize) {
    int blocks = 0;
    const size_t shared = shared_of_block != nullptr ? shared_of_block(size) : shared_bytes;
    active_blocks(&blocks, to_vgpu(function), size, shared);
    if (blocks * size <= best) continue;
    best = blocks * size;
    *block = size;
    *grid = blocks * p.multiProcessorCount;
  }
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function,
                                                   CUoccupancyB2DSize shared_of_block,
                                                   size_t shared_bytes, int limit,
                                                   unsigned int flags) {
  if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return CUDA_ERROR_INVALID_VALUE;
  return cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_of_block, shared_bytes,
                                          limit);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, CUfunction function, int blocks,
                                                 int block_size) {
  return result(dynamic_shared_left(bytes, to_vgpu(function), blocks, block_size));
}
