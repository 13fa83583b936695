// The thread pool: a loop that stays in its caller, fork and join, waking after idling, a task.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "base/futex.h"
#include "base/thread_pool.h"
#include "measure.h"

namespace bench {
namespace {

// Median of single calls, each after a pause in which the machine's other threads have fallen asleep. The mean
// would say more about what else runs here than about us.
template <typename Call>
double after_idling(Call call) {
  constexpr std::size_t kRounds = 41;
  std::vector<double> times;
  for (std::size_t i = 0; i < kRounds; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    times.push_back(seconds(1, 1, call));
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

// What the operating system takes to bring one sleeping thread back: no pool can be faster after idling.
double futex_wake_seconds() {
  std::atomic<std::uint32_t> asked{0}, answered{0};
  constexpr std::uint32_t kEnd = UINT32_MAX;
  std::thread sleeper([&] {
    for (std::uint32_t seen = 0;;) {
      vgpu::futex_wait(asked, seen);
      const std::uint32_t now = asked.load();
      if (now == kEnd) return;
      seen = now;
      answered.store(now);
    }
  });
  const double median = after_idling([&] {
    const std::uint32_t number = asked.fetch_add(1) + 1;
    vgpu::futex_wake(asked, 1);
    while (answered.load(std::memory_order_relaxed) < number) __builtin_ia32_pause();
  });
  asked.store(kEnd);
  vgpu::futex_wake(asked, 1);
  sleeper.join();
  return median;
}

}  // namespace

void add_pool_rows(Rows& rows) {
  vgpu::ThreadPool& pool = vgpu::ThreadPool::shared();
  const unsigned size = pool.size();
  const auto nothing = [](std::uint64_t, std::uint64_t, unsigned) {};
  rows.push_back({"loop of one chunk",
                  seconds(50, 2000, [&] { pool.parallel_for(1, 1, nothing); }) * 1e9, "ns"});

  // Every thread must have come before anybody may leave: the whole of fork and join, on all threads.
  const auto meet = [&] {
    std::atomic<unsigned> here{0};
    pool.parallel_for(size, 1, [&](std::uint64_t, std::uint64_t, unsigned) {
      here.fetch_add(1);
      while (here.load(std::memory_order_relaxed) < size) __builtin_ia32_pause();
    });
  };
  rows.push_back(
      {"fork and join, all threads", seconds(50, 500, meet) * 1e6, "us", Goal::at_most, 1});
  rows.push_back({"waking one thread by futex (for comparison)", futex_wake_seconds() * 1e6, "us"});
  rows.push_back({"fork and join after idling", after_idling(meet) * 1e6, "us"});

  const auto task = [&] {
    std::atomic<bool> ran{false};
    pool.submit([&] { ran.store(true); });
    while (!ran.load(std::memory_order_relaxed)) __builtin_ia32_pause();
  };
  rows.push_back({"task, submitted and waited for", seconds(50, 500, task) * 1e6, "us"});
}

}  // namespace bench
