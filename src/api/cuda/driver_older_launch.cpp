// The functions of vgpu_driver/older_launch.h.
//
// What a function keeps is a launch's `extra`: one block with the arguments at their offsets.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

constexpr std::size_t kMostBytes = 4096;  // of arguments, as CUDA has it

struct Kept {
  unsigned x = 1, y = 1, z = 1, shared_bytes = 0;
  std::vector<char> arguments;
};

struct KeptLaunches {
  std::mutex mutex;
  std::unordered_map<CUfunction, Kept> all;
};

KeptLaunches& kept_launches() {
  static auto* all = new KeptLaunches;
  return *all;
}

// Changes what a living function keeps.
template <class Change>
CUresult keep(CUfunction function, Change change) {
  vgpuKernelAttributes known{};
  const vgpuError_t error = vgpuKernelGetAttributes(&known, to_vgpu(function));
  if (error != vgpuSuccess) return result(error);
  const std::lock_guard lock(kept_launches().mutex);
  return change(kept_launches().all[function]);
}

Kept kept_by(CUfunction function) {
  const std::lock_guard lock(kept_launches().mutex);
  const auto found = kept_launches().all.find(function);
  return found == kept_launches().all.end() ? Kept{} : found->second;
}

}  // namespace

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  if (x < 1 || y < 1 || z < 1) return CUDA_ERROR_INVALID_VALUE;
  return keep(function, [&](Kept& kept) {
    kept.x = static_cast<unsigned>(x), kept.y = static_cast<unsigned>(y);
    kept.z = static_cast<unsigned>(z);
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
  return keep(function, [&](Kept& kept) {
    kept.shared_bytes = bytes;
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSetSize(CUfunction function, unsigned int bytes) {
  if (bytes > kMostBytes) return CUDA_ERROR_INVALID_VALUE;
  return keep(function, [&](Kept& kept) {
    kept.arguments.resize(bytes);
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSetv(CUfunction function, int offset, void* values, unsigned int bytes) {
  if (offset < 0 || values == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t end = static_cast<std::size_t>(offset) + bytes;
  if (end > kMostBytes) return CUDA_ERROR_INVALID_VALUE;
  return keep(function, [&](Kept& kept) {
    if (kept.arguments.size() < end) kept.arguments.resize(end);
    std::memcpy(kept.arguments.data() + offset, values, bytes);
    return CUDA_SUCCESS;
  });
}
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value) {
  return cuParamSetv(function, offset, &value, sizeof value);
}
CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return cuParamSetv(function, offset, &value, sizeof value);
}

// A reference is bound to its variable, which every function of the module reads.
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference) {
  if (unit != CU_PARAM_TR_DEFAULT || reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return keep(function, [](Kept&) { return CUDA_SUCCESS; });
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream) {
  if (width < 1 || height < 1) return CUDA_ERROR_INVALID_VALUE;
  Kept kept = kept_by(function);
  std::size_t bytes = kept.arguments.size();
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, kept.arguments.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  return cuLaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                        kept.x, kept.y, kept.z, kept.shared_bytes, stream, nullptr, extra);
}
CUresult cuLaunchGrid(CUfunction function, int width, int height) {
  return cuLaunchGridAsync(function, width, height, nullptr);
}
CUresult cuLaunch(CUfunction function) { return cuLaunchGrid(function, 1, 1); }
