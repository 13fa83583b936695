// The work-group scheduler's clock: which compute unit runs how many groups of a launch, and when.
//
// Groups of a launch take the same time, and each goes to the unit that is free first. A launch of millions of groups
// is placed by a search over its end, not group by group.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/sim/model.h"

namespace vgpu::sim {

struct UnitSpan {
  std::size_t unit = 0;
  std::uint64_t groups = 0;
  Picoseconds start = 0, end = 0;
};

struct Placement {
  Picoseconds last_start = 0;  // from then on another launch's groups may be placed
  Picoseconds end = 0;
  std::vector<UnitSpan> spans;  // of units that got groups
};

class WorkGroups {
 public:
  explicit WorkGroups(std::size_t units) : free_(units, 0) {}
  Placement place(Picoseconds start, std::uint64_t groups, Picoseconds group_time);

 private:
  std::vector<Picoseconds> free_;  // of each unit
};

}  // namespace vgpu::sim
