// Threads that run streams which nobody waits for.
//
// Waking a sleeping thread costs more than a small launch. So an executor that has run out of work first dozes:
// it looks again every 50 microseconds for some milliseconds, and small work that arrives meanwhile wakes
// nobody. After that it sleeps until it is woken. Threads start when they are first needed, a few at most: each
// runs one stream, and the kernels in it use the thread pool.
// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>

namespace vgpu {

class Scheduler;

class Executors {
 public:
  static constexpr unsigned kMaxThreads = 8;

  explicit Executors(Scheduler& scheduler) : scheduler_(scheduler) {}

  // What the caller of plan() has to do once it no longer holds the scheduler's mutex.
  enum class Call { none, wake, start };

  // All but act() are called with the scheduler's mutex held.
  Call plan(bool urgent, std::size_t ready_streams);
  void act(Call call);
  void forget_threads();  // in the child of a fork, where there are none

 private:
  void thread_main();
  void sleep_until_ready(std::unique_lock<std::mutex>& lock);

  Scheduler& scheduler_;
  std::condition_variable wake_;
  unsigned threads_ = 0, dozing_ = 0, asleep_ = 0;
  unsigned woken_ = 0;  // notified, but not yet running
};

}  // namespace vgpu
