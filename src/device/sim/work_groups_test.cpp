// Groups on units: shares, ends, and what a second launch finds.
// SPDX-License-Identifier: MIT
#include "device/sim/work_groups.h"

#include <gtest/gtest.h>

#include <numeric>

namespace vgpu::sim {
namespace {

std::uint64_t total(const Placement& placement) {
  return std::accumulate(placement.spans.begin(), placement.spans.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const UnitSpan& span) { return sum + span.groups; });
}

TEST(WorkGroups, SharesEvenly) {
  WorkGroups units(4);
  const Placement placed = units.place(1000, 8, 50);
  EXPECT_EQ(placed.end, 1100u);
  EXPECT_EQ(placed.last_start, 1050u);
  ASSERT_EQ(placed.spans.size(), 4u);
  for (const UnitSpan& span : placed.spans) EXPECT_EQ(span.groups, 2u);
}

TEST(WorkGroups, TheRestGoesToTheFirstUnits) {
  WorkGroups units(4);
  const Placement placed = units.place(0, 6, 10);
  EXPECT_EQ(placed.end, 20u);
  EXPECT_EQ(total(placed), 6u);
  EXPECT_EQ(placed.spans.front().groups, 2u);
}

TEST(WorkGroups, ASecondLaunchFillsTheTail) {
  WorkGroups units(4);
  units.place(0, 5, 100);                             // one unit is busy until 200
  const Placement second = units.place(100, 3, 100);  // the three others are free at 100
  EXPECT_EQ(second.end, 200u);
  EXPECT_EQ(total(second), 3u);
  for (const UnitSpan& span : second.spans) EXPECT_EQ(span.start, 100u);
}

TEST(WorkGroups, NoGroupsTakeNoTime) {
  WorkGroups units(2);
  const Placement placed = units.place(7, 0, 10);
  EXPECT_EQ(placed.end, 7u);
  EXPECT_TRUE(placed.spans.empty());
}

TEST(WorkGroups, HugeLaunchesStayInRange) {
  WorkGroups units(3);
  const Placement placed = units.place(0, std::uint64_t{1} << 48, std::uint64_t{1} << 40);
  EXPECT_EQ(total(placed), std::uint64_t{1} << 48);
  EXPECT_LE(placed.end, std::uint64_t{1} << 61);
}

}  // namespace
}  // namespace vgpu::sim
