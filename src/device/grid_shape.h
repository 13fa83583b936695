// The size of a launch: what every kind of kernel on every device is told.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace vgpu {

struct GridShape {
  std::uint32_t work_dim = 1;
  std::array<std::uint64_t, 3> global_size{1, 1,
                                           1};  // work-items; need not be a multiple of local_size
  std::array<std::uint64_t, 3> global_offset{};
  std::array<std::uint32_t, 3> local_size{1, 1, 1};
  std::uint32_t dynamic_local_bytes = 0;
  bool cooperative = false;     // the kernel may wait for the whole grid
  bool any_local_size = false;  // local_size is ours, not the program's
  std::uint32_t units = 0;      // compute units that may take part; 0: all of the device's

  std::uint64_t groups(unsigned dimension) const {
    return (global_size[dimension] + local_size[dimension] - 1) / local_size[dimension];
  }
  std::uint64_t group_count() const { return groups(0) * groups(1) * groups(2); }
  std::uint64_t local_items() const {
    return std::uint64_t{local_size[0]} * local_size[1] * local_size[2];
  }
};

}  // namespace vgpu
