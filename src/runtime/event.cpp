// Events.
// SPDX-License-Identifier: MIT
#include "runtime/event.h"

#include "runtime/capture.h"
#include "runtime/clock.h"
#include "runtime/device_context.h"
#include "runtime/scheduler.h"
#include "runtime/works.h"

namespace vgpu {

std::shared_ptr<EventPoint> Event::last() const {
  std::lock_guard lock(mutex_);
  return last_;
}

void Event::set_last(std::shared_ptr<EventPoint> point) {
  std::lock_guard lock(mutex_);
  last_ = std::move(point);
  captured_ = {};
}

Event::Captured Event::captured() const {
  std::lock_guard lock(mutex_);
  return captured_;
}

void Event::set_captured(Captured captured) {
  std::lock_guard lock(mutex_);
  captured_ = std::move(captured);
}

void EventWork::run(const RunSite&) const {
  if (event_ == nullptr) {
    point_->time.store(now_ns(), std::memory_order_release);
    return;
  }
  auto point = std::make_shared<EventPoint>();
  point->time = now_ns();
  event_->set_last(std::move(point));
}

void record_event(const std::shared_ptr<Event>& event, const std::shared_ptr<Stream>& stream) {
  if (Capture::record(*stream, *event)) return;
  auto point = std::make_shared<EventPoint>();
  // Without a time there is nothing to do but to remember the place; the default stream's place also stands
  // for other streams' work, which only a command waits for.
  const bool is_default = stream == stream->device().default_stream();
  if (event->timed() || is_default) {
    point->point = Scheduler::shared().enqueue(stream, std::make_shared<EventWork>(point));
  } else {
    point->point = {stream, stream->enqueued()};
  }
  event->set_last(std::move(point));
}

void wait_for_event(const std::shared_ptr<Stream>& stream, const Event& event) {
  if (Capture::wait(stream, event)) return;
  const std::shared_ptr<EventPoint> last = event.last();
  if (last == nullptr) return;
  if (last->done()) return Scheduler::note_dependency(*stream, last->point);
  Scheduler::shared().enqueue(stream, std::make_shared<EmptyWork>(), {last->point});
}

void synchronize_event(const Event& event) {
  if (const auto last = event.last(); last != nullptr && last->point.stream != nullptr) {
    Scheduler::shared().wait(last->point);
  }
}

double elapsed_ms(const Event& start, const Event& end) {
  const auto first = start.last(), second = end.last();
  if (first == nullptr || second == nullptr) {
    fail(ErrorCode::IllegalState, "event: {} has never been recorded", first ? "end" : "start");
  }
  if (!start.timed() || !end.timed()) {
    fail(ErrorCode::IllegalState, "event: made with vgpuEventDisableTiming");
  }
  if (!first->done() || !second->done())
    fail(ErrorCode::NotReady, "event: work is still under way");
  const auto from = static_cast<double>(first->time.load(std::memory_order_acquire));
  const auto to = static_cast<double>(second->time.load(std::memory_order_acquire));
  return (to - from) / 1e6;
}

}  // namespace vgpu
