// Tasks that make code, and the threads that run them (see code_task.h).
//
// One mutex guards the states of all tasks: they change a few times a compile, which takes milliseconds.
// SPDX-License-Identifier: MIT
#include "compiler/code_task.h"

#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/topology.h"
#include "compiler/loader.h"
#include "compiler/service.h"

namespace vgpu::compiler {
namespace {

using Clock = std::chrono::steady_clock;

struct Meeting {
  std::mutex mutex;
  std::condition_variable changed;  // a task has begun or is done, or there is a new one
};

// Never destroyed: threads of the program may wait for code until the very end.
Meeting& meeting() {
  static Meeting& instance = *new Meeting;
  return instance;
}

}  // namespace

bool CodeTask::claim() {
  State expected = State::waiting;
  if (!state_.compare_exchange_strong(expected, State::running)) return false;
  begun_ = Clock::now();
  meeting().changed.notify_all();
  return true;
}

void CodeTask::finish(Result result, std::exception_ptr error) {
  result_ = std::move(result);
  error_ = std::move(error);
  state_.store(State::done, std::memory_order_release);
  meeting().changed.notify_all();
}

void CodeTask::do_work() {
  Result result;
  std::exception_ptr error;
  try {
    result = work_();
  } catch (...) {
    error = std::current_exception();
  }
  const Work over = std::move(work_);  // what it holds on to may be its own module
  const std::lock_guard lock(meeting().mutex);
  finish(std::move(result), std::move(error));
}

CodeTask::Result CodeTask::outcome() const {
  if (error_) std::rethrow_exception(error_);
  return result_;
}

CodeTask::Result CodeTask::get() {
  if (is_done()) return outcome();
  std::unique_lock lock(meeting().mutex);
  if (claim()) {
    lock.unlock();
    do_work();
  } else {
    meeting().changed.wait(lock, [this] { return is_done(); });
  }
  return outcome();
}

bool CodeTask::wait(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kInLine{200};
  if (is_done()) return true;
  std::unique_lock lock(meeting().mutex);
  const bool begun =
      meeting().changed.wait_for(lock, kInLine, [this] { return state_ != State::waiting; });
  if (!begun && claim()) {  // the queue is long, or the threads were left behind by a fork
    lock.unlock();
    do_work();
    return true;
  }
  return meeting().changed.wait_until(lock, begun_ + patience, [this] { return is_done(); });
}

// The compiler is loaded first, so that its own statics are destroyed after this object.
CompileQueue& CompileQueue::shared() {
  load_compiler();
  static CompileQueue queue;
  return queue;
}

CompileQueue::CompileQueue() { watch_forks(); }

CompileQueue::~CompileQueue() {
  constexpr std::chrono::seconds kForTheCache{3}, kForTheEnd{2};
  forget_forks();
  std::unique_lock lock(meeting().mutex);
  stopping_ = true;
  tasks_.clear();
  meeting().changed.notify_all();
  const auto idle = [this] { return running_.empty(); };
  if (!ended_.wait_for(lock, kForTheCache, idle)) abandon_compiles();
  const bool all_ended = ended_.wait_for(lock, kForTheEnd, idle);
  lock.unlock();
  for (std::thread& thread : threads_) all_ended ? thread.join() : thread.detach();
}

void CompileQueue::add(std::shared_ptr<CodeTask> task) {
  const std::lock_guard lock(meeting().mutex);
  tasks_.push_back(std::move(task));
  if (threads_.size() < std::min<std::size_t>(available_cpus(), tasks_.size() + running_.size())) {
    threads_.emplace_back([this] { thread_main(); });
  }
  meeting().changed.notify_all();
}

void CompileQueue::thread_main() {
  std::unique_lock lock(meeting().mutex);
  while (true) {
    meeting().changed.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (stopping_) return;
    const std::shared_ptr<CodeTask> task = std::move(tasks_.front());
    tasks_.pop_front();
    if (!task->claim()) continue;
    running_.push_back(task);
    lock.unlock();
    task->do_work();
    lock.lock();
    std::erase(running_, task);
    ended_.notify_all();
  }
}

void CompileQueue::before_fork() noexcept { meeting().mutex.lock(); }
void CompileQueue::after_fork_in_parent() noexcept { meeting().mutex.unlock(); }

// Nobody goes on with what had begun; what had not begins when somebody asks again.
void CompileQueue::after_fork_in_child() noexcept {
  new (&meeting().changed) std::condition_variable;
  new (&ended_) std::condition_variable;
  new (&threads_) std::vector<std::thread>;
  for (const auto& task : running_) {
    task->finish(nullptr, std::make_exception_ptr(Error(ErrorCode::CompilationFailed,
                                                        "the process forked during the compile")));
  }
  running_.clear();
  tasks_.clear();
  meeting().mutex.unlock();
}

}  // namespace vgpu::compiler
