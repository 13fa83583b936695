// A kernel object: a kernel of a program, and the arguments that its next launch gets.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "api/opencl/memory_object.h"
#include "api/opencl/program.h"
#include "device/kernel.h"

namespace vgpu::opencl {

// The local sizes that a kernel got in launches that gave none. Each means a compilation, so there are only a few.
class ChosenSizes {
 public:
  // Whether it is one of the few, or can become one.
  bool take(const std::array<std::uint32_t, 3>& size);

 private:
  std::mutex mutex_;
  std::vector<std::array<std::uint32_t, 3>> sizes_;
};

}  // namespace vgpu::opencl

struct _cl_kernel : vgpu::opencl::Object<_cl_kernel> {
  static constexpr std::uint32_t kMagic = 0x76470008;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  // For every device that the program was built for. Throws CL_INVALID_KERNEL_NAME,
  // CL_INVALID_KERNEL_DEFINITION, CL_INVALID_PROGRAM_EXECUTABLE.
  _cl_kernel(_cl_program& of_program, const std::string& name);
  _cl_kernel(const _cl_kernel& other, int);  // a clone, with its arguments
  ~_cl_kernel();

  const vgpu::compiler::KernelInfo& info() const { return *info_; }
  const std::vector<vgpu::compiler::KernelArgument>& arguments() const { return info_->arguments; }

  // The kernel of a device of the program; null if the program was not built for it.
  const std::shared_ptr<const vgpu::Kernel>* on(cl_device_id device) const;
  // The device that a query means: NULL is the program's only one. Throws CL_INVALID_DEVICE.
  cl_device_id query_device(cl_device_id device) const;

  struct Argument {
    bool set = false;
    cl_mem memory = nullptr;  // not owned: a kernel keeps no memory alive
  };

  const vgpu::opencl::Ref<_cl_program> program;
  std::vector<std::byte> block;  // the packed arguments
  std::vector<Argument> state;   // one an argument
  vgpu::opencl::ChosenSizes chosen_sizes;

 private:
  struct OnDevice {
    cl_device_id device;
    std::shared_ptr<const vgpu::Kernel> kernel;
  };
  std::vector<OnDevice> kernels_;
  const vgpu::compiler::KernelInfo* info_ = nullptr;  // of the first device
};

namespace vgpu::opencl {

using Kernel = ::_cl_kernel;

// The most items that a group of this kernel can have.
std::size_t max_group_items(const Kernel& kernel);

}  // namespace vgpu::opencl
