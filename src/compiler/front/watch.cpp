// Interrupts a compile that no longer looks at the clock; see watch.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/watch.h"

#include <link.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace vgpu::compiler {
namespace {

using std::chrono::nanoseconds;

// Between two attempts: the next one finds the thread somewhere else.
constexpr nanoseconds kRetry = std::chrono::milliseconds(3);
// How long compiles may go on to the next place where they look by themselves, when all are given up.
constexpr nanoseconds kPatience = std::chrono::seconds(1);

std::mutex g_mutex;
std::set<const Watch*> g_watches;

struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool contains(std::uintptr_t place) const { return place >= begin && place < end; }
};

// The segment of machine code in which this function stands, and with it clang and LLVM.
Range own_code() {
  Range range;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        const auto here = reinterpret_cast<std::uintptr_t>(&own_code);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
          const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
          const Range found{begin, begin + segment.p_memsz};
          if (!found.contains(here)) continue;
          *static_cast<Range*>(result) = found;
          return 1;
        }
        return 0;
      },
      &range);
  return range;
}

const Range g_code = own_code();
const char g_sender = 0;  // its address marks our timers' signals

timespec to_timespec(nanoseconds time) {
  timespec result{};
  result.tv_sec = static_cast<time_t>(time.count() / 1'000'000'000);
  result.tv_nsec = static_cast<long>(time.count() % 1'000'000'000);
  return result;
}

}  // namespace

Watch::Watch(std::chrono::steady_clock::time_point when) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = kWatchSignal;
  event.sigev_value.sival_ptr = const_cast<char*>(&g_sender);
  event.sigev_notify_thread_id = gettid();
  works_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
  if (!works_) return;
  set(std::max<nanoseconds>(when - std::chrono::steady_clock::now(), kRetry));
  const std::lock_guard lock(g_mutex);
  g_watches.insert(this);
}

Watch::~Watch() {
  if (!works_) return;
  {
    const std::lock_guard lock(g_mutex);
    g_watches.erase(this);
  }
  timer_delete(timer_);
}

void Watch::set(nanoseconds from_now) const {
  const itimerspec times{to_timespec(kRetry), to_timespec(from_now)};
  timer_settime(timer_, 0, &times, nullptr);
}

void Watch::interrupt_all() {
  const std::lock_guard lock(g_mutex);
  for (const Watch* watch : g_watches) watch->set(kPatience);
}

bool is_from_watch(const siginfo_t* info) {
  return info->si_code == SI_TIMER && info->si_value.sival_ptr == &g_sender;
}

bool may_interrupt(const siginfo_t* info, const void* machine) {
  if (!is_from_watch(info)) return false;
  const auto* context = static_cast<const ucontext_t*>(machine);
  return g_code.contains(static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_RIP]));
}

}  // namespace vgpu::compiler
