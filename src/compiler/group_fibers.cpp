// The turns of fibers (see group_fibers.h).
//
// A worker that gives way goes behind all others. When all of them have had a turn in which nothing began or ended,
// they wait for somebody who has not begun: more groups begin, as on a GPU, where they would have been there from the
// start. When there are none either, they wait for another thread, which gets the processor.
// SPDX-License-Identifier: MIT
#include "compiler/group_fibers.h"

#include <sched.h>
#include <xmmintrin.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.h"

namespace vgpu::compiler {
namespace {

thread_local GroupFibers* t_current = nullptr;

constexpr std::size_t kPauses = 64, kYields = 1024;  // rounds before a thread waits less eagerly
constexpr std::chrono::microseconds kNap(50);

// Generated code has no signature in front of it that a sanitizer could check.
__attribute__((no_sanitize("function"))) void run_warp(WarpLoop& loop, std::uint64_t x) {
  const std::uint32_t reached =
      loop.run(loop.launch, loop.group_id, loop.local, loop.frame, x, 0, 0);
  loop.reached = std::max(loop.reached, reached);
}

}  // namespace

GroupFibers* GroupFibers::current() { return t_current; }

GroupFibers::~GroupFibers() {
  if (t_current == this) t_current = nullptr;
}

// Null if there is no memory for one more stack: then those that are there have to do.
GroupFibers::Worker* GroupFibers::new_worker() {
  try {
    if (idle_.empty()) {
      workers_.push_back(std::make_unique<Worker>(*this));
      idle_.push_back(workers_.back().get());
    }
  } catch (const Error&) {
    return nullptr;
  }
  Worker* worker = idle_.back();
  idle_.pop_back();
  worker->loop = nullptr;
  worker->helps = worker->ended = false;
  worker->fiber.prepare(work, worker);
  return worker;
}

void GroupFibers::work(void* argument) {
  Worker& self = *static_cast<Worker*>(argument);
  GroupFibers& all = self.owner;
  if (self.helps) {
    all.run_warps_left(*self.loop);
  } else {
    while (!all.source_.is_stopped() && all.source_.run_next()) all.quiet_ = 0;
  }
  self.ended = true;
  all.quiet_ = 0;
  self.fiber.switch_to(all.thread_);
}

// An eighth more each time, so that many groups begin soon and few begin in vain.
void GroupFibers::begin_groups() {
  for (std::size_t more = 1 + ready_.size() / 8; more > 0 && source_.may_begin(); --more) {
    Worker* worker = new_worker();
    if (worker == nullptr) return;
    ready_.push_front(worker);
    fruitless_ = 0;
  }
}

void GroupFibers::rest() {
  if (++fruitless_ < kPauses) return _mm_pause();
  if (fruitless_ < kYields) {
    sched_yield();
    return;
  }
  std::this_thread::sleep_for(kNap);
}

void GroupFibers::run() {
  GroupFibers* const outer = t_current;
  t_current = this;
  begin_groups();
  while (!ready_.empty() && !source_.is_stopped()) {
    running_ = ready_.front();
    ready_.pop_front();
    ++quiet_;
    thread_.switch_to(running_->fiber);
    (running_->ended ? idle_.push_back(running_) : ready_.push_back(running_));
    if (quiet_ == 0) fruitless_ = 0;
    if (quiet_ < ready_.size() || ready_.empty()) continue;
    quiet_ = 0;
    rest();
    begin_groups();
  }
  t_current = outer;
}

void GroupFibers::give_way() {
  Worker& self = *running_;
  if (self.loop != nullptr && self.loop->next < self.loop->end) {
    if (Worker* helper = new_worker()) {
      helper->helps = true;
      helper->loop = self.loop;
      ready_.push_front(helper);
    }
  }
  self.fiber.switch_to(thread_);
}

void GroupFibers::run_warps_left(WarpLoop& loop) {
  while (loop.next < loop.end) {
    const std::uint64_t x = loop.next;
    loop.next += loop.step;
    ++loop.running;
    run_warp(loop, x);
    --loop.running;
    quiet_ = 0;
  }
}

std::uint32_t GroupFibers::run_warps(WarpLoop& loop) {
  Worker& self = *running_;
  self.loop = &loop;
  run_warps_left(loop);
  self.loop = nullptr;
  while (loop.running != 0) give_way();
  return loop.reached;
}

}  // namespace vgpu::compiler

using vgpu::compiler::GroupFibers;

void vgpu_service_yield() noexcept {
  if (GroupFibers* fibers = GroupFibers::current()) {
    fibers->give_way();
  } else {
    sched_yield();
  }
}

std::uint32_t vgpu_service_run_warps(vgpu::compiler::WarpFunction run,
                                     const vgpu::compiler::LaunchFrame* launch,
                                     const std::uint64_t* group_id, std::byte* local,
                                     std::byte* frame, std::uint64_t end,
                                     std::uint64_t step) noexcept {
  vgpu::compiler::WarpLoop loop{launch, group_id, local, frame, run, 0, end, step};
  if (GroupFibers* fibers = GroupFibers::current()) return fibers->run_warps(loop);
  for (; loop.next < end; loop.next += step) vgpu::compiler::run_warp(loop, loop.next);
  return loop.reached;
}
