// A module of kernels for one test, with launches that check their result.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <vgpu/runtime.h>

#include <string>
#include <vector>

#define EXPECT_OK(call) EXPECT_EQ((call), vgpuSuccess) << vgpuGetLastErrorMessage()

class Program {
 public:
  Program(vgpuLanguage language, const std::string& source, const char* build_options = nullptr) {
    vgpuBuildOptions options = {};
    options.options = build_options;
    options.log = log_.data();
    options.logSize = log_.size();
    const vgpuError_t error = vgpuModuleLoadSource(&module_, source.c_str(), language, &options);
    EXPECT_EQ(error, vgpuSuccess) << log_.data() << vgpuGetLastErrorMessage();
  }
  ~Program() {
    if (module_) EXPECT_OK(vgpuModuleUnload(module_));
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  vgpuModule_t module() const { return module_; }
  vgpuKernel_t kernel(const char* name) const {
    vgpuKernel_t result = nullptr;
    EXPECT_OK(vgpuModuleGetKernel(&result, module_, name));
    return result;
  }

  // Launches and waits; the error of either.
  template <typename... Arguments>
  vgpuError_t run(const char* name, dim3 grid, dim3 block, Arguments... arguments) const {
    void* addresses[] = {static_cast<void*>(&arguments)..., nullptr};
    const vgpuError_t error = vgpuLaunchKernel(kernel(name), grid, block, addresses);
    return error != vgpuSuccess ? error : vgpuDeviceSynchronize();
  }

 private:
  vgpuModule_t module_ = nullptr;
  std::vector<char> log_ = std::vector<char>(8192);
};

// Device memory with a copy of its contents on the host.
template <typename T>
class Array {
 public:
  explicit Array(std::size_t count, T value = T()) : host(count, value) {
    EXPECT_OK(vgpuMalloc(&device_, count * sizeof(T)));
    upload();
  }
  ~Array() { EXPECT_OK(vgpuFree(device_)); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* device() const { return static_cast<T*>(device_); }
  void upload() {
    EXPECT_OK(vgpuMemcpy(device_, host.data(), host.size() * sizeof(T), vgpuMemcpyHostToDevice));
  }
  const std::vector<T>& download() {
    EXPECT_OK(vgpuMemcpy(host.data(), device_, host.size() * sizeof(T), vgpuMemcpyDeviceToHost));
    return host;
  }

  std::vector<T> host;

 private:
  void* device_ = nullptr;
};
