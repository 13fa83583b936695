// Loops of the thread pool: publish, take part, wait until all have left.
// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/config.h"
#include "base/error.h"
#include "base/futex.h"
#include "base/thread_pool_state.h"

namespace vgpu {

thread_local CurrentWorker current_worker;

namespace {

Binding binding_of(const std::string& pin) {
  if (pin == "none") return Binding::none;
  if (pin == "node") return Binding::node;
  if (pin == "core") return Binding::core;
  if (pin != "auto") {
    fail(ErrorCode::InvalidValue, "VGPU_PIN=\"{}\": must be none, node, core or auto", pin);
  }
  // hwloc's view takes milliseconds; a machine of few CPUs has one node.
  const bool several = available_cpus() > 8 && topology().nodes.size() > 1;
  return several ? Binding::node : Binding::none;
}

ThreadPool::Options options_of_process() {
  const Config& options = config();
  if (options.threads > 4096) {
    fail(ErrorCode::InvalidValue, "VGPU_THREADS={}: at most 4096", options.threads);
  }
  return {.threads = static_cast<unsigned>(options.threads),
          .spin_us = static_cast<unsigned>(std::min<std::int64_t>(options.spin_us, 100000)),
          .binding = binding_of(options.pin)};
}

}  // namespace

ThreadPool& ThreadPool::shared() {
  // Never destroyed: threads may sleep in it while the process ends.
  static ThreadPool& pool = *new ThreadPool(options_of_process(), true);
  return pool;
}

ThreadPool::ThreadPool(const Options& options) : ThreadPool(options, false) {}
ThreadPool::ThreadPool(const Options& options, bool shared)
    : state_(std::make_unique<State>(options, shared)) {}
ThreadPool::~ThreadPool() = default;

unsigned ThreadPool::size() const noexcept { return state_->size(); }
void ThreadPool::submit(std::function<void()> task) { state_->submit(std::move(task)); }
bool ThreadPool::on_worker_thread() noexcept { return current_worker.pool != nullptr; }

void ThreadPool::parallel_for(std::uint64_t n, std::uint64_t grain, Body body) {
  state_->parallel_for(n, grain, body);
}

// Worker 0 stays out of loops whose caller is no worker, so that the caller can have its number.
unsigned ThreadPool::State::slot_of_this_thread() const noexcept {
  return current_worker.pool == this && current_worker.id < size_ ? current_worker.id : 0;
}

void ThreadPool::State::parallel_for(std::uint64_t n, std::uint64_t grain, Body body) {
  if (n == 0) return;
  if (grain == 0) grain = std::max<std::uint64_t>(1, n / (std::uint64_t{size_} * 8));
  const unsigned slot = slot_of_this_thread();
  if (n <= grain || size_ == 1) return body(0, n, slot);
  while ((n - 1) / grain >= LoopRanges::kMaxChunks) grain *= 2;
  const auto chunks = static_cast<std::uint32_t>((n - 1) / grain + 1);

  if (!started_.load(std::memory_order_acquire)) start_threads();
  Job* job = claim_job();
  if (job == nullptr) return body(0, n, slot);  // 64 loops at once: all CPUs have work
  job->body = &body;
  job->n = n;
  job->grain = grain;
  job->owner = &current_worker;
  job->cancelled.store(false, std::memory_order_relaxed);
  job->caller_slot.store(slot, std::memory_order_relaxed);
  job->ranges.divide(chunks, slot);
  job->to_call.store(static_cast<int>(std::min<std::uint32_t>(size_ - 1, chunks - 1)),
                     std::memory_order_relaxed);
  job->state.store(kOpen, std::memory_order_release);
  const std::uint64_t bit = std::uint64_t{1} << job->index;
  open_jobs_.fetch_or(bit);  // seq_cst, as is the look at sleepers_ in wake()
  call_helpers(*job, 4, slot);

  run_chunks(*job, slot);
  open_jobs_.fetch_and(~bit);
  wait_until_left(*job);
  const std::exception_ptr error = std::exchange(job->error, nullptr);
  free_jobs_.fetch_or(bit, std::memory_order_release);
  if (error) std::rethrow_exception(error);
}

ThreadPool::State::Job* ThreadPool::State::claim_job() noexcept {
  std::uint64_t free = free_jobs_.load(std::memory_order_relaxed);
  while (free != 0) {
    const int index = std::countr_zero(free);
    if (free_jobs_.compare_exchange_weak(free, free & (free - 1), std::memory_order_acquire)) {
      return jobs_[static_cast<std::size_t>(index)].get();
    }
  }
  return nullptr;
}

// Waking costs a system call for each thread; on a large machine those that were woken share that work.
void ThreadPool::State::call_helpers(Job& job, int at_most, unsigned id) noexcept {
  int left = job.to_call.load(std::memory_order_relaxed);
  int now = 0;
  while (left > 0) {
    now = std::min(left, at_most);
    if (job.to_call.compare_exchange_weak(left, left - now, std::memory_order_relaxed)) break;
    now = 0;
  }
  const unsigned never = job.caller_slot.load(std::memory_order_relaxed);
  if (now > 0) wake(static_cast<unsigned>(now), id + 1, never);
}

void ThreadPool::State::run_chunks(Job& job, unsigned slot) noexcept {
  LoopRanges::Chunks chunks;
  while (!job.cancelled.load(std::memory_order_relaxed) && job.ranges.take(slot, chunks)) {
    const std::uint64_t begin = chunks.begin * job.grain;
    const std::uint64_t end = std::min(job.n, chunks.end * job.grain);
    try {
      (*job.body)(begin, end, slot);
    } catch (...) {
      if (!job.cancelled.exchange(true)) job.error = std::current_exception();
    }
  }
}

bool ThreadPool::State::join_some_job(unsigned id) noexcept {
  std::uint64_t open = open_jobs_.load(std::memory_order_acquire);
  for (; open != 0; open &= open - 1) {
    const int index = std::countr_zero(open);
    Job& job = *jobs_[static_cast<std::size_t>(index)];
    if (job.caller_slot.load(std::memory_order_relaxed) == id) continue;
    std::uint32_t state = job.state.load(std::memory_order_relaxed);
    bool inside = false;
    while ((state & kOpen) != 0 && !inside) {
      inside = job.state.compare_exchange_weak(state, state + 1, std::memory_order_acquire);
    }
    if (!inside) continue;
    // The table's entry may have become another loop's since the first look, with this very number.
    const bool mine = job.caller_slot.load(std::memory_order_relaxed) != id;
    if (mine) {
      call_helpers(job, 2, id);
      run_chunks(job, id);
      open_jobs_.fetch_and(~(std::uint64_t{1} << index), std::memory_order_relaxed);
    }
    const std::uint32_t before = job.state.fetch_sub(1, std::memory_order_acq_rel);
    if ((before & kWaiter) != 0 && (before & kCount) == 1) futex_wake(job.state, 1);
    if (mine) return true;
  }
  return false;
}

void ThreadPool::State::wait_until_left(Job& job) noexcept {
  if ((job.state.fetch_and(~kOpen, std::memory_order_acq_rel) & kCount) != 0) {
    const auto left = [&] { return (job.state.load(std::memory_order_acquire) & kCount) == 0; };
    if (!spin(left)) {
      std::uint32_t state = job.state.fetch_or(kWaiter, std::memory_order_acq_rel) | kWaiter;
      while ((state & kCount) != 0) {
        futex_wait(job.state, state);
        state = job.state.load(std::memory_order_acquire);
      }
    }
  }
  job.state.store(0, std::memory_order_relaxed);
}

}  // namespace vgpu
