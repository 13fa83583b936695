// The clock by itself: steps in, times out, whatever the order in which they become known.
// SPDX-License-Identifier: MIT
#include "device/sim/timeline.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace vgpu::sim {
namespace {

Step copy_step(std::uint32_t ring, std::uint64_t bytes, bool in = true) {
  Step step;
  step.kind = in ? Step::Kind::copy_in : Step::Kind::copy_out;
  step.ring = ring;
  step.bytes = bytes;
  return step;
}

Step fence_step(std::uint32_t ring, std::uint64_t value) {
  Step step;
  step.kind = Step::Kind::fence;
  step.ring = ring;
  step.value = value;
  return step;
}

Step wait_step(std::uint32_t ring, std::uint32_t other, std::uint64_t value) {
  Step step;
  step.kind = Step::Kind::wait;
  step.ring = ring;
  step.other = other;
  step.value = value;
  return step;
}

vgpuSimEvent find(Timeline& timeline, const std::string& lane) {
  for (const vgpuSimEvent& event : timeline.events()) {
    if (lane == event.lane) return event;
  }
  ADD_FAILURE() << lane;
  return {};
}

TEST(Timeline, OneCopyByHand) {
  Timeline timeline{Model()};
  const std::uint64_t call = timeline.open_call();
  timeline.add(call, copy_step(0, 16000));
  timeline.add(call, fence_step(0, 1));
  timeline.close_call(call);
  timeline.host_wait(0, 1);
  // submit 1000, doorbell 300, fetch 150, setup 400, latency 700, 16000 bytes 1000, fetch 150, fence 100, interrupt 2000 ns
  EXPECT_EQ(timeline.settle(), 5'800'000u);
}

TEST(Timeline, NothingIsDecidedBeforeAllIsKnown) {
  Timeline timeline{Model()};
  const std::uint64_t first = timeline.open_call(), second = timeline.open_call();
  timeline.add(second, copy_step(1, 1000));
  timeline.close_call(second);
  EXPECT_EQ(timeline.settle(), 0u);  // the first call is still open
  timeline.add(first, copy_step(0, 1000));
  timeline.close_call(first);
  timeline.settle();
  EXPECT_EQ(find(timeline, "copy in").ring, 0u);
}

TEST(Timeline, AWaitHoldsItsRing) {
  Timeline timeline{Model()};
  const std::uint64_t first = timeline.open_call(), second = timeline.open_call();
  timeline.add(first, wait_step(0, 1, 5));
  timeline.add(first, copy_step(0, 100, false));
  timeline.add(second, copy_step(1, 1'000'000));
  timeline.add(second, fence_step(1, 5));
  timeline.close_call(first);
  timeline.close_call(second);
  EXPECT_GE(find(timeline, "copy out").start, find(timeline, "copy in").end);
}

TEST(Timeline, AWaitForAForgottenFenceDoesNotHang) {
  Timeline timeline{Model()};
  const std::uint64_t call = timeline.open_call();
  timeline.add(call, wait_step(0, 1, 5));
  timeline.add(call, fence_step(0, 1));
  timeline.close_call(call);
  timeline.host_wait(0, 1);
  timeline.host_wait(3, 9);
  EXPECT_GT(timeline.settle(), 0u);
}

TEST(Model, ReadsChangesAndRefusesTheRest) {
  const Model model = parse_model("units=28,link_mbps=32000,item_cycles.mine=7");
  EXPECT_EQ(model.units, 28u);
  EXPECT_EQ(model.bytes_time(32000, model.link_mbps), 1'000'000u);
  EXPECT_LT(model.group_time("mine", 64), model.group_time("other", 64));
  for (const char* bad : {"nothing=1", "units", "units=", "units=x", "units=0", "units=99999",
                          "lanes=0", "link_mbps=-1", "item_cycles.=4", "clock_mhz=9999999999"}) {
    EXPECT_THROW(parse_model(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace vgpu::sim
