// Modules of kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/module.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>
#include <vgpu/cpp/kernel.hpp>

#include <cstddef>
#include <string>

namespace vgpu {

class GpuModule {
 public:
  // The compiler's words are in the error's text.
  static GpuModule from_source(const std::string& source, vgpuLanguage language,
                               const std::string& options = "") {
    std::string log(kLogBytes, '\0');
    vgpuBuildOptions build = {};
    build.options = options.c_str();
    build.log = log.data();
    build.logSize = log.size();
    build.sourceSize = source.size();
    GpuModule module;
    const vgpuError_t code =
        vgpuModuleLoadSource(module.handle_.out(), source.c_str(), language, &build);
    module.log_ = log.c_str();
    if (code != vgpuSuccess) {
      const std::string message = vgpuGetLastErrorMessage();
      throw RuntimeError(code, module.log_.empty() ? message : message + "\n" + module.log_);
    }
    return module;
  }
  static GpuModule from_binary(const std::string& binary) {
    GpuModule module;
    check(vgpuModuleLoadBinary(module.handle_.out(), binary.data(), binary.size()));
    return module;
  }

  vgpuModule_t get() const { return handle_.get(); }
  const std::string& log() const { return log_; }  // warnings

  GpuKernel kernel(const std::string& name) const {
    vgpuKernel_t kernel = nullptr;
    check(vgpuModuleGetKernel(&kernel, get(), name.c_str()));
    return GpuKernel(kernel);
  }
  std::string binary() const {
    std::size_t size = 0;
    check(vgpuModuleGetBinary(get(), nullptr, &size));
    std::string binary(size, '\0');
    check(vgpuModuleGetBinary(get(), binary.data(), &size));
    return binary;
  }

 private:
  static constexpr std::size_t kLogBytes = std::size_t{1} << 16;
  GpuModule() = default;
  UniqueHandle<vgpuModule_t, vgpuModuleUnload> handle_;
  std::string log_;
};

}  // namespace vgpu
