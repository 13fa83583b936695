// Watch: a thread that never looks at the clock is interrupted, in its own code only.
// SPDX-License-Identifier: MIT
#include "compiler/front/watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <thread>

namespace vgpu::compiler {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

thread_local sigjmp_buf way_out;
thread_local volatile bool has_way_out = false;
std::atomic<int> signals{0}, chances{0};

void on_signal(int, siginfo_t* info, void* machine) {
  ++signals;
  if (!may_interrupt(info, machine)) return;
  ++chances;
  if (has_way_out) siglongjmp(way_out, 1);
}

class WatchTest : public testing::Test {
 protected:
  void SetUp() override {
    signals = chances = 0;
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    ASSERT_EQ(sigaction(kWatchSignal, &action, &before_), 0);
  }
  void TearDown() override { sigaction(kWatchSignal, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

// Comes back only if somebody takes the thread away from it.
void run_endlessly() {
  volatile unsigned long rounds = 0;
  if (sigsetjmp(way_out, 1) == 0) {
    has_way_out = true;
    while (true) rounds = rounds + 1;
  }
  has_way_out = false;
}

TEST_F(WatchTest, ALoopWithoutAnEndIsLeft) {
  const Watch watch(steady_clock::now() + milliseconds(50));
  run_endlessly();
  EXPECT_GT(chances.load(), 0);
}

TEST_F(WatchTest, AWatchInThePastWorksAtOnce) {
  const Watch watch(steady_clock::now() - std::chrono::hours(1));
  run_endlessly();
  EXPECT_GT(chances.load(), 0);
}

TEST_F(WatchTest, AllAreLeftBeforeTheirTime) {
  std::atomic<bool> watched{false};
  std::thread thread([&] {
    const Watch watch(steady_clock::now() + std::chrono::hours(1));
    watched = true;
    run_endlessly();
  });
  while (!watched) std::this_thread::yield();
  Watch::interrupt_all();
  thread.join();
  EXPECT_GT(chances.load(), 0);
}

// A thread inside of the C library may hold its locks.
TEST_F(WatchTest, CodeOfOthersIsNotInterrupted) {
  const Watch watch(steady_clock::now() + milliseconds(20));
  for (int i = 0; i < 10; ++i) usleep(20'000);  // each ends early, by a signal
  EXPECT_GT(signals.load(), 0);
  EXPECT_LT(chances.load(), signals.load());
}

TEST_F(WatchTest, AFinishedWatchIsSilent) {
  {
    const Watch watch(steady_clock::now() + milliseconds(30));
  }
  usleep(80'000);
  EXPECT_EQ(signals.load(), 0);
}

TEST_F(WatchTest, SignalsOfOthersAreNotTakenForOurs) {
  raise(kWatchSignal);
  EXPECT_EQ(signals.load(), 1);
  EXPECT_EQ(chances.load(), 0);
}

}  // namespace
}  // namespace vgpu::compiler
