// Interrupts a compile that no longer looks at the clock.
//
// check_deadline() is called between passes; a pass of LLVM that does not end by itself never gets there. A timer of the
// compiling thread then sends it a signal again and again until that comes at a moment when the thread runs the
// compiler's own code. Used by guard.cpp alone, which knows how to leave.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <csignal>
#include <ctime>

namespace vgpu::compiler {

// Ignored unless somebody handles it, so a late one does no harm.
inline constexpr int kWatchSignal = SIGURG;

class Watch {
 public:
  // Watches the calling thread; may be destroyed by another one, also after the thread's end.
  explicit Watch(std::chrono::steady_clock::time_point when);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Every thread that is being watched is interrupted, soon.
  static void interrupt_all();

 private:
  void set(std::chrono::nanoseconds from_now) const;

  timer_t timer_{};
  bool works_ = false;
};

bool is_from_watch(const siginfo_t* info);

// Whether the signal comes from a watch and the thread can be taken away from what it does: it runs code of this library,
// so it is not inside of an allocation or another function of the C library that may hold a lock.
bool may_interrupt(const siginfo_t* info, const void* machine);

}  // namespace vgpu::compiler
