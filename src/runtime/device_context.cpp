// Devices as the runtime sees them.
// SPDX-License-Identifier: MIT
#include "runtime/device_context.h"

#include <algorithm>

#include "runtime/scheduler.h"

namespace vgpu {

DeviceContext::DeviceContext(int index, std::string kind, std::unique_ptr<Device> device)
    : index_(index), kind_(std::move(kind)), device_(std::move(device)) {
  default_stream_ = make_stream(vgpuStreamDefault, Stream::kLeastPriority);
}

std::shared_ptr<Stream> DeviceContext::make_stream(unsigned flags, int priority) {
  priority = std::clamp(priority, Stream::kGreatestPriority, Stream::kLeastPriority);
  auto stream = std::make_shared<Stream>(*this, flags, priority, stream_numbers_++);
  Scheduler::shared().add_stream(*stream);
  return stream;
}

void DeviceContext::set_policy(vgpuPolicy policy) {
  policy_ = policy;
  device_->set_policy(policy);
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
