// The threads that run kernels: fork-join loops with work stealing, and single tasks.
//
// A loop is divided among the threads in ranges; one that is done steals half of another's rest. An idle
// thread waits actively for a short, bounded time and then sleeps on a futex, so that a loop right after
// another starts in half a microsecond and an idle or busy machine is left alone. The caller of a loop takes
// part in it. Used by devices, copies and engines; nothing else in vGPU starts threads for computing.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/function_ref.h"
#include "base/topology.h"

namespace vgpu {

class ThreadPool {
 public:
  struct Options {
    unsigned threads = 0;   // 0: available_cpus()
    unsigned spin_us = 30;  // active waiting before sleep
    Binding binding = Binding::none;
  };

  // The process's pool, made at first use from VGPU_THREADS, VGPU_SPIN_US and VGPU_PIN. Lives until the
  // process ends; its threads start with the first work that needs them.
  static ThreadPool& shared();

  explicit ThreadPool(const Options& options);
  ~ThreadPool();  // ends the threads; tasks not yet begun are dropped
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // How many threads take part in a loop, its caller included.
  unsigned size() const noexcept;

  // body(begin, end, worker) until [0, n) is done; returns when all of it is. Ranges hold a multiple of
  // `grain` items (but the last; grain 0: the pool chooses). `worker` < size(), and no two calls of one loop
  // run at the same time with the same worker, so it may index scratch memory of the loop. n <= grain runs
  // in the caller and wakes nobody. May be called inside a body. The first exception of a body stops the
  // loop's remaining ranges and is thrown here.
  using Body = FunctionRef<void(std::uint64_t begin, std::uint64_t end, unsigned worker)>;
  void parallel_for(std::uint64_t n, std::uint64_t grain, Body body);

  // Runs the task on some thread of the pool, later. A task may submit and may call parallel_for; it must not
  // wait for a task that has not begun. What it throws is logged and lost.
  void submit(std::function<void()> task);

  // Whether the calling thread is one of a pool's.
  static bool on_worker_thread() noexcept;

 private:
  class State;
  ThreadPool(const Options& options, bool shared);
  std::unique_ptr<State> state_;
};

}  // namespace vgpu
