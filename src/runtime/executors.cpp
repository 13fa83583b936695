// The executor threads' life: run, doze, sleep.
// SPDX-License-Identifier: MIT
#include "runtime/executors.h"

#include <pthread.h>

#include <chrono>
#include <new>
#include <system_error>
#include <thread>

#include "base/log.h"
#include "runtime/scheduler.h"

namespace vgpu {
namespace {

constexpr auto kDoze = std::chrono::microseconds(50);
constexpr int kDozes = 100;

}  // namespace

Executors::Call Executors::plan(bool urgent, std::size_t ready_streams) {
  if (woken_ >= ready_streams) return Call::none;
  if (dozing_ > 0 && !urgent) return Call::none;
  if (dozing_ + asleep_ > woken_) {
    ++woken_;
    return Call::wake;
  }
  if (threads_ >= kMaxThreads) return Call::none;
  ++threads_;
  return Call::start;
}

void Executors::act(Call call) {
  if (call == Call::wake) wake_.notify_one();
  if (call != Call::start) return;
  try {
    std::thread([this] { thread_main(); }).detach();
  } catch (const std::system_error& error) {
    // Whoever synchronises runs the work instead.
    log(LogLevel::warning, "runtime: no thread for streams: {}", error.what());
    std::lock_guard lock(scheduler_.mutex_);
    --threads_;
  }
}

void Executors::thread_main() {
  pthread_setname_np(pthread_self(), "vgpu-stream");
  std::unique_lock lock(scheduler_.mutex_);
  for (;;) {
    Stream* stream = scheduler_.next_ready();
    if (stream == nullptr) {
      sleep_until_ready(lock);
      continue;
    }
    scheduler_.take(*stream);
    lock.unlock();
    scheduler_.run(*stream, UINT64_MAX);
    lock.lock();
  }
}

// Nothing is ready here, so calls that are still on their way are for nothing: woken_ starts anew. A call that finds
// its thread awake is lost, and counting it for ever would keep later ones from being made.
void Executors::sleep_until_ready(std::unique_lock<std::mutex>& lock) {
  ++dozing_;
  for (int i = 0; i < kDozes && scheduler_.next_ready() == nullptr; ++i) {
    woken_ = 0;
    wake_.wait_for(lock, kDoze);
  }
  --dozing_;
  if (scheduler_.next_ready() == nullptr) {
    woken_ = 0;
    ++asleep_;
    wake_.wait(lock);
    --asleep_;
  }
  if (woken_ > 0) --woken_;
}

void Executors::forget_threads() {
  threads_ = dozing_ = asleep_ = woken_ = 0;
  new (&wake_) std::condition_variable;  // the old one counts waiters that do not exist here
}

}  // namespace vgpu
