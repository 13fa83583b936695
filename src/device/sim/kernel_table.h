// The kernels that dispatch packets name by number.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "device/device.h"

namespace vgpu::sim {

// A program's kernel is prepared when its packet comes; the runtime's launches were when they were enqueued.
struct KernelEntry {
  std::shared_ptr<const Kernel> kernel;
  const Launch* prepared = nullptr;
};

class KernelTable {
 public:
  std::uint32_t add(KernelEntry entry) {
    std::lock_guard lock(mutex_);
    while (next_ == 0 || entries_.contains(next_)) ++next_;
    entries_.emplace(next_, std::move(entry));
    return next_++;
  }
  bool remove(std::uint32_t number) {
    std::lock_guard lock(mutex_);
    return entries_.erase(number) != 0;
  }
  std::optional<KernelEntry> find(std::uint32_t number) const {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(number);
    if (found == entries_.end()) return std::nullopt;
    return found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, KernelEntry> entries_;
  std::uint32_t next_ = 1;
};

}  // namespace vgpu::sim
