// What the tests of OpenCL devices share: the device as the current one, buffers, kernels from source.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <vgpu/runtime.h>

#include <cstdlib>
#include <string>
#include <vector>

#define VG_OK(call) ASSERT_EQ(call, vgpuSuccess) << vgpuGetLastErrorMessage()
#define VG_EXPECT(call) EXPECT_EQ(call, vgpuSuccess) << vgpuGetLastErrorMessage()

namespace opencl_device_test {

// Whether this run lets the cpu device help.
inline bool falls_back() {
  const char* value = std::getenv("VGPU_OPENCL_FALLBACK");
  return value == nullptr || std::string(value) != "0";
}

inline std::string memory_kind() {
  const char* value = std::getenv("VGPU_OPENCL_MEMORY");
  return value == nullptr ? "shared" : value;
}

// Whether kernels get real addresses.
inline bool has_addresses() { return memory_kind() == "shared" || memory_kind() == "svm"; }

class OnOpenCL : public testing::Test {
 protected:
  void SetUp() override {
    if (vgpuGetDeviceByName(&device_, "opencl") != vgpuSuccess) {
      GTEST_SKIP() << "this machine has no OpenCL platform but vGPU's own";
    }
    VG_OK(vgpuSetDevice(device_));
  }
  void TearDown() override { vgpuSetDevice(0); }
  int device_ = -1;
};

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    VG_EXPECT(vgpuMalloc(&pointer_, count * sizeof(T)));
  }
  explicit Buffer(const std::vector<T>& values) : Buffer(values.size()) {
    VG_EXPECT(vgpuMemcpy(pointer_, values.data(), count_ * sizeof(T), vgpuMemcpyHostToDevice));
  }
  ~Buffer() { VG_EXPECT(vgpuFree(pointer_)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* get() const { return static_cast<T*>(pointer_); }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    VG_EXPECT(vgpuMemcpy(values.data(), pointer_, count_ * sizeof(T), vgpuMemcpyDeviceToHost));
    return values;
  }

 private:
  std::size_t count_;
  void* pointer_ = nullptr;
};

class Module {
 public:
  explicit Module(const char* source, const vgpuBuildOptions* options = nullptr) {
    VG_EXPECT(vgpuModuleLoadSource(&handle_, source, vgpuLanguageOpenCL, options));
  }
  ~Module() { VG_EXPECT(vgpuModuleUnload(handle_)); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  vgpuKernel_t kernel(const char* name) const {
    vgpuKernel_t found = nullptr;
    VG_EXPECT(vgpuModuleGetKernel(&found, handle_, name));
    return found;
  }
  vgpuModule_t get() const { return handle_; }

 private:
  vgpuModule_t handle_ = nullptr;
};

// Launches with arguments of any types.
template <typename... Arguments>
vgpuError_t launch(vgpuKernel_t kernel, dim3 grid, dim3 block, vgpuStream_t stream,
                   Arguments... arguments) {
  void* pointers[] = {&arguments..., nullptr};
  return vgpuLaunchKernelAsync(kernel, grid, block, pointers, 0, stream);
}

inline std::vector<int> counted(std::size_t count) {
  std::vector<int> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i);
  return values;
}

}  // namespace opencl_device_test
