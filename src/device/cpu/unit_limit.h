// How launches keep to some of the pool's threads: on a part of the device, or while its policy is to save power.
//
// A compute unit is a thread. Used by cpu_device.cpp, native_launch.cpp and grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/thread_pool.h"
#include "device/grid_shape.h"

namespace vgpu {

inline std::uint32_t power_saving_units() {
  return std::max<std::uint32_t>(1, ThreadPool::shared().size() / 2);
}

// The threads that may take part in a launch.
inline std::uint32_t units_of(const GridShape& shape) {
  const std::uint32_t all = ThreadPool::shared().size();
  return shape.units == 0 ? all : std::min(shape.units, all);
}

// A loop over `groups` in pieces this large has no more pieces than there are such threads; 0: all of them may.
inline std::uint64_t limiting_grain(const GridShape& shape, std::uint64_t groups) {
  const std::uint32_t units = units_of(shape);
  return units == ThreadPool::shared().size() ? 0 : (groups + units - 1) / units;
}

}  // namespace vgpu
