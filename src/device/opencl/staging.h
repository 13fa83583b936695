// Pinned host memory of a session, in two halves, for one copy at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "device/opencl/cl_api.h"

namespace vgpu::opencl_device {

class Session;

class Staging {
 public:
  static constexpr std::size_t kHalf = std::size_t{4} << 20;

  // The memory for as long as the lease lives; none if another copy has it, or if the driver gives none.
  class Lease {
   public:
    explicit Lease(Session& session);
    explicit operator bool() const { return memory_ != nullptr; }
    std::byte* half(unsigned index) const { return memory_ + index % 2 * kHalf; }

   private:
    std::unique_lock<std::mutex> lock_;
    std::byte* memory_ = nullptr;
  };

 private:
  std::byte* open(Session& session);

  std::mutex mutex_;
  bool tried_ = false;
  std::byte* memory_ = nullptr;  // of a mapped buffer, which lives as long as the session
};

}  // namespace vgpu::opencl_device
