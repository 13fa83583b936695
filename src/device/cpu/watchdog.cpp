// The thread that looks at the clock; see watchdog.h.
// SPDX-License-Identifier: MIT
#include "device/cpu/watchdog.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

#include "base/config.h"
#include "device/cpu/fault_guard.h"

namespace vgpu {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Watched {
  compiler::LaunchServices* services;
  Clock::time_point deadline;
};

class Watchdog {
 public:
  static Watchdog& shared() {
    static auto* one = new Watchdog;  // its thread runs to the program's end
    return *one;
  }

  void add(compiler::LaunchServices& services, milliseconds allowed) {
    const std::lock_guard lock(mutex_);
    launches_.push_back({&services, Clock::now() + allowed});
    if (process_ == getpid()) return;  // a fork leaves threads behind
    process_ = getpid();
    std::thread([this, allowed] { watch(allowed); }).detach();
  }

  void remove(const compiler::LaunchServices& services) {
    const std::lock_guard lock(mutex_);
    std::erase_if(launches_, [&](const Watched& one) { return one.services == &services; });
  }

 private:
  // A kernel in the middle of printf or malloc cannot be left; it is asked again a moment later.
  [[noreturn]] void watch(milliseconds allowed) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    const milliseconds look = std::clamp(allowed / 4, milliseconds(1), milliseconds(250));
    for (;;) std::this_thread::sleep_for(end_late_ones() ? milliseconds(1) : look);
  }

  bool end_late_ones() {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    bool late = false;
    for (const Watched& one : launches_) {
      if (now < one.deadline) continue;
      late = true;
      one.services->fail(compiler::Fault::timeout, {});
    }
    if (late) interrupt_guarded_threads();
    return late;
  }

  std::mutex mutex_;
  std::vector<Watched> launches_;
  pid_t process_ = 0;
};

}  // namespace

KernelWatch::KernelWatch(compiler::LaunchServices& services)
    : watched_(config().kernel_timeout > 0), services_(services) {
  if (watched_) Watchdog::shared().add(services_, milliseconds(config().kernel_timeout));
}

KernelWatch::~KernelWatch() {
  if (watched_) Watchdog::shared().remove(services_);
}

}  // namespace vgpu
