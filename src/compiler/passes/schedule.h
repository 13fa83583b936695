// How the work-items of a group are laid onto vectors and loops.
//
// Chosen once a compile by choose_schedule (or forced by the request), then read by every later
// pass: it decides what the item function's x means, how large a tile a region function runs, and
// whether barriers remain. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::compiler {

struct Schedule {
  unsigned width = 1;     // lanes of a vector; 1 = no vector code at all
  unsigned jam_x = 1;     // vectors along x that one pass through the code handles
  unsigned jam_y = 1;     // rows that it handles; 1 in linear mode
  bool linear = false;    // x is the linear local id, y = z = 0: warps, and groups with a small x
  bool forced = false;    // the request named the width: no second thoughts
  bool lockstep = false;  // one tile covers the group, so barriers are gone and nothing was split
  unsigned local_size[3] = {1, 1, 1};  // of the group, whatever the mode
  bool swapped = false;                // x and y have changed places since the item was made
  unsigned vector_bits = 256;          // of the target's registers
  unsigned vector_registers = 16;

  std::uint64_t items() const {
    return std::uint64_t{local_size[0]} * local_size[1] * local_size[2];
  }
  // The extents that the driver's x, y and z loops run over.
  std::uint64_t extent(unsigned dim) const {
    return linear ? (dim == 0 ? items() : 1) : local_size[dim];
  }
  // How many items one call of a region function handles along x and y.
  std::uint64_t tile_x() const { return std::uint64_t{width} * jam_x; }
  std::uint64_t tile_y() const { return jam_y; }
};

}  // namespace vgpu::compiler
