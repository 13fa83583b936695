// The inside of ThreadPool: jobs, queues and sleeping workers. Included by thread_pool*.cpp only.
//
// A loop becomes a Job in a fixed table. Workers see open jobs as bits of one word, join by counting
// themselves in, and leave when no chunk is left; the caller returns when all have left. A job's memory is
// never freed while the pool lives, so a late look at it is harmless. Joining and leaving are what orders a
// loop's memory accesses against its caller's.
// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/fork_guard.h"
#include "base/loop_ranges.h"
#include "base/spin_lock.h"
#include "base/thread_pool.h"
#include "base/topology.h"

namespace vgpu {

class ThreadPool::State final : private ForkGuard {
 public:
  State(const Options& options, bool shared);
  ~State();

  unsigned size() const noexcept { return size_; }
  void parallel_for(std::uint64_t n, std::uint64_t grain, Body body);
  void submit(std::function<void()> task);

 private:
  // In the child of a fork the threads are gone.
  void before_fork() noexcept override;
  void after_fork_in_parent() noexcept override;
  void after_fork_in_child() noexcept override;

  struct alignas(64) Job {
    Job(unsigned number, unsigned slots) : index(number), ranges(slots) {}
    const unsigned index;                 // in jobs_, and the bit in open_jobs_
    std::atomic<std::uint32_t> state{0};  // kOpen, kWaiter and the number of workers inside
    std::atomic<unsigned> caller_slot{0};
    std::atomic<bool> cancelled{false};
    std::atomic<int> to_call{0};  // idle workers that should still be woken for this loop
    const Body* body = nullptr;
    std::uint64_t n = 0, grain = 1;
    const void* owner = nullptr;  // of the calling thread, for fork
    std::exception_ptr error;     // written by the one that sets `cancelled`
    LoopRanges ranges;
  };

  static constexpr std::uint32_t kOpen = 1u << 31, kWaiter = 1u << 30, kCount = kWaiter - 1;
  static constexpr unsigned kJobs = 64;
  // Of a worker. Called: asleep still, and its waker's to prepare.
  static constexpr std::uint32_t kBusy = 0, kParked = 1, kSpinning = 2, kCalled = 3;
  using Clock = std::chrono::steady_clock;

  struct alignas(64) Worker {
    std::atomic<std::uint32_t> state{kBusy};
    std::mutex mutex;
    std::deque<std::function<void()>> tasks;  // owner takes from the back, thieves from the front
    pthread_t thread{};
    unsigned id = 0;
    State* pool = nullptr;
    cpu_set_t allowed;               // CPUs; written before it sleeps, read by whoever calls it
    std::atomic<bool> moved{false};  // its waker has narrowed what the system knows of `allowed`
  };

  // thread_pool.cpp: loops
  Job* claim_job() noexcept;
  void run_chunks(Job& job, unsigned slot) noexcept;
  bool join_some_job(unsigned id) noexcept;
  void wait_until_left(Job& job) noexcept;
  void call_helpers(Job& job, int at_most, unsigned id) noexcept;
  unsigned slot_of_this_thread() const noexcept;

  // thread_pool_workers.cpp: threads, tasks, sleep
  void start_threads();
  void stop_threads() noexcept;
  static void* thread_main(void* argument);
  void worker_loop(unsigned id) noexcept;
  bool run_some_task(unsigned id) noexcept;
  bool has_work(unsigned id) const noexcept;
  bool spin_for_work(unsigned id) noexcept;
  void park(unsigned id) noexcept;
  void wake(unsigned wanted, unsigned from, unsigned except) noexcept;
  static void keep_off_this_cpu(Worker& worker) noexcept;
  template <typename Ready>
  bool spin(Ready ready) noexcept;

  const unsigned size_;
  const Options options_;
  const bool shared_;

  // What idle workers look at: one line, written only when something changes.
  alignas(64) std::atomic<std::uint64_t> open_jobs_{0};
  std::atomic<std::int64_t> pending_tasks_{0};
  std::atomic<bool> stop_{false};
  alignas(64) std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<Clock::rep> busy_until_{0};  // other programs want the CPUs: spin less until then
  alignas(64) std::atomic<std::uint64_t> free_jobs_{~std::uint64_t{0}};

  std::atomic<bool> started_{false};
  std::mutex start_mutex_;
  unsigned threads_ = 0;  // that could be started
  std::vector<std::unique_ptr<Job>> jobs_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// Which pool's worker the calling thread is; `pool` null: none's.
struct CurrentWorker {
  const void* pool = nullptr;
  unsigned id = 0;
};
extern thread_local CurrentWorker current_worker;

// Waits actively for at most spin_us; shorter while the machine is busy, which shows as a gap in time: the
// thread was taken off its CPU in the middle of the loop.
template <typename Ready>
bool ThreadPool::State::spin(Ready ready) noexcept {
  using namespace std::chrono;
  const Clock::time_point start = Clock::now();
  const bool busy = start.time_since_epoch().count() < busy_until_.load(std::memory_order_relaxed);
  const Clock::duration budget = microseconds(options_.spin_us) / (busy ? 16 : 1);
  for (Clock::time_point last = start; last - start <= budget;) {
    for (int i = 0; i < 32; ++i) {
      if (ready()) return true;
      cpu_pause();
    }
    const Clock::time_point now = Clock::now();
    if (now - last > microseconds(20)) {
      busy_until_.store((now + milliseconds(50)).time_since_epoch().count(),
                        std::memory_order_relaxed);
    }
    last = now;
  }
  return ready();
}

}  // namespace vgpu
