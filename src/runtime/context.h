// The runtime's root: devices, handles and the calling thread's current device.
//
// Made at the first call that needs it and never destroyed, since streams may still be running and static
// objects of the program may still call while it ends.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/types.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/handle_table.h"
#include "runtime/device_context.h"

namespace vgpu {

class Event;
class Graph;
class GraphExec;
class LoadedModule;
struct GraphNodeRef;
struct NamedDevice;

class Context {
 public:
  static Context& shared();

  // All devices, those that have to be looked for too (devices.def): this is what looks for them.
  int device_count();
  DeviceContext& device(int index);  // Error(InvalidDevice)
  // By number, kind or name, or by a part of its name.
  DeviceContext& find_device(const std::string& name);

  // The devices that are known so far; more may be added behind them, by other threads too.
  std::span<const std::unique_ptr<DeviceContext>> devices() const {
    return {devices_.data(), known_.load(std::memory_order_acquire)};
  }

  DeviceContext& current();
  void set_current(int index);

  // The stream that a handle means; NULL is the current device's default stream.
  std::shared_ptr<Stream> stream(vgpuStream_t handle);

  HandleTable<Stream> streams{0x5301, "stream"};
  HandleTable<Event> events{0x5302, "event"};
  HandleTable<LoadedModule> modules{0x5303, "module"};
  HandleTable<const Kernel> kernels{0x5304, "kernel"};
  HandleTable<Graph> graphs{0x5305, "graph"};
  HandleTable<GraphNodeRef> nodes{0x5306, "node"};
  HandleTable<GraphExec> execs{0x5307, "exec"};

  // Native kernels by name.
  std::mutex native_mutex;
  std::unordered_map<std::string, std::uint64_t> native_kernels;

 private:
  Context();
  std::shared_ptr<Stream> thread_stream();
  void add(std::vector<NamedDevice> devices);
  void find_more();
  DeviceContext* find_known(const std::string& name) const;

  static constexpr std::size_t kMaxDevices = 256;
  std::vector<std::unique_ptr<DeviceContext>>
      devices_;  // has room for all, so that none ever moves
  std::atomic<std::size_t> known_{0};
  std::once_flag found_more_;
  int first_device_ = 0;
};

}  // namespace vgpu
