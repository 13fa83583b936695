// Kernels and variables of the running program, as clang's host code registers them before main.
//
// Each .cu file brings one block of device code and registers its kernels by the address of their host stubs and its
// variables by that of their host shadows. Nothing is loaded before the first use on a device.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/kernel.h>
#include <vgpu/c/module.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/cuda/devices.h"

namespace vgpu::cuda {

// The device code of one file, or of the files of a device link.
class Program {
 public:
  explicit Program(const void* bytes) : bytes_(bytes) {}

  // The module on a device, loaded on the first call.
  cudaError_t module(int device, vgpuModule_t* module);

  // A file's names are registered. Managed variables get their first values now, since main may read them.
  void start();

  // What __CUDA_ARCH__ said of the code, by 10; 0 if that is not known.
  int architecture() const;

  // Forgets the module; nothing of it may be running.
  void unload(int device);

  // Its library is unloaded, and with it the memory of its managed variables.
  void forget_managed();

  // A variable and its host shadow. A managed one is shared: it lives where the shadow is.
  void add_shadow(const char* name, void* shadow) { shadows_.push_back({name, shadow}); }

 private:
  struct Shadow {
    const char* name;
    void* address;
    bool filled = false;  // it has had its first value
  };
  void place(vgpuModule_t module, Shadow& shadow);
  cudaError_t load(vgpuModule_t* module);

  const void* bytes_;  // with a head (embedded_program.h)
  std::mutex mutex_;
  std::array<std::atomic<vgpuModule_t>, kMaxDevices> modules_{};
  std::vector<Shadow> shadows_;
};

struct Function {
  Program* program = nullptr;
  std::string name;  // the kernel's symbol
  std::array<std::atomic<vgpuKernel_t>, kMaxDevices> kernels{};
  std::atomic<int> dynamic_shared_limit{48 << 10};
  std::atomic<int> carveout{-1};
  std::atomic<std::uint32_t> cluster{~std::uint32_t{0}};  // declared size; all ones: not known yet
  std::atomic<bool> non_portable_cluster{false};
};

struct Variable {
  Program* program = nullptr;
  std::string name;
  std::size_t size = 0;
};

// What was registered for a host address; nullptr if nothing was.
Function* find_function(const void* stub);
const Variable* find_variable(const void* shadow);

// The host address of a variable with this name; null if there is none.
const void* find_named_variable(const char* name);

// The kernel on the current device.
cudaError_t find_kernel(const void* stub, vgpuKernel_t* kernel);

// The host address of a kernel on the current device; null if it is none of the program's.
const void* find_stub(vgpuKernel_t kernel);

// Address and size of a variable on the current device.
cudaError_t find_symbol(const void* shadow, void** address, std::size_t* size);

// Unloads the device's modules: the next use loads them anew.
void reset_programs(int device);

}  // namespace vgpu::cuda
