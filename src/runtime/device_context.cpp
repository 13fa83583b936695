// Devices as the runtime sees them.
// SPDX-License-Identifier: MIT
#include "runtime/device_context.h"

#include <algorithm>

#include "runtime/scheduler.h"

namespace vgpu {

DeviceContext::DeviceContext(int index, std::string kind, std::unique_ptr<Device> device)
    : index_(index), kind_(std::move(kind)), device_(std::move(device)), active_(device_.get()) {
  default_stream_ = make_stream(vgpuStreamDefault, Stream::kLeastPriority);
}

bool DeviceContext::put_in_front(std::unique_ptr<Device> front) {
  std::lock_guard lock(managed_mutex_);
  if (front_ != nullptr) return false;
  front_ = std::move(front);
  active_.store(front_.get(), std::memory_order_release);
  return true;
}

std::shared_ptr<Stream> DeviceContext::make_stream(unsigned flags, int priority) {
  priority = std::clamp(priority, Stream::kGreatestPriority, Stream::kLeastPriority);
  auto stream = std::make_shared<Stream>(*this, flags, priority, stream_numbers_++);
  Scheduler::shared().add_stream(*stream);
  return stream;
}

void DeviceContext::set_policy(vgpuPolicy policy) {
  policy_ = policy;
  device().set_policy(policy);
  if (policy == vgpuPolicyMemorySaver) memory().trim();
}

void* DeviceContext::allocate(std::size_t size, bool managed) {
  void* pointer = memory().allocate(size);
  if (managed) {
    std::lock_guard lock(managed_mutex_);
    managed_.insert(pointer);
    ++managed_count_;
  }
  return pointer;
}

void DeviceContext::free(void* pointer) {
  if (managed_count_ != 0) {
    std::lock_guard lock(managed_mutex_);
    managed_count_ -= managed_.erase(pointer);
  }
  memory().free(pointer);
  if (policy_ == vgpuPolicyMemorySaver) memory().trim();
}

bool DeviceContext::is_managed(const void* base) const {
  if (managed_count_ == 0) return false;
  std::lock_guard lock(managed_mutex_);
  return managed_.contains(base);
}

}  // namespace vgpu
