// Signal handlers that jump back out of kernel code (see fault_guard.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/fault_guard.h"

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>
#include <csetjmp>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "base/config.h"

namespace vgpu {
namespace {

struct Guard {
  sigjmp_buf back;
  MachineFault fault;
  std::uint64_t address;
  const MayInterrupt* may_interrupt;
};

// Read by signal handlers, which must not allocate: so it lives in the thread's static block.
thread_local Guard* t_guard __attribute__((tls_model("initial-exec"))) = nullptr;

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
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

// A fault right below the stack pointer is a stack that has no room left. Large frames miss the end by more.
bool is_stack_fault(std::uint64_t address, const void* context) {
  constexpr std::uint64_t kBelow = 1 << 20, kAbove = 1 << 16;
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto top = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RSP]);
  return address + kBelow > top && address < top + kAbove;
}

// Traps of the language are instructions that no processor knows.
MachineFault fault_of(int signal, std::uint64_t address, const void* context) {
  if (signal == SIGFPE) return MachineFault::arithmetic;
  if (signal == SIGILL) return MachineFault::trap;
  return is_stack_fault(address, context) ? MachineFault::stack : MachineFault::address;
}

void handle(int signal, siginfo_t* info, void* context) {
  Guard* const guard = t_guard;
  if (!guard) return pass_on(signal, info, context);
  t_guard = nullptr;
  guard->address = reinterpret_cast<std::uint64_t>(info->si_addr);
  guard->fault = fault_of(signal, guard->address, context);
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

// Where handlers run when the thread's own stack is used up; a thread that has such a stack keeps its own.
class SignalStack {
 public:
  SignalStack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    memory_ = std::make_unique<std::byte[]>(kBytes);
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = kBytes;
    if (sigaltstack(&stack, nullptr) != 0) memory_.reset();
  }
  ~SignalStack() {
    if (!memory_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static constexpr std::size_t kBytes = std::size_t{64} << 10;
  std::unique_ptr<std::byte[]> memory_;
};

// Ignored by every program that does not ask for it, so one that comes late does no harm.
constexpr int kInterruptSignal = SIGURG;
struct sigaction g_previous_interrupt;

void handle_interrupt(int signal, siginfo_t* info, void* context) {
  Guard* const guard = t_guard;
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto instruction = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  if (guard && (*guard->may_interrupt)(reinterpret_cast<const void*>(instruction))) {
    t_guard = nullptr;
    guard->fault = MachineFault::interrupt;
    siglongjmp(guard->back, 1);
  }
  const struct sigaction& previous = g_previous_interrupt;
  if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) previous.sa_handler(signal);
}

void install_interrupt_handler() {
  struct sigaction action{};
  action.sa_sigaction = handle_interrupt;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(kInterruptSignal, &action, &g_previous_interrupt);
}

// The threads that have run guarded work and live; after a fork those of the parent are not there.
struct GuardedThread {
  pthread_t thread;
  pid_t process;
  const std::atomic<bool>* working;
};

struct GuardedThreads {
  std::mutex mutex;
  std::vector<GuardedThread> all;
};

GuardedThreads& guarded_threads() {
  static auto* threads = new GuardedThreads;  // threads may end after static objects do
  return *threads;
}

class ThreadMark {
 public:
  ThreadMark() {
    const std::lock_guard lock(guarded_threads().mutex);
    guarded_threads().all.push_back({pthread_self(), getpid(), &working});
  }
  ~ThreadMark() {
    const std::lock_guard lock(guarded_threads().mutex);
    std::erase_if(guarded_threads().all,
                  [this](const auto& one) { return one.working == &working; });
  }
  ThreadMark(const ThreadMark&) = delete;
  ThreadMark& operator=(const ThreadMark&) = delete;

  std::atomic<bool> working{false};
};

// A fault whose signal is blocked ends the process, whatever the handlers. Threads of the pool block
// all signals, so that the program's own threads get theirs.
std::atomic<bool>& prepare_thread() {
  thread_local SignalStack stack;
  thread_local ThreadMark mark;
  thread_local bool done = false;
  if (done) return mark.working;
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kSignals) sigaddset(&signals, signal);
  sigaddset(&signals, kInterruptSignal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  done = true;
  return mark.working;
}

}  // namespace

void interrupt_guarded_threads() {
  static std::once_flag installed;
  std::call_once(installed, install_interrupt_handler);
  const std::lock_guard lock(guarded_threads().mutex);
  for (const GuardedThread& one : guarded_threads().all) {
    if (one.process == getpid() && one.working->load(std::memory_order_acquire)) {
      pthread_kill(one.thread, kInterruptSignal);
    }
  }
}

MachineFault run_guarded(FunctionRef<void()> work, std::uint64_t* address,
                         MayInterrupt may_interrupt) {
  static const bool installed = install_handlers();
  if (!installed || t_guard) {
    work();
    return MachineFault::none;
  }
  std::atomic<bool>& working = prepare_thread();
  Guard guard;
  guard.fault = MachineFault::none;
  guard.address = 0;
  guard.may_interrupt = &may_interrupt;
  working.store(true, std::memory_order_release);
  if (sigsetjmp(guard.back, 0) == 0) {
    t_guard = &guard;
    try {
      work();
    } catch (...) {
      t_guard = nullptr;
      working.store(false, std::memory_order_release);
      throw;
    }
    t_guard = nullptr;
  }
  working.store(false, std::memory_order_release);
  *address = guard.address;
  return guard.fault;
}

}  // namespace vgpu
