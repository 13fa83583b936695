// Tests of base/thread_pool.h: coverage of ranges, nesting, exceptions, tasks, several callers, fork.
// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VG_TEST_TSAN 1
#endif
#endif

namespace vgpu {
namespace {

ThreadPool::Options threads(unsigned count, unsigned spin_us = 20) {
  return {.threads = count, .spin_us = spin_us, .binding = Binding::none};
}

// Tasks signal by counting up; what they count in must be declared before the pool, which joins its threads
// when it is destroyed.
void wait_for(const std::atomic<int>& counter, int wanted) {
  while (counter.load() < wanted) std::this_thread::yield();
}

// How often each item was visited.
std::vector<int> visits(ThreadPool& pool, std::uint64_t n, std::uint64_t grain) {
  std::vector<std::atomic<int>> count(n);
  pool.parallel_for(n, grain, [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
    ASSERT_LT(begin, end);
    ASSERT_LT(worker, pool.size());
    for (std::uint64_t i = begin; i < end; ++i) count[i].fetch_add(1);
  });
  return {count.begin(), count.end()};
}

TEST(ThreadPool, VisitsEveryItemOnce) {
  for (unsigned size : {1u, 2u, 3u, 7u}) {
    ThreadPool pool(threads(size));
    for (std::uint64_t n : {0, 1, 2, 3, 63, 64, 65, 1000, 4099}) {
      for (std::uint64_t grain : {0, 1, 7, 64, 5000}) {
        const std::vector<int> seen = visits(pool, n, grain);
        EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(n))
            << size << " threads, n " << n << ", grain " << grain;
      }
    }
  }
}

TEST(ThreadPool, RangesAreMultiplesOfTheGrain) {
  ThreadPool pool(threads(3));
  pool.parallel_for(1003, 10, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    EXPECT_EQ(begin % 10, 0u);
    EXPECT_TRUE(end % 10 == 0 || end == 1003);
  });
}

TEST(ThreadPool, HugeLoopsDoNotOverflow) {
  ThreadPool pool(threads(2));
  std::atomic<std::uint64_t> sum{0};
  const std::uint64_t n = (std::uint64_t{1} << 40) + 7;
  pool.parallel_for(n, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    sum.fetch_add(end - begin);
    if (end - begin < 512) return;  // the many small ranges at the end need no more
  });
  EXPECT_EQ(sum.load(), n);
}

TEST(ThreadPool, SmallLoopsStayInTheCaller) {
  ThreadPool pool(threads(4));
  const std::thread::id caller = std::this_thread::get_id();
  for (int i = 0; i < 100; ++i) {
    pool.parallel_for(8, 8, [&](std::uint64_t, std::uint64_t, unsigned) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
    });
  }
}

TEST(ThreadPool, WorkerNumbersAreExclusive) {
  ThreadPool pool(threads(4, 0));
  std::vector<std::atomic<int>> inside(pool.size());
  for (int round = 0; round < 200; ++round) {
    pool.parallel_for(64, 1, [&](std::uint64_t, std::uint64_t, unsigned worker) {
      EXPECT_EQ(inside[worker].fetch_add(1), 0);
      std::this_thread::yield();
      inside[worker].fetch_sub(1);
    });
  }
}

TEST(ThreadPool, NestedLoops) {
  ThreadPool pool(threads(3));
  std::atomic<int> sum{0};
  pool.parallel_for(13, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (std::uint64_t i = begin; i < end; ++i) {
      pool.parallel_for(17, 2, [&](std::uint64_t b, std::uint64_t e, unsigned) {
        pool.parallel_for(e - b, 1, [&](std::uint64_t c, std::uint64_t d, unsigned) {
          sum.fetch_add(static_cast<int>(d - c));
        });
      });
    }
  });
  EXPECT_EQ(sum.load(), 13 * 17);
}

TEST(ThreadPool, ExceptionReachesTheCallerAndThePoolGoesOn) {
  ThreadPool pool(threads(3));
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW(pool.parallel_for(1000, 1,
                                   [&](std::uint64_t begin, std::uint64_t, unsigned) {
                                     if (begin > 300) throw std::runtime_error("stop");
                                   }),
                 std::runtime_error);
    const std::vector<int> seen = visits(pool, 100, 3);
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), 100);
  }
}

TEST(ThreadPool, SeveralThreadsUseOnePool) {
  ThreadPool pool(threads(3));
  std::vector<std::thread> users;
  std::atomic<long> total{0};
  for (int user = 0; user < 4; ++user) {
    users.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        long sum = 0;
        std::vector<long> part(pool.size(), 0);
        pool.parallel_for(257, 2, [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
          part[worker] += static_cast<long>(end - begin);  // unguarded: the numbers are exclusive
        });
        for (long p : part) sum += p;
        total.fetch_add(sum);
      }
    });
  }
  for (std::thread& user : users) user.join();
  EXPECT_EQ(total.load(), 4L * 200 * 257);
}

