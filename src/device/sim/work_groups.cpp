// Placing groups on units.
// SPDX-License-Identifier: MIT
#include "device/sim/work_groups.h"

#include <algorithm>

namespace vgpu::sim {
namespace {

constexpr Picoseconds kLongest = Picoseconds{1}
                                 << 60;  // a launch may not take longer: thirteen days

}  // namespace

Placement WorkGroups::place(Picoseconds start, std::uint64_t groups, Picoseconds group_time) {
  const std::uint64_t each = (groups + free_.size() - 1) / free_.size();
  const Picoseconds time =
      std::clamp<Picoseconds>(group_time, 1, kLongest / std::max<std::uint64_t>(each, 1));
  const auto from = [&](std::size_t unit) { return std::max(free_[unit], start); };
  const auto fits = [&](Picoseconds end) {
    std::uint64_t count = 0;
    for (std::size_t unit = 0; unit < free_.size() && count < groups; ++unit) {
      if (end > from(unit)) count += (end - from(unit)) / time;
    }
    return count >= groups;
  };
  Picoseconds low = start, high = std::max(start, *std::ranges::max_element(free_)) + each * time;
  while (low < high) {
    const Picoseconds middle = low + (high - low) / 2;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  Placement placement{.last_start = start, .end = std::max(low, start), .spans = {}};
  if (groups == 0) return placement;
  placement.last_start = low - time;
  for (std::size_t unit = 0; unit < free_.size() && groups > 0; ++unit) {
    if (low <= from(unit)) continue;
    const std::uint64_t count = std::min(groups, (low - from(unit)) / time);
    if (count == 0) continue;
    placement.spans.push_back({unit, count, from(unit), from(unit) + count * time});
    groups -= count;
  }
  for (const UnitSpan& span : placement.spans) free_[span.unit] = span.end;
  return placement;
}

}  // namespace vgpu::sim
