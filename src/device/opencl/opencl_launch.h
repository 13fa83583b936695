// A launch on an OpenCL device, or on the cpu device in its place.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/opencl/device_parts.h"

namespace vgpu::opencl_device {

class OpenclLaunch final : public Launch {
 public:
  // Throws Error(NotSupported) if the device cannot run it and nothing else may.
  OpenclLaunch(DeviceParts& parts, std::shared_ptr<const Kernel> kernel, const GridShape& shape,
               const std::byte* arguments);

  void run() const override;
  bool is_ready() const override;
  void wait_until_ready() const override;

 private:
  void bind(Session& session, cl_kernel kernel, MemoryObjects& keep) const;
  void bind_pointer(Session& session, cl_kernel kernel, cl_uint index,
                    const compiler::KernelArgument& argument, MemoryObjects& keep) const;
  void start(Session& session, cl_command_queue queue, ProgramKernel& kernel, MemoryObjects& keep,
             cl_event* event) const;
  void fall_back(const std::string& reason) const;
  const Launch& replacement(const std::string& reason) const;

  DeviceParts& parts_;
  const std::shared_ptr<const Kernel> kernel_;
  const GridShape shape_;
  std::vector<std::byte> arguments_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<Launch> replacement_;
  mutable std::atomic<bool> replaced_{false};
};

}  // namespace vgpu::opencl_device