TEST(ThreadPool, TasksRunAndMayUseThePool) {
  for (unsigned size : {1u, 2u, 5u}) {
    constexpr int kTasks = 300;
    std::atomic<int> items{0}, done{0};
    ThreadPool pool(threads(size, size == 2 ? 0 : 20));
    for (int i = 0; i < kTasks; ++i) {
      pool.submit([&] {
        pool.parallel_for(10, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
          items.fetch_add(static_cast<int>(end - begin));
        });
        EXPECT_TRUE(ThreadPool::on_worker_thread());
        done.fetch_add(1);
      });
    }
    wait_for(done, kTasks);
    EXPECT_EQ(items.load(), kTasks * 10);
  }
}

TEST(ThreadPool, TasksSubmitTasksAndMayThrow) {
  std::atomic<int> result{0};
  ThreadPool pool(threads(2));
  pool.submit([&] {
    pool.submit([&] { pool.submit([&] { result = 3; }); });
    throw std::runtime_error("lost, but harmless");
  });
  wait_for(result, 3);
}

TEST(ThreadPool, WakesSleepersAgainAndAgain) {
  std::atomic<int> ran{0};
  ThreadPool pool(threads(3, 0));  // sleeps at once, so every round needs a wake-up
  for (int round = 1; round <= 300; ++round) {
    pool.submit([&] { ran.fetch_add(1); });
    wait_for(ran, round);
    const std::vector<int> seen = visits(pool, 10, 1);
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), 10);
  }
}

// Whoever calls a sleeper keeps it off its own CPU for that moment only.
TEST(ThreadPool, SleepersMayUseAllCpusAgainOnceAwake) {
  ThreadPool pool(threads(3, 0));
  cpu_set_t wanted;
  ASSERT_EQ(pthread_getaffinity_np(pthread_self(), sizeof wanted, &wanted), 0);
  for (int round = 0; round < 200; ++round) {
    std::atomic<unsigned> here{0}, narrowed{0};
    pool.parallel_for(3, 1, [&](std::uint64_t, std::uint64_t, unsigned) {
      cpu_set_t mine;
      pthread_getaffinity_np(pthread_self(), sizeof mine, &mine);
      if (!CPU_EQUAL(&mine, &wanted)) ++narrowed;
      ++here;
      while (here.load() < 3) std::this_thread::yield();  // nobody does another's part
    });
    ASSERT_EQ(narrowed.load(), 0u) << "round " << round;
  }
}

TEST(ThreadPool, ManyThreadsAreWokenByEachOther) {
  constexpr unsigned kThreads = 24;
  ThreadPool pool(threads(kThreads, 0));
  for (int round = 0; round < 5; ++round) {
    std::atomic<unsigned> here{0};
    // Nobody leaves before all have come, so a thread that is not woken would hold the loop forever.
    pool.parallel_for(kThreads, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      here.fetch_add(static_cast<unsigned>(end - begin));
      while (here.load() < kThreads) std::this_thread::yield();
    });
  }
}

TEST(ThreadPool, DestructorDropsTasksNotBegun) {
  const auto token = std::make_shared<int>(1);
  std::atomic<int> begun{0}, go{0};
  {
    ThreadPool pool(threads(1));
    pool.submit([&] { begun = 1, wait_for(go, 1); });
    wait_for(begun, 1);
    for (int i = 0; i < 10; ++i) pool.submit([token] {});
    go = 1;
  }
  EXPECT_EQ(token.use_count(), 1);
}

#if !defined(VG_TEST_TSAN)  // it refuses to start threads in a child
TEST(ThreadPool, WorksInAForkedChild) {
  ThreadPool pool(threads(3));
  EXPECT_EQ(visits(pool, 500, 1).size(), 500u);  // the threads exist
  const pid_t child = fork();
  if (child == 0) {
    const std::vector<int> seen = visits(pool, 500, 1);
    std::atomic<int> ran{0};
    pool.submit([&] { ran = 1; });
    wait_for(ran, 1);
    _exit(std::count(seen.begin(), seen.end(), 1) == 500 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(visits(pool, 500, 1).size(), 500u);  // the parent's are still there
}

TEST(ThreadPool, ProcessEndsWhileThreadsSleep) {
  EXPECT_EXIT(
      {
        std::atomic<int> sum{0};
        ThreadPool::shared().parallel_for(100, 1,
                                          [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                            sum += static_cast<int>(end - begin);
                                          });
        std::exit(sum == 100 ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST(ThreadPool, ForkInsideALoopLeavesTheParentAlone) {
  ThreadPool pool(threads(3));
  std::atomic<int> good{0};
  pool.parallel_for(6, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const pid_t child = fork();
      if (child == 0) _exit(3);
      int status = -1;
      waitpid(child, &status, 0);
      good += WIFEXITED(status) && WEXITSTATUS(status) == 3 ? 1 : 0;
    }
  });
  EXPECT_EQ(good.load(), 6);
}
#endif

TEST(ThreadPool, SharedPoolIsOneAndHasThreads) {
  EXPECT_EQ(&ThreadPool::shared(), &ThreadPool::shared());
  EXPECT_GE(ThreadPool::shared().size(), 1u);
}

}  // namespace
}  // namespace vgpu
