// Signal handlers that jump back out of kernel code (see fault_guard.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/fault_guard.h"

#include <csetjmp>
#include <csignal>
#include <iterator>
#include <mutex>

#include "base/config.h"

namespace vgpu {
namespace {

struct Guard {
  sigjmp_buf back;
  MachineFault fault;
  std::uint64_t address;
};

// Read by signal handlers, which must not allocate: so it lives in the thread's static block.
thread_local Guard* t_guard __attribute__((tls_model("initial-exec"))) = nullptr;

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE};
struct sigaction g_previous[std::size(kSignals)];

// What would have happened without us.
void pass_on(int signal, siginfo_t* info, void* context) {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (kSignals[i] != signal) continue;
    const struct sigaction& previous = g_previous[i];
    if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
    if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
      return previous.sa_handler(signal);
    }
    // The default comes back, and the instruction is tried again.
    sigaction(signal, &previous, nullptr);
  }
}

void handle(int signal, siginfo_t* info, void* context) {
  Guard* const guard = t_guard;
  if (!guard) return pass_on(signal, info, context);
  t_guard = nullptr;
  guard->fault = signal == SIGFPE ? MachineFault::arithmetic : MachineFault::address;
  guard->address = reinterpret_cast<std::uint64_t>(info->si_addr);
  siglongjmp(guard->back, 1);
}

bool install_handlers() {
  if (!config().catch_faults) return false;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction action{};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i], &action, &g_previous[i]);
  }
  return true;
}

// A fault whose signal is blocked ends the process, whatever the handlers. Threads of the pool block
// all signals, so that the program's own threads get theirs.
void unblock_faults() {
  thread_local bool done = false;
  if (done) return;
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kSignals) sigaddset(&signals, signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  done = true;
}

}  // namespace

MachineFault run_guarded(FunctionRef<void()> work, std::uint64_t* address) {
  static const bool installed = install_handlers();
  if (!installed || t_guard) {
    work();
    return MachineFault::none;
  }
  unblock_faults();
  Guard guard;
  guard.fault = MachineFault::none;
  guard.address = 0;
  if (sigsetjmp(guard.back, 0) == 0) {
    t_guard = &guard;
    try {
      work();
    } catch (...) {
      t_guard = nullptr;
      throw;
    }
    t_guard = nullptr;
  }
  *address = guard.address;
  return guard.fault;
}

}  // namespace vgpu
