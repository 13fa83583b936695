// Launching the driver's own kernels: values become arguments as they stand.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "api/driver/state.h"

namespace vgpu::driver {

struct Grid {
  std::array<std::size_t, 3> items{1, 1, 1};
  std::array<unsigned, 3> group{1, 1, 1};
};

// Groups of 256 along the first dimension.
inline Grid along(std::size_t x, std::size_t y = 1, std::size_t z = 1) {
  return {{x, y, z}, {static_cast<unsigned>(x < 256 ? x : 256), 1, 1}};
}

// A device has at most 65535 groups along its second and third dimension: what is more goes into further launches, whose
// items the offset numbers as if there were one.
inline void launch_parts(Gpu& gpu, vgpuKernel_t kernel, const Grid& grid, void** arguments) {
  constexpr std::size_t kMostGroups = 65535;
  vgpuLaunchConfig config{};
  config.workDim = 3;
  config.stream = gpu.stream();
  config.globalSize[0] = grid.items[0];
  for (unsigned d = 0; d < 3; ++d) config.block[d] = grid.group[d];
  const std::size_t most_y = kMostGroups * grid.group[1], most_z = kMostGroups * grid.group[2];
  for (std::size_t z = 0; z < grid.items[2]; z += most_z) {
    for (std::size_t y = 0; y < grid.items[1]; y += most_y) {
      config.globalOffset[1] = y;
      config.globalOffset[2] = z;
      config.globalSize[1] = std::min(most_y, grid.items[1] - y);
      config.globalSize[2] = std::min(most_z, grid.items[2] - z);
      check(vgpuLaunchKernelEx(&config, kernel, arguments));
    }
  }
}

// An argument's type must have the size of the kernel's parameter.
template <typename... Arguments>
void launch(Gpu& gpu, const char* name, const Grid& grid, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  launch_parts(gpu, gpu.kernel(name), grid, pointers);
}

}  // namespace vgpu::driver
