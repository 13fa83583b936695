// Code that is being made: who wants it may wait for it, for some time or to the end.
//
// Made by Module::start_code(). The work is done once, by a thread of the queue below or by a caller of get() who comes
// first. All members may be called from any thread. Used by modules and by devices that launch kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/fork_guard.h"

namespace vgpu::compiler {

struct Code;

class CodeTask {
 public:
  using Result = std::shared_ptr<const Code>;
  using Work = std::function<Result()>;

  explicit CodeTask(Work work) : work_(std::move(work)) {}
  explicit CodeTask(Result result) : state_(State::done), result_(std::move(result)) {}

  bool is_done() const { return state_.load(std::memory_order_acquire) == State::done; }

  // The code; makes it here if nobody has begun. Throws what the work threw.
  Result get();

  // Waits until it is done, but no longer than `patience` after somebody has begun; whether it is done.
  bool wait(std::chrono::milliseconds patience);

 private:
  friend class CompileQueue;
  enum class State { waiting, running, done };

  bool claim();  // whether the caller shall do the work
  void do_work();
  void finish(Result result, std::exception_ptr error);
  Result outcome() const;

  Work work_;
  std::atomic<State> state_{State::waiting};
  std::chrono::steady_clock::time_point begun_;
  Result result_;
  std::exception_ptr error_;
};

// The threads that make code while the program goes on: as many as kernels run on, started when there is work. When the
// process ends, what has begun is given a moment to reach the disk cache and then abandoned; the rest is dropped.
class CompileQueue final : ForkGuard {
 public:
  static CompileQueue& shared();
  ~CompileQueue();

  void add(std::shared_ptr<CodeTask> task);

 private:
  friend class CodeTask;
  CompileQueue();
  void thread_main();
  void before_fork() noexcept override;
  void after_fork_in_parent() noexcept override;
  void after_fork_in_child() noexcept override;

  std::deque<std::shared_ptr<CodeTask>> tasks_;
  std::vector<std::shared_ptr<CodeTask>> running_;
  std::vector<std::thread> threads_;
  std::condition_variable ended_;
  bool stopping_ = false;
};

}  // namespace vgpu::compiler
