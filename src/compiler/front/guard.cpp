// Runs compiler code so that its death is an error text instead of the process's end; see guard.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/guard.h"

#include <chrono>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

namespace vgpu::compiler {
namespace {

using Clock = std::chrono::steady_clock;

// clang recurses per nesting level of the source, LLVM per operand: address space, and memory only where it is touched.
constexpr unsigned kStackBytes = 256u << 20;

thread_local std::string* current_message = nullptr;
thread_local Clock::time_point deadline = Clock::time_point::max();

void leave(const char* reason) {
  if (current_message && current_message->empty()) *current_message = reason;
  if (auto* context = llvm::CrashRecoveryContext::GetCurrent()) context->HandleExit(70);
}

void on_fatal_error(void*, const char* reason, bool) {
  leave((std::string("internal compiler error: ") + reason).c_str());
}

// The signal handlers stand only while some thread compiles: the host program has its own the rest of the time.
class CrashHandlers {
 public:
  CrashHandlers() {
    std::lock_guard lock(mutex_);
    if (users_++ == 0) llvm::CrashRecoveryContext::Enable();
  }
  ~CrashHandlers() {
    std::lock_guard lock(mutex_);
    if (--users_ == 0) llvm::CrashRecoveryContext::Disable();
  }

 private:
  static inline std::mutex mutex_;
  static inline int users_ = 0;
};

void install_error_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
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

std::string run_guarded(llvm::function_ref<void()> work) {
  install_error_handlers();
  CrashHandlers handlers;
  std::string message;
  llvm::CrashRecoveryContext context;
  const bool survived = context.RunSafelyOnThread(
      [&] {
        current_message = &message;
        deadline = Clock::now() + std::chrono::seconds(kMostSeconds);
        run_and_catch(work, message);
        current_message = nullptr;
      },
      kStackBytes);
  if (!survived && message.empty())
    message = "internal compiler error: the compiler crashed on this input";
  return message;
}

void check_deadline() {
  if (Clock::now() < deadline) return;
  abandon_work("the compile took longer than " + std::to_string(kMostSeconds) + " seconds");
}

void abandon_work(const std::string& message) {
  leave(("error: " + message).c_str());
  std::abort();  // only reached outside of run_guarded, which no caller does
}

}  // namespace vgpu::compiler
