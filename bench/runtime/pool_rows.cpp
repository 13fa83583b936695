// The thread pool: a loop that stays in its caller, fork and join, waking after idling, a task.
// SPDX-License-Identifier: MIT
#include <atomic>
#include <thread>

#include "base/thread_pool.h"
#include "measure.h"

namespace bench {

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
  double after_idling = 0;
  constexpr int kRounds = 30;
  for (int i = 0; i < kRounds; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    after_idling += seconds(1, 1, meet) / kRounds;
  }
  rows.push_back({"fork and join after idling (mean)", after_idling * 1e6, "us"});

  const auto task = [&] {
    std::atomic<bool> ran{false};
    pool.submit([&] { ran.store(true); });
    while (!ran.load(std::memory_order_relaxed)) __builtin_ia32_pause();
  };
  rows.push_back({"task, submitted and waited for", seconds(50, 500, task) * 1e6, "us"});
}

}  // namespace bench
