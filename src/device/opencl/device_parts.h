// What an OpenCL device is made of, for its launches.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "device/opencl/arena.h"
#include "device/opencl/program.h"
#include "memory/device_memory.h"

namespace vgpu::opencl_device {

struct DeviceParts {
  DeviceParts(DeviceRecord record, const ClApi* api);

  Connection connection;
  const std::shared_ptr<Arena> arena;
  DeviceMemory memory;
  const std::unique_ptr<Device> cpu;  // for what the device cannot do

  // The module's program, which is kept for as long as the module lives.
  std::shared_ptr<Program> program(Session& session,
                                   const std::shared_ptr<compiler::Module>& module);
  std::shared_ptr<Program> find_program(const compiler::Module& module);

  // Writes into the log that a kernel runs on the cpu device, once for each reason.
  void log_replacement(const std::string& kernel, const std::string& reason);

 private:
  struct Entry {
    std::weak_ptr<compiler::Module> module;
    std::shared_ptr<Program> program;
  };
  std::mutex mutex_;
  std::map<const compiler::Module*, Entry> programs_;
  std::set<std::string> logged_;
};

// The host may touch these allocations of the device while the object lives.
class HostAccess {
 public:
  explicit HostAccess(DeviceParts& parts) : parts_(parts), session_(parts.connection.session()) {}
  ~HostAccess();
  HostAccess(const HostAccess&) = delete;
  HostAccess& operator=(const HostAccess&) = delete;

  // The allocation that holds the pointer, if it is of this device.
  void add(const void* pointer);

 private:
  DeviceParts& parts_;
  Session* session_;
  std::vector<MemoryBlock> blocks_;
};

}  // namespace vgpu::opencl_device
