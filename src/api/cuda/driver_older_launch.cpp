// The functions of vgpu_driver/older_launch.h: what a function keeps becomes the arguments of cuLaunchKernel.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api/cuda/driver.h"
#include "api/cuda/occupancy.h"

using namespace vgpu::cuda;

namespace {

constexpr std::size_t kMostParameters = 4096;  // bytes

struct Kept {
  dim3 block;
  unsigned shared_bytes = 0;
  std::vector<char> parameters;
};

struct AllKept {
  std::mutex mutex;
  std::unordered_map<CUfunction, Kept> all;
};

AllKept& all_kept() {
  static auto* all = new AllKept;
  return *all;
}

// Changes what a function keeps, if it is one.
template <class Change>
CUresult change(CUfunction function, const Change& change) {
  cudaFuncAttributes known{};
  const cudaError_t error = kernel_attributes(&known, to_vgpu(function));
  if (error != cudaSuccess) return result(error);
  const std::lock_guard lock(all_kept().mutex);
  return change(all_kept().all[function]);
}

CUresult set_parameter(CUfunction function, int offset, const void* value, std::size_t bytes) {
  if (offset < 0 || value == nullptr || offset + bytes > kMostParameters)
    return CUDA_ERROR_INVALID_VALUE;
  return change(function, [&](Kept& kept) {
    if (kept.parameters.size() < offset + bytes) kept.parameters.resize(offset + bytes);
    std::memcpy(kept.parameters.data() + offset, value, bytes);
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  if (x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
  return change(function, [&](Kept& kept) {
    kept.block = dim3(x, y, z);
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
  return change(function, [&](Kept& kept) {
    kept.shared_bytes = bytes;
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSetSize(CUfunction function, unsigned int bytes) {
  if (bytes > kMostParameters) return CUDA_ERROR_INVALID_VALUE;
  return change(function, [&](Kept& kept) {
    kept.parameters.resize(bytes);
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value) {
  return set_parameter(function, offset, &value, sizeof value);
}
CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return set_parameter(function, offset, &value, sizeof value);
}
CUresult cuParamSetv(CUfunction function, int offset, void* value, unsigned int bytes) {
  return set_parameter(function, offset, value, bytes);
}

CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream) {
  if (grid_x <= 0 || grid_y <= 0) return CUDA_ERROR_INVALID_VALUE;
  Kept kept;
  const CUresult found = change(function, [&](Kept& own) {
    kept = own;
    return CUDA_SUCCESS;
  });
  if (found != CUDA_SUCCESS) return found;
  std::size_t size = kept.parameters.size();
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, kept.parameters.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  return cuLaunchKernel(function, grid_x, grid_y, 1, kept.block.x, kept.block.y, kept.block.z,
                        kept.shared_bytes, stream, nullptr, extra);
}

CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y) {
  return cuLaunchGridAsync(function, grid_x, grid_y, nullptr);
}
CUresult cuLaunch(CUfunction function) { return cuLaunchGrid(function, 1, 1); }
