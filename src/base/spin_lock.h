// A lock for a handful of instructions: one byte, usable with std::lock_guard.
//
// It yields the CPU after a short wait, so that a holder which lost its CPU gets it back. Not for anything
// that allocates, calls the system or calls back.
// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

#include <atomic>

namespace vgpu {

// Tells the CPU that this is a waiting loop.
inline void cpu_pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

class SpinLock {
 public:
  void lock() noexcept {
    while (locked_.exchange(true, std::memory_order_acquire)) wait();
  }
  bool try_lock() noexcept { return !locked_.exchange(true, std::memory_order_acquire); }
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  void wait() const noexcept {
    for (int spin = 0; locked_.load(std::memory_order_relaxed); ++spin) {
      if (spin < 64) {
        cpu_pause();
      } else {
        sched_yield();
      }
    }
  }
  std::atomic<bool> locked_{false};
};

}  // namespace vgpu
