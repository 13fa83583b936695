// Launches of native kernels: results, sizes, arguments, errors.
// SPDX-License-Identifier: MIT
#include <numeric>
#include <vector>

#include "kernels.h"

namespace {

using vgpu_test::NativeKernel;

TEST(Launch, RunsEveryGroupOnce) {
  NativeKernel kernel("add_value", vgpu_test::kAddSignature, vgpu_test::add_value);
  int n = 100001, value = 3;
  int* data = nullptr;
  std::vector<int> back(static_cast<size_t>(n));
  VG_OK(vgpuMalloc(reinterpret_cast<void**>(&data), back.size() * sizeof(int)));
  VG_OK(vgpuMemset(data, 0, back.size() * sizeof(int)));
  void* args[] = {&data, &value, &n};
  VG_OK(vgpuLaunchKernel(kernel.get(), dim3(782), dim3(128), args));
  value = 4;  // the first launch has its own copy
  VG_OK(vgpuLaunchKernel(kernel.get(), dim3(782), dim3(128), args));
  VG_OK(vgpuMemcpy(back.data(), data, back.size() * sizeof(int), vgpuMemcpyDeviceToHost));
  EXPECT_EQ(back, std::vector<int>(back.size(), 7));
  float milliseconds = -1;
  VG_OK(vgpuDeviceGetLastKernelTime(&milliseconds, 0));
  EXPECT_GT(milliseconds, 0);
  VG_OK(vgpuFree(data));
}

struct Seen {
  std::atomic<unsigned> items{0}, groups{0};
};

vgpuError_t see(const vgpuNativeGroup* group, void* const*, void* data) {
  auto* seen = static_cast<Seen*>(data);
  seen->items += group->blockDim.x * group->blockDim.y * group->blockDim.z;
  ++seen->groups;
  const bool inside = group->blockIdx.x < group->gridDim.x && group->blockIdx.y < group->gridDim.y;
  const bool has_memory = group->sharedBytes == 40 && group->shared != nullptr;
  return inside && has_memory ? vgpuSuccess : vgpuErrorLaunchFailure;
}

TEST(Launch, RaggedGridsAndLocalMemory) {
  Seen seen;
  NativeKernel kernel("see", "", see, &seen);
  vgpuLaunchConfig config = {};
  config.workDim = 2;
  config.globalSize[0] = 100;
  config.globalSize[1] = 7;
  config.block[0] = 32;
  config.block[1] = 4;
  config.sharedBytes = 40;
  VG_OK(vgpuLaunchKernelEx(&config, kernel.get(), nullptr));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(seen.items, 700u);
  EXPECT_EQ(seen.groups, 8u);
  config.block[0] = config.block[1] = 0;  // the runtime chooses
  VG_OK(vgpuLaunchKernelEx(&config, kernel.get(), nullptr));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(seen.items, 1400u);
}

TEST(Launch, BadSizesAreRefused) {
  NativeKernel kernel("refused", "", vgpu_test::fail_always);
  const vgpuKernel_t k = kernel.get();
  const auto launch = [k](dim3 grid, dim3 block) {
    return vgpuLaunchKernel(k, grid, block, nullptr);
  };
  EXPECT_EQ(launch(dim3(1), dim3(1 << 20)), vgpuErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1), dim3(1024, 2)), vgpuErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1), dim3(1, 1, 65)), vgpuErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1, 65536), dim3(1)), vgpuErrorInvalidConfiguration);
  for (int zero = 0; zero < 3; ++zero) {
    const dim3 size(zero != 0, zero != 1, zero != 2);
    EXPECT_EQ(launch(size, dim3(1)), vgpuErrorInvalidConfiguration);
    EXPECT_EQ(launch(dim3(1), size), vgpuErrorInvalidConfiguration);
  }
  EXPECT_EQ(vgpuLaunchKernelAsync(k, dim3(1), dim3(1), nullptr, size_t{1} << 40, nullptr),
            vgpuErrorLaunchOutOfResources);
  EXPECT_EQ(vgpuLaunchKernelAsync(k, dim3(1), dim3(1), nullptr, 1 << 20, nullptr),
            vgpuErrorLaunchOutOfResources);
  EXPECT_EQ(vgpuLaunchCooperativeKernel(k, dim3(1), dim3(1), nullptr, 0, nullptr),
            vgpuErrorNotSupported);
  VG_OK(vgpuDeviceSynchronize());  // nothing of that has run
}

TEST(Launch, MissingArgumentsAreRefused) {
  NativeKernel kernel("arguments", vgpu_test::kAddSignature, vgpu_test::add_value);
  int value = 1;
  void* pointer = nullptr;
  void* args[] = {&pointer, nullptr, &value};
  EXPECT_EQ(vgpuLaunchKernel(kernel.get(), dim3(1), dim3(1), nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuLaunchKernel(kernel.get(), dim3(1), dim3(1), args), vgpuErrorInvalidValue);
}

TEST(Launch, Occupancy) {
  NativeKernel kernel("occupied", "", vgpu_test::fail_always);
  int blocks = -1, grid = 0, block = 0;
  VG_OK(vgpuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.get(), 256, 0));
  EXPECT_GE(blocks, 1);
  VG_OK(vgpuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.get(), 4096, 0));
  EXPECT_EQ(blocks, 0);
  VG_OK(vgpuOccupancyMaxPotentialBlockSize(&grid, &block, kernel.get(), 0, 100));
  EXPECT_GE(grid, 1);
  EXPECT_EQ(block, 96);
}

TEST(Launch, StaleKernelsAreRefused) {
  vgpuKernel_t stale;
  {
    NativeKernel kernel("stale", "", vgpu_test::fail_always);
    stale = kernel.get();
  }
  EXPECT_EQ(vgpuLaunchKernel(stale, dim3(1), dim3(1), nullptr), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuUnregisterNativeKernel(stale), vgpuErrorInvalidHandle);
}

TEST(Launch, NullDeviceDoesNothing) {
  NativeKernel kernel("never", "", vgpu_test::fail_always);
  int null_device;
  VG_OK(vgpuGetDeviceByName(&null_device, "null"));
  VG_OK(vgpuSetDevice(null_device));
  EXPECT_EQ(vgpuLaunchKernel(kernel.get(), dim3(5), dim3(5), nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuDeviceSynchronize(), vgpuSuccess);
  VG_OK(vgpuSetDevice(0));
}

}  // namespace
