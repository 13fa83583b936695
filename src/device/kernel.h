// A kernel that can be launched: compiled from a module, or a native C function with a signature.
//
// Devices look at it when they prepare a launch; the runtime hands it around by shared_ptr, so a launch that is
// under way keeps its kernel (and the kernel its module) alive whatever becomes of the user's handles.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/kernel.h>

#include <memory>
#include <string>
#include <utility>

#include "compiler/module_info.h"
#include "compiler/service.h"

namespace vgpu {

class Kernel {
 public:
  // `info` is an element of module->info().kernels.
  Kernel(std::shared_ptr<compiler::Module> module, const compiler::KernelInfo& info)
      : module_(std::move(module)), info_(&info) {}
  Kernel(compiler::KernelInfo info, vgpuNativeFunction_t function, void* user_data)
      : native_info_(std::move(info)),
        info_(&native_info_),
        function_(function),
        user_data_(user_data) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const compiler::KernelInfo& info() const { return *info_; }
  const std::string& name() const { return info_->name; }
  bool native() const { return function_ != nullptr; }
  vgpuNativeFunction_t function() const { return function_; }
  void* user_data() const { return user_data_; }
  const std::shared_ptr<compiler::Module>& module() const { return module_; }

 private:
  std::shared_ptr<compiler::Module> module_;
  compiler::KernelInfo native_info_;
  const compiler::KernelInfo* info_;
  vgpuNativeFunction_t function_ = nullptr;
  void* user_data_ = nullptr;
};

}  // namespace vgpu
