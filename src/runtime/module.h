// A module that a program has loaded: compiled kernels and their variables in a device's memory.
//
// Kernels share its ownership, so what a launch needs lives until the launch is done, even if the program
// has unloaded the module meanwhile.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compiler/service.h"
#include "device/kernel.h"
#include "runtime/device_context.h"

namespace vgpu {

class LoadedModule : public std::enable_shared_from_this<LoadedModule> {
 public:
  LoadedModule(std::shared_ptr<compiler::Module> code, DeviceContext& device);
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  ~LoadedModule();

  compiler::Module& code() { return *code_; }
  const compiler::ModuleInfo& info() const { return code_->info(); }
  DeviceContext& device() const { return device_; }

  // The kernel's handle, the same at each call. Error(SymbolNotFound) lists what there is.
  std::uint64_t kernel(const std::string& name);
  void remove_kernels();  // their handles are dead from now on

 private:
  std::shared_ptr<compiler::Module> code_;
  DeviceContext& device_;
  void* image_ = nullptr;
  std::mutex mutex_;
  std::map<const compiler::KernelInfo*, std::uint64_t> kernels_;
};

// Compiles with a record of it in profiles and traces.
std::shared_ptr<compiler::Module> compile_module(const compiler::FrontRequest& request,
                                                 std::string* log, DeviceContext& device);

}  // namespace vgpu
