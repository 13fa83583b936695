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
  // All groups that end before `low` are placed; of those that would end with it only as many as there are.
  std::vector<std::uint64_t> counts(free_.size());
  for (std::size_t unit = 0; unit < free_.size(); ++unit) {
    if (low > from(unit)) counts[unit] = (low - 1 - from(unit)) / time;
    groups -= counts[unit];
  }
  for (std::size_t unit = 0; unit < free_.size(); ++unit) {
    const bool ends = low > from(unit) && (low - from(unit)) % time == 0;
    if (ends && groups > 0) ++counts[unit], --groups;
    if (counts[unit] == 0) continue;
    placement.spans.push_back({unit, counts[unit], from(unit), from(unit) + counts[unit] * time});
  }
  for (const UnitSpan& span : placement.spans) free_[span.unit] = span.end;
  return placement;
}

}  // namespace vgpu::sim
