// How launches keep to half of the threads while the device's policy is to save power.
//
// Used by native_launch.cpp and grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/thread_pool.h"

namespace vgpu {

inline unsigned power_saving_threads() { return std::max(1u, ThreadPool::shared().size() / 2); }

// A loop over `groups` in pieces this large has no more pieces than threads that may take part.
inline std::uint64_t power_saving_grain(std::uint64_t groups) {
  return (groups + power_saving_threads() - 1) / power_saving_threads();
}

}  // namespace vgpu
