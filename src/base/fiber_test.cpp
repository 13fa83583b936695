// Tests of base/fiber.h: turns, what lives across them, stacks.
// SPDX-License-Identifier: MIT
#include "base/fiber.h"

#include <gtest/gtest.h>

#include <vector>

namespace vgpu {
namespace {

constexpr std::size_t kBytes = 64 << 10;

struct Turns {
  Fiber home;
  Fiber one{kBytes}, two{kBytes};
  std::vector<int> seen;
};

void count(Turns& turns, Fiber& self, int from) {
  double sum = 0.5;  // lives in registers and on the stack while others run
  for (int i = 0; i < 3; ++i) {
    sum += from + i;
    turns.seen.push_back(static_cast<int>(sum));
    self.switch_to(turns.home);
  }
  turns.seen.push_back(-from);
  self.switch_to(turns.home);
}

TEST(Fiber, FibersTakeTurnsAndKeepTheirState) {
  Turns turns;
  turns.one.prepare(
      [](void* all) { count(*static_cast<Turns*>(all), static_cast<Turns*>(all)->one, 1); },
      &turns);
  turns.two.prepare(
      [](void* all) { count(*static_cast<Turns*>(all), static_cast<Turns*>(all)->two, 10); },
      &turns);
  for (int i = 0; i < 4; ++i) {
    turns.home.switch_to(turns.one);
    turns.home.switch_to(turns.two);
  }
  EXPECT_EQ(turns.seen, (std::vector<int>{1, 10, 3, 21, 6, 33, -1, -10}));
}

TEST(Fiber, AFiberKnowsItsStackAndCanBeginAgain) {
  struct State {
    Fiber home;
    Fiber fiber{kBytes};
    int runs = 0;
  } state;
  for (int i = 1; i <= 2; ++i) {
    state.fiber.prepare(
        [](void* argument) {
          State& all = *static_cast<State*>(argument);
          const void* here =
              __builtin_frame_address(0);  // AddressSanitizer has variables elsewhere
          EXPECT_TRUE(all.fiber.contains(reinterpret_cast<std::uintptr_t>(here)));
          EXPECT_FALSE(all.fiber.contains(reinterpret_cast<std::uintptr_t>(argument)));
          ++all.runs;
          all.fiber.switch_to(all.home);
        },
        &state);
    state.home.switch_to(state.fiber);
    EXPECT_EQ(state.runs, i);
  }
}

}  // namespace
}  // namespace vgpu
