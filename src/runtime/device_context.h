// A device as the runtime sees it: the device, its streams and what users have set for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/device.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "device/device.h"
#include "memory/device_memory.h"
#include "runtime/stream.h"

namespace vgpu {

class DeviceContext {
 public:
  DeviceContext(int index, std::string kind, std::unique_ptr<Device> device);
  DeviceContext(const DeviceContext&) = delete;
  DeviceContext& operator=(const DeviceContext&) = delete;

  int index() const { return index_; }
  const std::string& kind() const { return kind_; }
  Device& device() const { return *active_.load(std::memory_order_acquire); }
  DeviceMemory& memory() const { return device_->memory(); }
  const vgpuDeviceProp& properties() const { return device_->properties(); }
  // Commands go to `front` from now on, which hands them to the device behind it. Once only; false: there is one.
  bool put_in_front(std::unique_ptr<Device> front);

  const std::shared_ptr<Stream>& default_stream() const { return default_stream_; }
  std::shared_ptr<Stream> make_stream(unsigned flags, int priority);
  // All streams of the device; guarded by the scheduler's mutex.
  std::vector<Stream*>& streams() { return streams_; }

  vgpuPolicy policy() const { return policy_; }
  void set_policy(vgpuPolicy policy);
  vgpuWorkloadClass workload() const { return workload_; }
  void set_workload(vgpuWorkloadClass workload) { workload_ = workload; }

  std::uint64_t last_kernel_ns() const { return last_kernel_ns_.load(std::memory_order_relaxed); }
  void set_last_kernel_ns(std::uint64_t time) {
    last_kernel_ns_.store(time, std::memory_order_relaxed);
  }

  // Memory of this device. What vgpuMallocManaged gave is marked, so that it can be told apart.
  void* allocate(std::size_t size, bool managed);
  void free(void* pointer);
  bool is_managed(const void* base) const;

 private:
  const int index_;
  const std::string kind_;
  const std::unique_ptr<Device> device_;
  std::unique_ptr<Device> front_;
  std::atomic<Device*> active_;  // one of the two
  std::vector<Stream*> streams_;
  std::shared_ptr<Stream> default_stream_;
  std::atomic<unsigned> stream_numbers_{0};
  std::atomic<vgpuPolicy> policy_{vgpuPolicyBalanced};
  std::atomic<vgpuWorkloadClass> workload_{vgpuWorkloadAuto};
  std::atomic<std::uint64_t> last_kernel_ns_{0};
  mutable std::mutex managed_mutex_;
  std::unordered_set<const void*> managed_;
  std::atomic<std::size_t> managed_count_{0};  // most programs have none and take no lock
};

}  // namespace vgpu
