// Native kernels and small helpers that the tests of the interface share.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <vgpu/runtime.h>

#include <atomic>
#include <string>

#define VG_OK(call) ASSERT_EQ(call, vgpuSuccess) << vgpuGetLastErrorMessage()

namespace vgpu_test {

// A native kernel that is registered while the object lives.
class NativeKernel {
 public:
  NativeKernel(const char* name, const char* signature, vgpuNativeFunction_t function,
               void* data = nullptr) {
    EXPECT_EQ(vgpuRegisterNativeKernel(&handle_, name, signature, function, data), vgpuSuccess)
        << vgpuGetLastErrorMessage();
  }
  ~NativeKernel() { EXPECT_EQ(vgpuUnregisterNativeKernel(handle_), vgpuSuccess); }
  vgpuKernel_t get() const { return handle_; }

 private:
  vgpuKernel_t handle_ = nullptr;
};

// data[i] += value for the group's items.
inline vgpuError_t add_value(const vgpuNativeGroup* group, void* const* args, void*) {
  int* data = *static_cast<int**>(args[0]);
  const int value = *static_cast<int*>(args[1]), n = *static_cast<int*>(args[2]);
  for (unsigned t = 0; t < group->blockDim.x; ++t) {
    const int i = static_cast<int>(group->blockIdx.x * group->blockDim.x + t);
    if (i < n) data[i] += value;
  }
  return vgpuSuccess;
}
inline constexpr char kAddSignature[] = "int* data, int value, int n";

// Adds 1 to the atomic that userData points to.
inline vgpuError_t count_groups(const vgpuNativeGroup*, void* const*, void* data) {
  ++*static_cast<std::atomic<int>*>(data);
  return vgpuSuccess;
}

inline vgpuError_t fail_always(const vgpuNativeGroup*, void* const*, void*) {
  return vgpuErrorLaunchFailure;
}

// A host function that holds a stream up until open() is called.
class Gate {
 public:
  static void wait(void* gate) { static_cast<Gate*>(gate)->open_.wait(false); }
  void open() {
    open_ = true;
    open_.notify_all();
  }

 private:
  std::atomic<bool> open_{false};
};

}  // namespace vgpu_test
