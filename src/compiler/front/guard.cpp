// Runs compiler code so that its death is an error text instead of the process's end; see guard.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/guard.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>

#include "compiler/front/watch.h"
#include "compiler/plugin_limits.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

namespace vgpu::compiler {
namespace {

using Clock = std::chrono::steady_clock;

// clang recurses per nesting level of the source, LLVM per operand: address space, and memory only where it is touched.
constexpr unsigned kStackBytes = 256u << 20;
// How long a step of the compiler may go on behind the deadline before it is interrupted.
constexpr std::chrono::seconds kGrace{2};

thread_local std::string* current_message = nullptr;
thread_local Clock::time_point deadline = Clock::time_point::max();
thread_local std::uint32_t allowed_seconds = 0;
std::atomic<std::uint32_t> most_seconds{kMostSeconds};
std::atomic<bool> all_is_over{false};

void leave(const std::string& reason) {
  if (current_message && current_message->empty()) *current_message = reason;
  if (auto* context = llvm::CrashRecoveryContext::GetCurrent()) context->HandleExit(70);
}

void on_fatal_error(void*, const char* reason, bool) {
  leave(std::string("internal compiler error: ") + reason);
}

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, kWatchSignal};
struct sigaction before_us[std::size(kSignals)];

// What would have happened without us: kernels that run meanwhile have faults of their own, and handlers for them.
void pass_on(int signal, siginfo_t* info, void* machine) {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (kSignals[i] != signal) continue;
    const struct sigaction& before = before_us[i];
    if (before.sa_flags & SA_SIGINFO) return before.sa_sigaction(signal, info, machine);
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
      return before.sa_handler(signal);
    if (signal == kWatchSignal) return;
    sigaction(signal, &before, nullptr);  // and the instruction is tried again
  }
}

std::string time_is_over() {
  if (all_is_over.load(std::memory_order_relaxed)) return "the process ends";
  return "the compile took longer than " + std::to_string(allowed_seconds) + " seconds";
}

void on_signal(int signal, siginfo_t* info, void* machine) {
  if (signal == kWatchSignal) {
    if (may_interrupt(info, machine)) return leave("error: " + time_is_over());
    if (is_from_watch(info)) return;
    return pass_on(signal, info, machine);
  }
  if (auto* context = llvm::CrashRecoveryContext::GetCurrent()) context->HandleExit(70);
  pass_on(signal, info, machine);
}

// LLVM's own handlers know no other ones and need room on the stack that has just overflowed, so they are replaced by
// ours right away. These stay: taking them back would take back what others have installed meanwhile.
void install_signal_handlers() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    sigaction(kSignals[i], nullptr, &before_us[i]);
  llvm::CrashRecoveryContext::Enable();
  for (int signal : kSignals) {
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

// Where handlers run on a thread that compiles: its own stack may be what is used up.
class SignalStack {
 public:
  SignalStack() {
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = kBytes;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static constexpr std::size_t kBytes = std::size_t{64} << 10;
  std::unique_ptr<char[]> memory_ = std::make_unique<char[]>(kBytes);
};

void install_error_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    install_signal_handlers();
    llvm::install_fatal_error_handler(on_fatal_error);
    llvm::install_bad_alloc_error_handler(on_fatal_error);
  });
}

void run_and_catch(llvm::function_ref<void()> work, std::string& message) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    message = "error: out of memory";
  } catch (const std::exception& error) {
    message = std::string("internal compiler error: ") + error.what();
  } catch (...) {
    message = "internal compiler error: unknown exception";
  }
}

}  // namespace

std::string run_guarded(llvm::function_ref<void()> work, std::uint32_t at_most) {
  install_error_handlers();
  std::string message;
  std::optional<Watch> watch;  // outlives the thread, which may not come to its end
  llvm::CrashRecoveryContext context;
  const bool survived = context.RunSafelyOnThread(
      [&] {
        const SignalStack stack;
        current_message = &message;
        allowed_seconds = std::min(most_seconds.load(), at_most);
        deadline = Clock::now() + std::chrono::seconds(allowed_seconds);
        watch.emplace(deadline + kGrace);
        run_and_catch(work, message);
        current_message = nullptr;
      },
      kStackBytes);
  if (!survived && message.empty())
    message = "internal compiler error: the compiler crashed on this input";
  return message;
}

void check_deadline() {
  if (all_is_over.load(std::memory_order_relaxed) || Clock::now() >= deadline)
    abandon_work(time_is_over());
}

void abandon_work(const std::string& message) {
  leave("error: " + message);
  std::abort();  // only reached outside of run_guarded, which no caller does
}

}  // namespace vgpu::compiler

extern "C" __attribute__((visibility("default"))) const vgpu::compiler::LimitsPlugin*
vgpu_compiler_limits_plugin() {
  using namespace vgpu::compiler;
  static constexpr LimitsPlugin plugin{[](std::uint32_t most) { most_seconds = most; },
                                       [] {
                                         all_is_over = true;
                                         Watch::interrupt_all();
                                       }};
  return &plugin;
}
