// Threads of the thread pool: their start and end, tasks, waiting and waking, and fork.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <new>

#include "base/error.h"
#include "base/futex.h"
#include "base/log.h"
#include "base/thread_pool_state.h"

namespace vgpu {

ThreadPool::State::State(const Options& options, bool shared)
    : size_(options.threads != 0 ? options.threads : available_cpus()),
      options_(options),
      shared_(shared) {
  for (unsigned i = 0; i < kJobs; ++i) jobs_.push_back(std::make_unique<Job>(i, size_));
  for (unsigned i = 0; i < size_; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->id = i;
    workers_.back()->pool = this;
  }
  watch_forks();
}

ThreadPool::State::~State() {
  forget_forks();
  stop_threads();
}

// ---- start and end ------------------------------------------------------------------------------

void ThreadPool::State::start_threads() {
  std::lock_guard lock(start_mutex_);
  if (started_.load(std::memory_order_relaxed)) return;
  // Signals of the program go to its own threads.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error = 0;
  unsigned running = 0;
  for (; running < size_ && error == 0; ++running) {
    Worker& worker = *workers_[running];
    error = pthread_create(&worker.thread, nullptr, &State::thread_main, &worker);
    if (error != 0) break;
    if (shared_) pthread_detach(worker.thread);
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  threads_ = running;
  if (running == 0) {
    fail(ErrorCode::LaunchOutOfResources, "no thread can be started: {}", std::strerror(error));
  }
  if (running < size_) {
    log(LogLevel::warning, "thread pool: only {} of {} threads could be started", running, size_);
  }
  started_.store(true, std::memory_order_release);
}

void ThreadPool::State::stop_threads() noexcept {
  if (!started_.load(std::memory_order_acquire)) return;
  stop_.store(true);
  for (unsigned i = 0; i < threads_; ++i) {
    workers_[i]->state.store(kBusy);
    futex_wake(workers_[i]->state, 1);
  }
  if (shared_) return;
  for (unsigned i = 0; i < threads_; ++i) pthread_join(workers_[i]->thread, nullptr);
}

void* ThreadPool::State::thread_main(void* argument) {
  const Worker& worker = *static_cast<Worker*>(argument);
  current_worker = {worker.pool, worker.id};
  char name[16];
  std::snprintf(name, sizeof name, "vgpu-%u", worker.id);
  pthread_setname_np(pthread_self(), name);
  bind_this_thread(worker.id, worker.pool->options_.binding);
  worker.pool->worker_loop(worker.id);
  return nullptr;
}

void ThreadPool::State::worker_loop(unsigned id) noexcept {
  while (!stop_.load(std::memory_order_relaxed)) {
    if (join_some_job(id) || run_some_task(id)) continue;
    if (!spin_for_work(id)) park(id);
  }
}

// ---- tasks --------------------------------------------------------------------------------------

void ThreadPool::State::submit(std::function<void()> task) {
  if (!started_.load(std::memory_order_acquire)) start_threads();
  Worker& worker = *workers_[slot_of_this_thread()];
  {
    std::lock_guard lock(worker.mutex);
    worker.tasks.push_back(std::move(task));
  }
  pending_tasks_.fetch_add(1);  // seq_cst, as is the look at workers in wake()
  wake(1, 0, size_);
}

bool ThreadPool::State::run_some_task(unsigned id) noexcept {
  if (pending_tasks_.load(std::memory_order_relaxed) <= 0) return false;
  std::function<void()> task;
  for (unsigned i = 0; i < size_ && !task; ++i) {
    Worker& from = *workers_[(id + i) % size_];
    std::lock_guard lock(from.mutex);
    if (from.tasks.empty()) continue;
    task = std::move(i == 0 ? from.tasks.back() : from.tasks.front());
    i == 0 ? from.tasks.pop_back() : from.tasks.pop_front();
  }
  if (!task) return false;
  pending_tasks_.fetch_sub(1, std::memory_order_relaxed);
  try {
    task();
  } catch (...) {
    log(LogLevel::warning, "thread pool: a task failed: {}", current_error().message());
  }
  return true;
}

// ---- waiting and waking -------------------------------------------------------------------------

bool ThreadPool::State::has_work(unsigned id) const noexcept {
  if (pending_tasks_.load() > 0) return true;
  for (std::uint64_t open = open_jobs_.load(); open != 0; open &= open - 1) {
    const Job& job = *jobs_[static_cast<std::size_t>(std::countr_zero(open))];
    if (job.caller_slot.load(std::memory_order_relaxed) != id &&
        (job.state.load(std::memory_order_relaxed) & kOpen) != 0) {
      return true;
    }
  }
  return false;
}

// True: there may be work. wake() calls nobody while somebody waits actively, so one who finds more than it
// can take calls the next.
bool ThreadPool::State::spin_for_work(unsigned id) noexcept {
  std::atomic<std::uint32_t>& state = workers_[id]->state;
  state.store(kSpinning);
  const bool found = spin([&] { return stop_.load(std::memory_order_relaxed) || has_work(id); });
  state.store(kBusy);
  const std::int64_t tasks = found ? pending_tasks_.load() : 0;
  if (tasks > 1 || (tasks == 1 && open_jobs_.load() != 0)) wake(1, id + 1, id);
  return found;
}

// The order of the two steps and of their mirror in wake(): the sleeper announces itself and then looks for
// work; the other side makes work visible and then looks for sleepers. One of them sees the other.
void ThreadPool::State::park(unsigned id) noexcept {
  Worker& worker = *workers_[id];
  std::atomic<std::uint32_t>& state = worker.state;
  if (pthread_getaffinity_np(pthread_self(), sizeof worker.allowed, &worker.allowed) != 0)
    CPU_ZERO(&worker.allowed);
  state.store(kParked);
  sleepers_.fetch_add(1);
  std::uint32_t parked =
      kParked;  // unless somebody is about to call it, who then has the next word
  if (stop_.load() || has_work(id)) state.compare_exchange_strong(parked, kBusy);
  for (std::uint32_t now = state.load(std::memory_order_acquire); now == kParked || now == kCalled;
       now = state.load(std::memory_order_acquire)) {
    futex_wait(state, now);
  }
  sleepers_.fetch_sub(1);
  if (worker.moved.exchange(false, std::memory_order_acq_rel))
    pthread_setaffinity_np(pthread_self(), sizeof worker.allowed, &worker.allowed);
}

// Keeps a sleeper that is about to be called away from this CPU. Linux likes to wake threads beside their wakers, also
// where other CPUs are idle; a waker that goes on computing then leaves the new thread standing for milliseconds.
// (Measured on two CPUs: fork and join after idling 1900 us, with this 60.)
void ThreadPool::State::keep_off_this_cpu(Worker& worker) noexcept {
  const int here = sched_getcpu();
  cpu_set_t others = worker.allowed;
  if (here < 0 || !CPU_ISSET(here, &others)) return;
  CPU_CLR(here, &others);
  if (CPU_COUNT(&others) == 0) return;
  worker.moved.store(true, std::memory_order_release);
  if (pthread_setaffinity_np(worker.thread, sizeof others, &others) != 0)
    worker.moved.store(false, std::memory_order_release);
}

// Makes sure that `wanted` workers other than `except` look for work, as far as there are idle ones; asks
// first those behind `from`. One that waits actively is marked as called, so that nobody else counts on it.
void ThreadPool::State::wake(unsigned wanted, unsigned from, unsigned except) noexcept {
  if (sleepers_.load() == 0) return;
  for (unsigned i = 0; i < size_ && wanted > 0; ++i) {
    std::uint32_t expected = kSpinning;
    if (i != except && workers_[i]->state.load() == kSpinning &&
        workers_[i]->state.compare_exchange_strong(expected, kBusy)) {
      --wanted;
    }
  }
  for (unsigned i = 0; i < size_ && wanted > 0; ++i) {
    const unsigned id = (from + i) % size_;
    std::atomic<std::uint32_t>& state = workers_[id]->state;
    std::uint32_t expected = kParked;
    if (id == except || !state.compare_exchange_strong(expected, kCalled)) continue;
    keep_off_this_cpu(*workers_[id]);
    state.store(kBusy, std::memory_order_release);
    futex_wake(state, 1);
    --wanted;
  }
}

// ---- fork ---------------------------------------------------------------------------------------

void ThreadPool::State::before_fork() noexcept {
  start_mutex_.lock();
  for (auto& worker : workers_) worker->mutex.lock();
}

void ThreadPool::State::after_fork_in_parent() noexcept {
  for (auto& worker : workers_) worker->mutex.unlock();
  start_mutex_.unlock();
}

// Of the parent's threads only the forking one exists here. Loops of others are forgotten, tasks that were
// waiting are left to the parent; the pool starts afresh with the next work.
void ThreadPool::State::after_fork_in_child() noexcept {
  std::uint64_t free = 0, open = 0;
  for (unsigned i = 0; i < kJobs; ++i) {
    Job& job = *jobs_[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    const bool used = (free_jobs_.load() & bit) == 0;
    const bool mine = used && job.owner == &current_worker;
    job.state.store(mine ? job.state.load() & kOpen : 0);
    (mine ? open : free) |= bit;
  }
  free_jobs_.store(free);
  open_jobs_.store(open & open_jobs_.load());
  pending_tasks_.store(0);
  sleepers_.store(0);
  threads_ = 0;
  started_.store(false);
  for (auto& worker : workers_) {
    worker->state.store(kBusy);
    worker->moved.store(false);
    // Without running destructors of what the parent's tasks hold: they are the parent's.
    new (&worker->tasks) std::deque<std::function<void()>>();
    worker->mutex.unlock();
  }
  start_mutex_.unlock();
}

}  // namespace vgpu
